import { Box, Button, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { request } from '../../api/client.ts';
import type { PrivacyRequest } from '../../api/privacy-responses.ts';
import { textsOf } from '../../i18n/texts.ts';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { useAct } from '../../ui/use-act.ts';

const t = textsOf('privacy.request.identity');

/** How the identity of the person was checked, in words. */
export function IdentityCard({
  request: { id, asker, identityCheck, closedAt },
}: {
  readonly request: PrivacyRequest;
}) {
  const { act, isBusy } = useAct();
  const [typed, setTyped] = useState(identityCheck ?? '');
  return (
    <SectionCard title={t('title')}>
      {closedAt !== null ? (
        <Typography sx={{ overflowWrap: 'anywhere' }}>{identityCheck ?? t('none')}</Typography>
      ) : (
        <Box
          component="form"
          onSubmit={(event) => {
            event.preventDefault();
            void act(
              () => request('PATCH /desk/privacy/requests/:id', { id, identityCheck: typed.trim() }),
              'accueil.privacy.request.saved',
            );
          }}
        >
          <TextField
            label={t(asker === 'controller' ? 'labelOfController' : 'label')}
            helperText={t('help')}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            fullWidth
          />
          <Button
            type="submit"
            variant={identityCheck === null ? 'contained' : 'outlined'}
            loading={isBusy}
            disabled={typed.trim() === '' || typed.trim() === identityCheck}
            sx={{ mt: 1 }}
          >
            {t('save')}
          </Button>
        </Box>
      )}
    </SectionCard>
  );
}
