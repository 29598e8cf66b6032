import Add from '@mui/icons-material/Add';
import { Button, Chip, Stack, TextField, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { DateInput, TextInput } from 'react-admin';
import { channelNames, decisionNames, requestKindNames } from '../../../../server/src/french/labels.ts';
import { request } from '../../api/client.ts';
import type { ListedHold, PrivacyRequest, RequestSummary } from '../../api/privacy-responses.ts';
import { useRead } from '../../api/queries.ts';
import { daysBetween, today } from '../../i18n/days.ts';
import { format, plural } from '../../i18n/format.ts';
import { ActButton, FormButton, type FormOpener } from '../../ui/forms.tsx';
import { Row, RowList } from '../../ui/Rows.tsx';
import { holdKinds } from '../acts/HoldButton.tsx';
import { heldText } from '../acts/names.tsx';
import { RequestButton, RequestLink } from '../acts/RequestButton.tsx';

/** The requests of persons: the open ones, soonest due first, or the closed ones. */
export function RequestList() {
  const [state, setState] = useState<'open' | 'closed'>('open');
  return (
    <RowList
      title="Demandes de droits"
      act={<RequestButton text="Nouvelle demande de droits" variant="contained" startIcon={<Add />} />}
      intro={
        <ToggleButtonGroup aria-label="Demandes montrées" value={state}>
          <ToggleButton value="open" onClick={() => setState('open')}>
            À traiter
          </ToggleButton>
          <ToggleButton value="closed" onClick={() => setState('closed')}>
            Closes
          </ToggleButton>
        </ToggleButtonGroup>
      }
      none={state === 'open' ? 'Aucune demande de droits à traiter.' : 'Aucune demande de droits close.'}
      {...useRead('GET /desk/privacy/requests', { state })}
    >
      {(request) => <RequestRow request={request} />}
    </RowList>
  );
}

function RequestRow({ request }: { readonly request: RequestSummary }) {
  const { id, kind, person, represented, receivedOn, channel, decision } = request;
  return (
    <Row
      name={`Demande de droits n° ${id} : ${requestKindNames[kind]}`}
      to={`/privacy/requests/${id}`}
      said={person}
      notes={[
        represented !== null && `Pour : ${represented}`,
        format.dotted(
          `Reçue le ${format.day(receivedOn)} (${channelNames[channel]})`,
          decision !== null && decisionNames[decision],
        ),
      ]}
      acts={<DueChip request={request} />}
    />
  );
}

/** A request that is due within so many days is urgent. */
const urgentDays = 7;

/** When a request is due, in red within seven days; when it was closed. */
export function DueChip({ request }: { readonly request: Pick<PrivacyRequest, 'dueOn' | 'closedAt'> }) {
  const { dueOn, closedAt } = request;
  if (closedAt !== null)
    return <Chip size="small" variant="outlined" label={`Close le ${format.moment(closedAt)}`} />;
  const left = daysBetween(today(), dueOn);
  const isUrgent = left <= urgentDays;
  const day = format.day(dueOn);
  return (
    <Chip
      size="small"
      color={isUrgent ? 'error' : 'default'}
      variant={isUrgent ? 'filled' : 'outlined'}
      label={
        left < 0
          ? `En retard ${plural(-left, 'd’un jour', `de ${-left} jours`)} (${day})`
          : left === 0
            ? 'À répondre aujourd’hui'
            : `À répondre au plus tard le ${day} (${plural(left, 'demain', `${left} jours`)})`
      }
    />
  );
}

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
  const mark = isOver ? `${holdKinds[kind]} : terminé` : heldText({ kind, until });
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

/** Notes that a person does not want to be contacted. Their number and address are not stored. */
export function ObjectionButton({ requestId, ...button }: FormOpener & { readonly requestId?: number }) {
  return (
    <FormButton
      {...button}
      title="Noter une opposition à la prospection"
      submit="Noter l’opposition"
      values={{ objectedOn: today() }}
      isSticky
      send={async ({ phone, email, objectedOn }) => {
        const typed = { phone: textOf(phone), email: textOf(email) };
        if (typed.phone === undefined && typed.email === undefined)
          return 'Donnez un téléphone ou un e-mail.';
        const body = { ...typed, objectedOn, ...(requestId !== undefined && { requestId }) };
        return request('POST /desk/privacy/objections', body);
      }}
      done="Opposition notée."
    >
      <TextInput source="phone" type="tel" label="Téléphone" />
      <TextInput
        source="email"
        type="email"
        label="E-mail"
        helperText="Ni le numéro ni l’adresse ne sont gardés : seulement une empreinte, pour la durée de la règle « Opposition ». Un numéro vaut pour les appels et les SMS. Les fiches qui concordent, nouvelles comprises, le montrent ; une demande ouverte reçoit quand même sa réponse."
      />
      <DateInput source="objectedOn" label="Le" />
    </FormButton>
  );
}

function textOf(typed: unknown): string | undefined {
  return typeof typed === 'string' && typed.trim() !== '' ? typed.trim() : undefined;
}
