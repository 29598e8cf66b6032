import {
  Alert,
  Button,
  Checkbox,
  Chip,
  FormControlLabel,
  FormGroup,
  Radio,
  RadioGroup,
  Stack,
  Typography,
} from '@mui/material';
import { type ReactNode, useState } from 'react';
import { BooleanInput, FormDataConsumer, RadioButtonGroupInput, required, TextInput } from 'react-admin';
import { Link } from 'react-router';
import { request as send } from '../../api/client.ts';
import type { PrivacyRequest, RequestEntry } from '../../api/privacy-responses.ts';
import { choicesIn } from '../../i18n/choices.ts';
import { format } from '../../i18n/format.ts';
import { FormButton, useSend } from '../../ui/forms.tsx';
import { Row } from '../../ui/Rows.tsx';
import { EntryLine, EntryMarks, entryName, personName } from '../acts/names.tsx';

const change = 'PATCH /desk/privacy/requests/:id/entries/:entryId';
const saved = 'Enregistré.';

/** What became of one entry for a request. */
const outcomeNames: Readonly<Record<RequestEntry['state'], string>> = {
  found: 'À traiter',
  done: 'Fait',
  refused: 'Refusé',
};
const colors = { found: 'default', done: 'success', refused: 'warning' } as const;

interface LinkedProps {
  readonly request: PrivacyRequest;
  readonly linked: RequestEntry;
}

interface RowProps extends LinkedProps {
  /** Whether it has to be said whom of the entry the request concerns, and by which contact they were checked. */
  readonly isAboutPersons: boolean;
  /** What this kind of request does with one entry. */
  readonly children: ReactNode;
}

/** An entry that a request concerns: whom of it, what is done with it, and what became of it. */
export function EntryRow({ request, linked, isAboutPersons, children }: RowProps) {
  const { id, closedAt } = request;
  const { entryId, entry, state, reason } = linked;
  const readable = entry?.restriction === 'erased' ? null : entry;
  const isDecided = entry?.pendingErasure?.requestId === id;
  const isPending = closedAt === null && state !== 'refused';
  return (
    <Row
      name={readable !== null ? entryName(readable, entryId) : `Fiche n° ${entryId}`}
      to={readable !== null ? `/privacy/entries/${entryId}?request=${id}` : undefined}
      marks={
        <>
          <Chip
            size="small"
            variant="outlined"
            color={colors[state]}
            label={isDecided ? 'Décidé, pas encore fait' : outcomeNames[state]}
          />
          {entry !== null && <EntryMarks entry={entry} />}
        </>
      }
      notes={[
        entry === null ? 'supprimée' : <EntryLine key="entry" entry={entry} />,
        reason !== null && `Refusé : ${reason}`,
        !isPending &&
          isAboutPersons &&
          `Personnes concernées : ${concernedOf(linked).map(personName).join(' ; ') || '—'}`,
      ]}
    >
      {isPending && isAboutPersons && (
        <>
          {readable !== null && <ConcernedPersons request={request} linked={linked} />}
          {readable !== null && <CheckedContact request={request} linked={linked} />}
          <OtherNames request={request} linked={linked} />
        </>
      )}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, ml: -0.75 }}>
        {readable !== null && state !== 'refused' && children}
        {closedAt === null && <OutcomeButton request={request} linked={linked} />}
      </Stack>
    </Row>
  );
}

const concernedOf = ({ entry, people }: RequestEntry) =>
  entry?.persons.filter(({ person }) => people?.includes(person)) ?? [];

/** By which kind of known contact the identity was checked; null where it was checked otherwise. */
function contactKind({ asker, identityKind }: PrivacyRequest): 'phone' | 'email' | null {
  if (asker === 'controller') return null;
  return identityKind === 'called-back' ? 'phone' : identityKind === 'known-email' ? 'email' : null;
}

const kindOf = (contact: string) => (/email/.test(contact) ? 'email' : 'phone');

/** Whether it has to be said by which known contact of the entry the identity was checked. */
export function lacksContact(request: PrivacyRequest, { contact }: RequestEntry): boolean {
  const kind = contactKind(request);
  return kind !== null && (contact === null || kindOf(contact) !== kind);
}

/** Whom of an entry the request concerns: nobody else's data is erased or exported. */
function ConcernedPersons({ request: { id }, linked: { entryId, entry, people } }: LinkedProps) {
  const { send: run, isBusy } = useSend();
  const [concerned, setConcerned] = useState(people ?? []);

  function choose(chosen: typeof concerned) {
    setConcerned(chosen);
    const sent = send(change, { id, entryId, people: chosen.length > 0 ? chosen : null });
    sent.catch(() => setConcerned(concerned));
    void run(() => sent, saved);
  }

  return (
    <>
      <Typography variant="body2" color={concerned.length === 0 ? 'error' : 'textPrimary'}>
        {concerned.length === 0
          ? 'Dites qui, parmi les personnes de la fiche, est concerné :'
          : 'Personnes concernées :'}
      </Typography>
      <FormGroup aria-label={`Personnes concernées de la fiche n° ${entryId}`}>
        {entry?.persons.map((one) => (
          <FormControlLabel
            key={one.person}
            label={personName(one)}
            disabled={isBusy}
            checked={concerned.includes(one.person)}
            onChange={(_event, isChosen) => {
              const others = concerned.filter((person) => person !== one.person);
              choose(isChosen ? [...others, one.person] : others);
            }}
            control={<Checkbox size="small" />}
          />
        ))}
      </FormGroup>
    </>
  );
}

