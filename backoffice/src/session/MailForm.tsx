import {
  Alert,
  Box,
  Button,
  FormControl,
  FormControlLabel,
  FormLabel,
  Radio,
  RadioGroup,
  Typography,
} from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { useFailureText } from '../administration/use-failure-text.ts';
import { chooseMailPreference, type MailPreference, mailPreferences } from './mail-preference.ts';

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
