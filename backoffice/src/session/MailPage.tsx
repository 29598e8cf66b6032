import {
  Alert,
  Box,
  Button,
  Card,
  CardContent,
  FormControl,
  FormControlLabel,
  FormLabel,
  Radio,
  RadioGroup,
  Typography,
} from '@mui/material';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Title, useNotify } from 'react-admin';
import { request } from '../api/client.ts';
import type { MailPreference } from '../api/responses.ts';
import { translate } from '../i18n/texts.ts';
import { errorText } from '../ui/error-text.ts';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';
import { AwayCard } from './AwayCard.tsx';

const mailPreferences: readonly MailPreference[] = ['at-once', 'digest', 'none'];

/** The user's e-mail notifications, and when they are away. */
export function MailPage() {
  const { data, error } = useQuery({
    queryKey: ['session', 'mail'],
    queryFn: () => request('GET /desk/session/mail'),
  });
  return (
    <>
      <Card sx={{ maxWidth: 600, mt: 2 }}>
        <Title title="accueil.mail.title" />
        <CardContent>
          <WhenLoaded data={data} error={error}>
            {({ mail, told, reminded, on }) =>
              told ? (
                <>
                  <Typography sx={{ color: 'text.secondary' }}>{translate('accueil.mail.intro')}</Typography>
                  {reminded && <Typography sx={{ mt: 1 }}>{translate('accueil.mail.reminded')}</Typography>}
                  {!on && (
                    <Alert severity="info" sx={{ mt: 2 }}>
                      {translate('accueil.mail.off')}
                    </Alert>
                  )}
                  <MailForm chosen={mail} />
                </>
              ) : (
                <Alert severity="info">{translate('accueil.mail.notTold')}</Alert>
              )
            }
          </WhenLoaded>
        </CardContent>
      </Card>
      <AwayCard />
    </>
  );
}

/** The form; the choice stays when it can't be saved. */
function MailForm({ chosen }: { readonly chosen: MailPreference }) {
  const notify = useNotify();
  const queries = useQueryClient();
  const id = useId();
  const [picked, setPicked] = useState(chosen);
  const saving = useMutation({
    mutationFn: (mail: MailPreference) => request('PUT /desk/session/mail', { mail }),
    onSuccess(saved) {
      queries.setQueryData(['session', 'mail'], saved);
      notify('accueil.mail.saved', { type: 'success' });
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    saving.mutate(picked);
  }

  return (
    <Box component="form" onSubmit={submit} sx={{ mt: 3 }}>
      {saving.error !== null && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {errorText(saving.error)}
        </Alert>
      )}
      <FormControl>
        <FormLabel id={id}>{translate('accueil.mail.question')}</FormLabel>
        <RadioGroup aria-labelledby={id} value={picked} sx={{ mt: 1, gap: 1 }}>
          {mailPreferences.map((one) => (
            <Box key={one}>
              <FormControlLabel
                value={one}
                control={<Radio slotProps={{ input: { 'aria-describedby': `${id}-${one}` } }} />}
                label={translate(`accueil.mail.choices.${one}`)}
                onChange={() => setPicked(one)}
              />
              <Typography id={`${id}-${one}`} variant="body2" sx={{ ml: 4, color: 'text.secondary' }}>
                {translate(`accueil.mail.help.${one}`)}
              </Typography>
            </Box>
          ))}
        </RadioGroup>
      </FormControl>
      <Box sx={{ mt: 3 }}>
        <Button type="submit" variant="contained" loading={saving.isPending}>
          {translate('ra.action.save')}
        </Button>
      </Box>
    </Box>
  );
}