/** By which known contact of the entry the identity was checked. */
function CheckedContact({ request, linked }: LinkedProps) {
  const { entryId, contact } = linked;
  const { send: run, isBusy } = useSend();
  const kind = contactKind(request);
  if (kind === null) return null;
  const contacts = linked.contacts.filter(({ key }) => kindOf(key) === kind);
  return (
    <>
      <Typography variant="body2" color={lacksContact(request, linked) ? 'error' : 'textPrimary'}>
        {contacts.length === 0
          ? 'Identité : la fiche n’a aucun contact de cette sorte. Choisissez une autre vérification.'
          : 'Identité vérifiée par :'}
      </Typography>
      <RadioGroup
        aria-label={`Contact connu de la fiche n° ${entryId}`}
        value={contact ?? ''}
        onChange={(_event, key) => run(() => send(change, { id: request.id, entryId, contact: key }), saved)}
      >
        {contacts.map(({ key, shown, since, counts }) => (
          <FormControlLabel
            key={key}
            value={key}
            disabled={isBusy || !counts}
            control={<Radio size="small" />}
            label={`${shown}, fiche n° ${entryId}, depuis le ${format.day(since)}${counts ? '' : ' : formulaire public de moins de 30 jours, ne prouve rien'}`}
          />
        ))}
      </RadioGroup>
    </>
  );
}

const wordsOf = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Says in words that who asks has another name than a person whom the request concerns. */
function OtherNames({ request: { asker, person, represented }, linked }: LinkedProps) {
  const asked = represented ?? person;
  const known = new Set(wordsOf(asked));
  return concernedOf(linked).flatMap(({ person: key, name }) =>
    asker === 'controller' || name === null || wordsOf(name).every((word) => known.has(word)) ? (
      []
    ) : (
      <Alert key={key} severity="warning">
        {`Les noms diffèrent : la demande de droits est de « ${asked} », la personne de la fiche s’appelle « ${name} ». Vérifiez que c’est la même.`}
      </Alert>
    ),
  );
}

/** Says what became of one entry for a request; a refusal has a reason. */
function OutcomeButton({ request: { id }, linked: { entryId, state: before, reason: why } }: LinkedProps) {
  return (
    <FormButton
      size="small"
      text="Suite donnée"
      label={`Suite donnée à la fiche n° ${entryId}`}
      title={`Suite donnée à la fiche n° ${entryId}`}
      values={{ state: before, reason: why }}
      send={({ state, reason }) =>
        send(change, { id, entryId, state, ...(state === 'refused' && { reason }) })
      }
      done={saved}
    >
      <RadioButtonGroupInput
        source="state"
        label="Suite donnée"
        row={false}
        choices={choicesIn(outcomeNames)}
        validate={required()}
      />
      <FormDataConsumer>
        {({ formData }) =>
          formData.state === 'refused' && (
            <TextInput
              source="reason"
              label="Motif du refus"
              multiline
              validate={required()}
              helperText="Ne nommez personne : la preuve reprend ce texte."
            />
          )
        }
      </FormDataConsumer>
    </FormButton>
  );
}

/** For a copy of the data: whether the person receives the free texts of an entry, which may name others. */
export function TextsButton({ request: { id, asker, closedAt }, linked }: LinkedProps) {
  const { entryId, people, withheld } = linked;
  const isOfOthers = people?.includes('entry') === false || asker === 'relative' || asker === 'heir';
  const reason = withheld?.reason ?? null;
  // By default, texts about another person are left out.
  const isWithheld = withheld === null ? isOfOthers : reason !== null;
  return (
    <>
      {isWithheld && (
        <Typography variant="body2" color="textSecondary" sx={{ width: '100%', ml: 0.75 }}>
          {reason !== null
            ? `Textes libres non remis : ${reason}`
            : 'Textes libres non remis : ils concernent une autre personne. Ouvrez « Textes » pour en décider autrement.'}
        </Typography>
      )}
      {closedAt === null && (
        <FormButton
          size="small"
          text="Textes"
          label={`Textes de la fiche n° ${entryId}`}
          title={`Fiche n° ${entryId} : textes`}
          values={{ isWithheld, reason }}
          send={(typed) =>
            send(change, { id, entryId, withheld: { reason: typed.isWithheld ? typed.reason : null } })
          }
          done={saved}
        >
          <Typography>
            Les autres personnes de la fiche sont masquées dans l’export. Les textes libres peuvent nommer
            d’autres personnes : relisez-les sur la fiche. Si vous ne les remettez pas, le motif les remplace
            tous.
          </Typography>
          <BooleanInput source="isWithheld" label="Ne pas remettre les textes libres de la fiche" />
          <FormDataConsumer>
            {({ formData }) =>
              formData.isWithheld && <TextInput source="reason" label="Motif" validate={required()} />
            }
          </FormDataConsumer>
        </FormButton>
      )}
    </>
  );
}

/** For an erasure of related persons alone: each is removed from the entry. With the entry's own person all of it goes. */
export function RemoveLinks({
  request: { id, closedAt },
  linked,
  ...button
}: LinkedProps & { readonly disabled: boolean }) {
  if (closedAt !== null || linked.people?.includes('entry') !== false) return null;
  return concernedOf(linked).map((related) => (
    <Button
      key={related.person}
      size="small"
      color="error"
      component={Link}
      to={`/privacy/entries/${linked.entryId}?request=${id}&without=${related.person}`}
      {...button}
    >
      {`Retirer cette personne : ${personName(related)}`}
    </Button>
  ));
}
