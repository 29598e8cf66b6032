import Add from '@mui/icons-material/Add';
import { Button, Chip, Stack, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { request } from '../../api/client.ts';
import type { ListedHold } from '../../api/privacy-responses.ts';
import { useRead } from '../../api/queries.ts';
import { today } from '../../i18n/days.ts';
import { format } from '../../i18n/format.ts';
import { ActButton } from '../../ui/forms.tsx';
import { Row, RowList } from '../../ui/Rows.tsx';
import { ObjectionButton } from '../acts/ObjectionButton.tsx';
import { RequestLink } from '../acts/RequestButton.tsx';

const kindTexts = {
  hold: 'Litige en cours (rien n’est effacé)',
  limitation: 'Limitation du traitement (masquée au personnel)',
};
const endTexts = {
  hold: 'La fiche pourra de nouveau être effacée, par vous ou par une durée de conservation.',
  limitation: 'Le personnel verra de nouveau la fiche, et elle pourra être effacée.',
};

/** Legal holds, limitations of processing, and objections to being contacted. */
export function HoldList() {
  return (
    <>
      <RowList
        title="Gels et limitations"
        intro="Tant qu’un gel dure, ni un effacement ni une durée de conservation ne touche la fiche."
        none="Aucune fiche n’est gelée."
        {...useRead('GET /desk/privacy/holds')}
      >
        {(hold) => <HoldRow hold={hold} />}
      </RowList>
      <ObjectionList />
    </>
  );
}

function HoldRow({ hold }: { readonly hold: ListedHold }) {
  const { id, entryId, kind, reason, until, requestId, author, createdAt, endedAt, endedBy } = hold;
  const isOver = endedAt !== null || until < today();
  const mark = isOver
    ? `${kindTexts[kind]} : terminé`
    : {
        hold: `Litige en cours jusqu’au ${format.day(until)}`,
        limitation: `Traitement limité jusqu’au ${format.day(until)}`,
      }[kind];
  return (
    <Row
      name={`Fiche n° ${entryId}`}
      to={`/privacy/entries/${entryId}`}
      marks={<Chip size="small" variant="outlined" color={isOver ? 'default' : 'warning'} label={mark} />}
      said={reason}
      notes={[
        format.dotted(
          `ajouté par ${author} le ${format.moment(createdAt)}`,
          endedAt !== null && `levé par ${endedBy ?? ''} le ${format.moment(endedAt)}`,
        ),
        requestId !== null && <RequestLink key="request" id={requestId} />,
      ]}
      acts={
        !isOver && (
          <ActButton
            text="Lever"
            label={`Lever le gel de la fiche n° ${entryId}`}
            title={`Lever le gel de la fiche n° ${entryId} ?`}
            done="Gel levé."
            content={endTexts[kind]}
            onAct={() => request('POST /desk/privacy/holds/:id/end', { id })}
          />
        )
      }
    />
  );
}

/** The objections to being contacted, all or those of a number or an address; the number or address itself is not stored. */
function ObjectionList() {
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
      title="Oppositions à la prospection"
      act={<ObjectionButton text="Noter une opposition" startIcon={<Add />} />}
      intro={
        <>
          Ni le numéro ni l’adresse ne sont gardés : seulement une empreinte, et la fiche si le personnel l’a
          noté. Cherchez l’un ou l’autre pour savoir si l’opposition est notée, et depuis quand.
          <Stack
            component="form"
            direction="row"
            onSubmit={find}
            sx={{ gap: 1, mt: 2, alignItems: 'center' }}
          >
            <TextField
              label="Téléphone ou e-mail"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              margin="none"
              type="search"
              autoComplete="off"
            />
            <Button type="submit" variant="outlined">
              Chercher
            </Button>
          </Stack>
        </>
      }
      none={whose === '' ? 'Aucune opposition.' : 'Aucune opposition à ce numéro ni à cette adresse.'}
      data={data}
      error={error}
    >
      {({ id, kind, objectedOn, expiresOn, requestId, entryId, person, kinship }) => (
        <Row
          name={
            {
              email: `E-mails, le ${format.day(objectedOn)}`,
              sms: `SMS, le ${format.day(objectedOn)}`,
              phone: `Appels, le ${format.day(objectedOn)}`,
            }[kind]
          }
          notes={[
            expiresOn !== null && `jusqu’au ${format.day(expiresOn)}`,
            requestId !== null && <RequestLink key="request" id={requestId} />,
            entryId !== null && `fiche n° ${entryId}, ${whoseText(person, kinship)}`,
          ]}
          acts={
            <ActButton
              text="Retirer"
              label={`Retirer l’opposition n° ${id}`}
              title="Retirer cette opposition ?"
              content="Les fiches qui concordent ne la montreront plus."
              done="Opposition retirée."
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
  if (person === 'entry') return 'la personne elle-même';
  return kinship?.toLowerCase() ?? `proche ${Number(person) + 1}`;
}
