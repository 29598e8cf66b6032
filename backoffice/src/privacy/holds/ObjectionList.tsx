import Add from '@mui/icons-material/Add';
import { Button, Stack, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { request } from '../../api/client.ts';
import { format } from '../../i18n/format.ts';
import { textsOf } from '../../i18n/texts.ts';
import { ActButton } from '../../ui/ActButton.tsx';
import { RowList } from '../../ui/RowList.tsx';
import { Row } from '../../ui/Rows.tsx';
import { ObjectionButton } from '../acts/ObjectionButton.tsx';
import { RequestLink } from '../acts/RequestLink.tsx';

const t = textsOf('privacy.objections');

/** The objections to being contacted, all or those of a number or an address; the number or address itself is not stored. */
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
    <RowList
      title={t('title')}
      act={<ObjectionButton text={t('add')} startIcon={<Add />} />}
      intro={
        <>
          {t('explained')}
          <Stack
            component="form"
            direction="row"
            onSubmit={find}
            sx={{ gap: 1, mt: 2, alignItems: 'center' }}
          >
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
        </>
      }
      none={t(whose === '' ? 'none' : 'notFound')}
      data={data}
      error={error}
    >
      {({ id, kind, objectedOn, expiresOn, requestId, entryId, person, kinship }) => (
        <Row
          name={t(kind, { day: format.day(objectedOn) })}
          notes={[
            expiresOn !== null && t('until', { day: format.day(expiresOn) }),
            requestId !== null && <RequestLink key="request" id={requestId} />,
            entryId !== null && t('at', { id: entryId, who: whoseText(person, kinship) }),
          ]}
          acts={
            <ActButton
              texts="privacy.objections.end"
              options={{ id }}
              onAct={() => request('POST /desk/privacy/objections/:id/end', { id })}
            />
          }
        />
      )}
    </RowList>
  );
}

/** « fille », or the position where it is not known how they are related. */
function whoseText(person: string | null, kinship: string | null): string {
  if (person === 'entry') return t('own');
  return kinship?.toLowerCase() ?? t('related', { position: Number(person) + 1 });
}
