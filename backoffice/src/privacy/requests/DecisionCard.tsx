import { Box, Button, Stack, TextField, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { useState } from 'react';
import { request } from '../../api/client.ts';
import type { Decision, PrivacyRequest } from '../../api/privacy-responses.ts';
import { textsOf } from '../../i18n/texts.ts';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { useAct } from '../../ui/use-act.ts';

const t = textsOf('privacy.request');

const decisions: readonly Decision[] = ['granted', 'partial', 'refused'];

/** The decision with its ground; it closes the request. */
export function DecisionCard({ request }: { readonly request: PrivacyRequest }) {
  return (
    <SectionCard title={t('decision.title')}>
      {request.closedAt === null ? (
        <DecisionForm request={request} />
      ) : (
        <>
          <Typography>{request.decision !== null && t(`decisions.${request.decision}`)}</Typography>
          <Typography sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{request.ground}</Typography>
        </>
      )}
    </SectionCard>
  );
}

function DecisionForm({ request: { id, ...stored } }: { readonly request: PrivacyRequest }) {
  const { act, isBusy } = useAct();
  const [decision, setDecision] = useState(stored.decision);
  const [ground, setGround] = useState(stored.ground ?? '');
  const isMissingGround = decision !== 'granted' && ground.trim() === '';
  const isReady = decision !== null && !isMissingGround;
  const typed = {
    ...(decision !== null && { decision }),
    ...(ground.trim() !== '' && { ground: ground.trim() }),
  };
  const save = (done: string, more: { readonly close?: true }) =>
    act(
      () => request('PATCH /desk/privacy/requests/:id', { id, ...typed, ...more }),
      `accueil.privacy.request.${done}`,
    );
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
        {decisions.map((one) => (
          <ToggleButton key={one} value={one}>
            {t(`decisions.${one}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <TextField
        label={t(decision === 'granted' ? 'decision.groundIfAny' : 'decision.ground')}
        helperText={t('decision.groundHelp')}
        value={ground}
        onChange={({ target }) => setGround(target.value)}
        multiline
        fullWidth
        sx={{ mt: 1.5 }}
      />
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, mt: 1 }}>
        <Button
          variant="contained"
          disabled={!isReady}
          loading={isBusy}
          onClick={() => save('closed', { close: true })}
        >
          {t('decision.close')}
        </Button>
        <Button disabled={!isReady} loading={isBusy} onClick={() => save('saved', {})}>
          {t('decision.save')}
        </Button>
      </Stack>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        {t('decision.closeHelp')}
      </Typography>
    </Box>
  );
}
