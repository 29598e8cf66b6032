import {
  Box,
  Button,
  TextField,
  type Theme,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
  useMediaQuery,
} from '@mui/material';
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

/** The decision that follows from what was done: all of it, or a search that found nothing. */
function certainDecision({ entries, possibleDecisions }: PrivacyRequest): Decision | null {
  if (possibleDecisions.includes('nothing')) return 'nothing';
  const isWhole = entries.every(({ state, withheld }) => state === 'done' && !withheld?.length);
  return isWhole && possibleDecisions.includes('granted') ? 'granted' : null;
}

function DecisionForm({ request: stored }: { readonly request: PrivacyRequest }) {
  const { id, possibleDecisions } = stored;
  const { act, isBusy } = useAct();
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const [chosen, setDecision] = useState(stored.decision);
  const decision = chosen ?? certainDecision(stored);
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
        onChange={(_event, pressed: Decision | null) => pressed !== null && setDecision(pressed)}
        orientation={isSmall ? 'vertical' : 'horizontal'}
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
