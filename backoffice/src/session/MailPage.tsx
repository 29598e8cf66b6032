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
import { Title, useNotify, useTranslate } from 'react-admin';
import { change, read } from '../api/client.ts';
import { useFailureText } from '../ui/use-error-text.ts';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';

/** How whoever is signed in is told by e-mail of what arrives. */
export function MailPage() {
  const translate = useTranslate();
  const { data, error } = useQuery({ queryKey: ['session', 'mail'], queryFn: readMailPreference });
  return (
    <Card sx={{ maxWidth: 600, mt: 2 }}>
      <Title title="accueil.mail.title" />
      <CardContent>
        <WhenLoaded data={data} error={error}>
          {({ mail, told, on }) =>
            told ? (
              <>
                <Typography sx={{ color: 'text.secondary' }}>{translate('accueil.mail.intro')}</Typography>
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
  );
}

/** The choice itself; what was picked stays when it can't be saved. */
export function MailForm({ chosen }: { readonly chosen: MailPreference }) {
  const translate = useTranslate();
  const notify = useNotify();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const id = useId();
  const [picked, setPicked] = useState(chosen);
  const saving = useMutation({
    mutationFn: chooseMailPreference,
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
          {failureText(saving.error)}
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
          {translate('accueil.mail.save')}
        </Button>
      </Box>
    </Box>
  );
}

/** How often a user is told by e-mail of what arrives. */
export const mailPreferences = ['at-once', 'digest', 'none'] as const;
export type MailPreference = (typeof mailPreferences)[number];

export interface OwnMail {
  readonly mail: MailPreference;
  /** Whether one of the user's roles is told at all. */
  readonly told: boolean;
  /** Whether the service sends mails. */
  readonly on: boolean;
}

/** What whoever is signed in has chosen. */
export function readMailPreference(): Promise<OwnMail> {
  return read<OwnMail>('/desk/session/mail');
}

/** Chooses for whoever is signed in. */
export function chooseMailPreference(mail: MailPreference): Promise<OwnMail> {
  return change<OwnMail>('PUT', '/desk/session/mail', { mail });
}
