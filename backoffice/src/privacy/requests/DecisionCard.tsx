import { Box, Button, TextField, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { useState } from 'react';
import { request } from '../../api/client.ts';
import type { Decision, PrivacyRequest } from '../../api/privacy-responses.ts';
import { choicesIn } from '../../i18n/choices.ts';
import { privacyTexts } from '../../i18n/privacy.ts';
import { textsOf } from '../../i18n/texts.ts';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { useAct } from '../../ui/use-act.ts';

const t = textsOf('privacy.request');

/** The decision with its ground, once something was done or can't be. */
export function DecisionCard({ request: stored }: { readonly request: PrivacyRequest }) {
  const { closedAt, decision, ground, possibleDecisions } = stored;
  const isOffered = closedAt === null && possibleDecisions.length > 0;
  return (
    <SectionCard title={t('decision.title')}>
      {isOffered ? (
        <DecisionForm request={stored} />
      ) : (
        <>
          <Typography>{decision === null ? t('decision.later') : t(`decisions.${decision}`)}</Typography>
          <Typography sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{ground}</Typography>
        </>
      )}
    </SectionCard>
  );
}

function DecisionForm({
  request: { id, possibleDecisions, ...stored },
}: {
  readonly request: PrivacyRequest;
}) {
  const { act, isBusy } = useAct();
  const [decision, setDecision] = useState(stored.decision);
  const [typed, setGround] = useState(stored.ground ?? '');
  const ground = typed.trim();
  const isWhole = decision === 'granted' || decision === 'nothing';
  return (
    <Box>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={decision}
        aria-label={t('decision.title')}
        onChange={(_event, chosen: Decision | null) => chosen !== null && setDecision(chosen)}
        sx={{ flexWrap: 'wrap' }}
      >
        {choicesIn<Decision>(privacyTexts.request.decisions).map(({ id: value, name }) => (
          <ToggleButton
            key={value}
            value={value}
            disabled={!possibleDecisions.some((possible) => possible === value)}
          >
            {name}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <TextField
        label={t(isWhole ? 'decision.groundIfAny' : 'decision.ground')}
        helperText={t('decision.groundHelp')}
        value={typed}
        onChange={({ target }) => setGround(target.value)}
        multiline
        fullWidth
        sx={{ mt: 1.5 }}
      />
      <Button
        variant={stored.decision === null ? 'contained' : 'outlined'}
        disabled={decision === null || (!isWhole && ground === '')}
        loading={isBusy}
        onClick={() =>
          act(async () => {
            if (decision === null) return;
            const body = { id, decision, ...(ground !== '' && { ground }) };
            await request('PATCH /desk/privacy/requests/:id', body);
          }, 'accueil.privacy.request.saved')
        }
        sx={{ mt: 1 }}
      >
        {t('decision.save')}
      </Button>
    </Box>
  );
}
