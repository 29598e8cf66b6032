import { Box, Chip, Stack, Typography } from '@mui/material';
import { TextInput } from 'react-admin';
import { request } from '../../api/client.ts';
import type { PrivacyRequest } from '../../api/privacy-responses.ts';
import { textsOf, translate } from '../../i18n/texts.ts';
import { FormButton } from '../../ui/FormButton.tsx';
import { eraseWord } from './EraseButton.tsx';

const t = textsOf('privacy.request.user');

/** The user of the desk whom a request is about; for an erasure, a button that makes them a number. */
export function UserRow({
  request: { id, kind, user, missing, closedAt },
}: {
  readonly request: PrivacyRequest;
}) {
  if (user === null) return null;
  const { name, active, erased } = user;
  return (
    <Box>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{t('named', { name })}</Typography>
        {erased && <Chip size="small" variant="outlined" label={translate('accueil.privacy.marks.erased')} />}
      </Stack>
      {kind === 'erasure' && closedAt === null && !erased && (
        <>
          {active && <Typography variant="body2">{t('disableFirst')}</Typography>}
          <FormButton
            color="error"
            variant="contained"
            sx={{ mt: 1 }}
            text={t('erase')}
            submit={translate('accueil.privacy.erase.submit')}
            disabled={active || missing !== null}
            isDestructive
            send={async ({ word }) => {
              if (String(word ?? '').trim() !== eraseWord)
                return translate('accueil.privacy.erase.wrongWord', { word: eraseWord });
              return request('POST /desk/privacy/requests/:id/user/erasure', { id, word: eraseWord });
            }}
            done="accueil.privacy.erase.done"
          >
            <Typography>{t('becomes', { name })}</Typography>
            <TextInput
              source="word"
              label={translate('accueil.privacy.erase.word', { word: eraseWord })}
              autoComplete="off"
            />
          </FormButton>
        </>
      )}
    </Box>
  );
}
