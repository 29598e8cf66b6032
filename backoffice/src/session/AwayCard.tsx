import { Alert, Box, Button, Card, CardContent, Stack, TextField, Typography } from '@mui/material';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNotify } from 'react-admin';
import { request } from '../api/client.ts';
import { textsOf } from '../i18n/texts.ts';
import { errorText } from '../ui/error-text.ts';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';

const t = textsOf('away');

const queryKey = ['session', 'away'];

interface Absence {
  readonly from: string;
  readonly until: string;
}

/** When the user is away. */
export function AwayCard() {
  const { data, error } = useQuery({ queryKey, queryFn: () => request('GET /desk/session/away') });
  return (
    <Card component="section" sx={{ maxWidth: 600, mt: 2 }}>
      <CardContent>
        <Typography component="h2" variant="h6">
          {t('title')}
        </Typography>
        <Typography color="textSecondary">{t('intro')}</Typography>
        <WhenLoaded data={data} error={error}>
          {/* The key brings a saved absence into the form. */}
          {({ away }) => <AwayForm key={JSON.stringify(away)} away={away} />}
        </WhenLoaded>
      </CardContent>
    </Card>
  );
}

function AwayForm({ away }: { readonly away: Absence | null }) {
  const notify = useNotify();
  const queries = useQueryClient();
  const [from, setFrom] = useState(away?.from ?? '');
  const [until, setUntil] = useState(away?.until ?? '');
  const saving = useMutation({
    mutationFn: (chosen: Absence | null) => request('PUT /desk/session/away', { away: chosen }),
    onSuccess(saved) {
      queries.setQueryData(queryKey, saved);
      notify(`accueil.away.${saved.away === null ? 'ended' : 'saved'}`, { type: 'success' });
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    saving.mutate({ from, until });
  }

  const day = (label: string, value: string, onChange: (day: string) => void, min?: string) => (
    <TextField
      type="date"
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      required
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { min } }}
    />
  );
  return (
    <Box component="form" onSubmit={submit}>
      {saving.error !== null && <Alert severity="error">{errorText(saving.error)}</Alert>}
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ columnGap: 2 }}>
        {day(t('from'), from, setFrom)}
        {day(t('until'), until, setUntil, from)}
      </Stack>
      <Stack direction="row" sx={{ gap: 1, mt: 1, flexWrap: 'wrap' }}>
        <Button type="submit" variant="contained" loading={saving.isPending}>
          {t('save')}
        </Button>
        {away !== null && (
          <Button onClick={() => saving.mutate(null)} disabled={saving.isPending}>
            {t('end')}
          </Button>
        )}
      </Stack>
    </Box>
  );
}
