import Add from '@mui/icons-material/Add';
import { Alert, Box, Button, Card, Chip, Stack, TextField, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Title, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { read } from '../api/client.ts';
import { labelOf } from '../api/enumerations.ts';
import { useResidences } from '../api/queries.ts';
import type { FamilyEntry } from '../api/responses.ts';
import { useFormat } from '../i18n/use-format.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { hasRightAt, useSession } from '../session/access.ts';
import { useErrorText } from '../ui/error-text.ts';
import { HandOverDialog } from './HandOverDialog.tsx';

/** Recognising a family by phone number or e-mail address, for users who may read no entries. */
export function LookUpPage() {
  const t = useTexts('lookUp');
  const errorText = useErrorText();
  const [typed, setTyped] = useState('');
  const [wanted, setWanted] = useState('');
  const [handed, setHanded] = useState<FamilyEntry>();
  const { data, error } = useQuery({
    queryKey: ['look-up', wanted],
    queryFn: ({ signal }) =>
      read('/desk/families', wanted.includes('@') ? { email: wanted } : { phone: wanted }, signal),
    enabled: wanted !== '',
    retry: false,
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setWanted(typed.trim());
  }

  return (
    <Box sx={{ mt: 2, mb: 4, maxWidth: 860 }}>
      <Title title="accueil.menu.lookUp" />
      <Stack
        component="form"
        role="search"
        direction={{ xs: 'column', sm: 'row' }}
        onSubmit={submit}
        sx={{ gap: 1, alignItems: { sm: 'center' }, mb: 2 }}
      >
        <TextField
          label={t('label')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoFocus
          required
          sx={{ flexGrow: 1, m: 0 }}
        />
        <Button type="submit" variant="contained" size="large">
          {t('search')}
        </Button>
        <Button component={Link} to="/leads/create" size="large" startIcon={<Add />}>
          {t('add')}
        </Button>
      </Stack>
      <Box aria-live="polite">
        {error !== null && <Alert severity="error">{errorText(error)}</Alert>}
        {data !== undefined && data.data.length === 0 && <Alert severity="info">{t('none')}</Alert>}
        {data !== undefined && data.data.length > 0 && (
          <Card component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {data.data.map((entry) => (
              <FoundEntry key={entry.id} entry={entry} onHandOver={() => setHanded(entry)} />
            ))}
          </Card>
        )}
        {data !== undefined && data.more > 0 && (
          <Typography sx={{ mt: 1 }}>{t('more', { smart_count: data.more })}</Typography>
        )}
      </Box>
      {handed !== undefined && <HandOverDialog entry={handed} onClose={() => setHanded(undefined)} />}
    </Box>
  );
}

interface FoundEntryProps {
  readonly entry: FamilyEntry;
  readonly onHandOver: () => void;
}

/** Who it is, at which residence, since when. */
function FoundEntry({ entry, onHandOver }: FoundEntryProps) {
  const translate = useTranslate();
  const format = useFormat();
  const t = useTexts('lookUp');
  const session = useSession();
  const { nameOf } = useResidences();
  const { id, kind, name, contactName, establishmentId, contactDate, status, resultat } = entry;
  const who = name ?? contactName ?? translate('accueil.leads.unnamed');
  const mayHandOver = session !== undefined && hasRightAt(session, 'entries.hand-over', establishmentId);
  return (
    <Stack
      component="li"
      direction="row"
      sx={{
        px: 2,
        py: 1.5,
        gap: 1,
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        '&:not(:last-child)': { borderBottom: 1, borderColor: 'divider' },
      }}
    >
      <Box sx={{ minWidth: 0, flex: '1 1 260px', overflowWrap: 'anywhere' }}>
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <Typography sx={{ fontWeight: 600 }}>{who}</Typography>
          <Chip size="small" variant="outlined" label={translate(labelOf(resultat ?? `status.${status}`))} />
        </Stack>
        {name !== null && contactName !== null && contactName !== name && (
          <Typography variant="body2">{contactName}</Typography>
        )}
        <Typography variant="body2" color="textSecondary">
          {[
            translate(labelOf(`kind.${kind}`)),
            establishmentId === null ? translate('accueil.leads.unassigned') : nameOf(establishmentId),
            format.day(contactDate),
            t('number', { id }),
          ].join(' · ')}
        </Typography>
      </Box>
      {mayHandOver && (
        <Button size="small" aria-label={t('handOverThis', { name: who })} onClick={onHandOver}>
          {t('handOver')}
        </Button>
      )}
    </Stack>
  );
}
