import Add from '@mui/icons-material/Add';
import { Button, Stack, TextField, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { request } from '../../api/client.ts';
import type { Objection } from '../../api/privacy-responses.ts';
import { format } from '../../i18n/format.ts';
import { textsOf, translate } from '../../i18n/texts.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { RowList } from '../../ui/RowList.tsx';
import { SectionHead } from '../../ui/SectionHead.tsx';
import { ObjectionButton } from '../acts/ObjectionButton.tsx';

const t = textsOf('privacy.objections');

/** The objections to being contacted, all or those of a number or an address; whose they are is not stored. */
export function ObjectionList() {
  const [typed, setTyped] = useState('');
  const [whose, setWhose] = useState('');
  const { data, error } = useQuery({
    queryKey: ['objections', whose],
    queryFn: () =>
      whose === ''
        ? request('GET /desk/privacy/objections')
        : request(
            'POST /desk/privacy/objections/find',
            whose.includes('@') ? { email: whose } : { phone: whose },
          ),
    retry: false,
  });
  function find(event: SyntheticEvent) {
    event.preventDefault();
    setWhose(typed.trim());
  }
  return (
    <section>
      <SectionHead title={t('title')}>
        <ObjectionButton text={t('add')} startIcon={<Add />} />
      </SectionHead>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {t('explained')}
      </Typography>
      <Stack component="form" direction="row" onSubmit={find} sx={{ gap: 1, mb: 2, alignItems: 'center' }}>
        <TextField
          label={t('whose')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          margin="none"
          type="search"
          autoComplete="off"
        />
        <Button type="submit" variant="outlined">
          {t('find')}
        </Button>
      </Stack>
      <RowList none={t(whose === '' ? 'none' : 'notFound')} data={data} error={error}>
        {(objection) => <ObjectionRow objection={objection} />}
      </RowList>
    </section>
  );
}

function ObjectionRow({ objection }: { readonly objection: Objection }) {
  const { id, kind, objectedOn, expiresOn, requestId } = objection;
  return (
    <>
      <Typography>
        {format.dotted(
          t(kind, { day: format.day(objectedOn) }),
          expiresOn !== null && t('until', { day: format.day(expiresOn) }),
          requestId !== null && translate('accueil.privacy.ofRequest', { id: requestId }),
        )}
      </Typography>
      <ConfirmButton
        text={t('end')}
        label={t('endThis', { id })}
        title={t('endTitle')}
        content={t('endContent')}
        done="accueil.privacy.objections.ended"
        onConfirm={() => request('POST /desk/privacy/objections/:id/end', { id })}
      />
    </>
  );
}
