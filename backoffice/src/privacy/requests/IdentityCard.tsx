import {
  Box,
  Button,
  FormControl,
  FormControlLabel,
  FormLabel,
  Radio,
  RadioGroup,
  TextField,
  Typography,
} from '@mui/material';
import { type FormEvent, useId, useState } from 'react';
import { request } from '../../api/client.ts';
import type { IdentityKind, PrivacyRequest } from '../../api/privacy-responses.ts';
import { choicesIn } from '../../i18n/choices.ts';
import { privacyTexts } from '../../i18n/privacy.ts';
import { textsOf } from '../../i18n/texts.ts';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { useAct } from '../../ui/use-act.ts';

const t = textsOf('privacy.request.identity');

const { kinds } = privacyTexts.request.identity;
const isKind = (value: string): value is IdentityKind => value in kinds;
const needsWords: ReadonlySet<string | null> = new Set(['other', 'failed']);

/** How the identity of the person who asks was checked, and by what paper they act for another. */
export function IdentityCard({ request: stored }: { readonly request: PrivacyRequest }) {
  const { identityKind, identityCheck, authority, closedAt } = stored;
  return (
    <SectionCard title={t('title')}>
      {closedAt === null ? (
        <IdentityForm request={stored} />
      ) : (
        <>
          <Typography>{identityKind === null ? t('none') : t(`kinds.${identityKind}`)}</Typography>
          <Typography sx={{ overflowWrap: 'anywhere' }}>{identityCheck}</Typography>
          {authority !== null && (
            <Typography sx={{ overflowWrap: 'anywhere' }}>{t('by', { authority })}</Typography>
          )}
        </>
      )}
    </SectionCard>
  );
}

function IdentityForm({ request: { id, represented, ...stored } }: { readonly request: PrivacyRequest }) {
  const { act, isBusy } = useAct();
  const label = useId();
  const [kind, setKind] = useState(stored.identityKind);
  const [words, setWords] = useState(stored.identityCheck ?? '');
  const [authority, setAuthority] = useState(stored.authority ?? '');
  const [check, paper] = [words.trim(), authority.trim()];
  const isReady = kind !== null && (check !== '' || !needsWords.has(kind));

  function save(event: FormEvent) {
    event.preventDefault();
    if (kind === null) return;
    const body = {
      id,
      identityKind: kind,
      ...(check !== '' && { identityCheck: check }),
      ...(paper !== '' && { authority: paper }),
    };
    void act(() => request('PATCH /desk/privacy/requests/:id', body), 'accueil.privacy.request.saved');
  }

  return (
    <Box component="form" onSubmit={save}>
      <FormControl>
        <FormLabel id={label}>{t('label')}</FormLabel>
        <RadioGroup
          row
          aria-labelledby={label}
          value={kind}
          onChange={(_event, chosen) => isKind(chosen) && setKind(chosen)}
        >
          {choicesIn<IdentityKind>(kinds).map(({ id: value, name }) => (
            <FormControlLabel key={value} value={value} label={name} control={<Radio size="small" />} />
          ))}
        </RadioGroup>
      </FormControl>
      <TextField
        label={t(needsWords.has(kind) ? 'words' : 'wordsIfAny')}
        helperText={t('help')}
        value={words}
        onChange={({ target }) => setWords(target.value)}
        fullWidth
      />
      {represented !== null && (
        <TextField
          label={t('authority')}
          helperText={t('authorityHelp')}
          value={authority}
          onChange={({ target }) => setAuthority(target.value)}
          fullWidth
        />
      )}
      <Button
        type="submit"
        variant={stored.identityKind === null ? 'contained' : 'outlined'}
        loading={isBusy}
        disabled={!isReady}
        sx={{ mt: 1 }}
      >
        {t('save')}
      </Button>
    </Box>
  );
}
