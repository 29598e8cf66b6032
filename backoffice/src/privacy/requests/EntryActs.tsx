import { Alert, Checkbox, FormControlLabel, FormGroup, Radio, RadioGroup, Typography } from '@mui/material';
import { useState } from 'react';
import { BooleanInput, FormDataConsumer, RadioButtonGroupInput, required, TextInput } from 'react-admin';
import { request } from '../../api/client.ts';
import type { EntryFacts, PrivacyRequest, RequestEntry } from '../../api/privacy-responses.ts';
import { choicesIn } from '../../i18n/choices.ts';
import { format } from '../../i18n/format.ts';
import { FormButton } from '../../ui/FormButton.tsx';
import { useAct } from '../../ui/use-act.ts';
import { personName } from '../acts/names.ts';

const change = 'PATCH /desk/privacy/requests/:id/entries/:entryId';
/** What became of one entry for a request. */
export const outcomeNames: Readonly<Record<RequestEntry['state'], string>> = {
  found: 'À traiter',
  done: 'Fait',
  refused: 'Refusé',
};

const saved = 'Enregistré.';

interface Props {
  readonly requestId: number;
  readonly linked: RequestEntry;
}

interface PersonsProps extends Props {
  readonly persons: EntryFacts['persons'];
}

/** Whom of an entry the request concerns: nobody else's data is erased or exported. */
export function ConcernedPersons({ requestId: id, linked: { entryId, people }, persons }: PersonsProps) {
  const { act, isBusy } = useAct();
  const [concerned, setConcerned] = useState(people ?? []);

  function choose(chosen: typeof concerned) {
    setConcerned(chosen);
    const body = { id, entryId, people: chosen.length > 0 ? chosen : null };
    void act(async () => {
      try {
        await request(change, body);
      } catch (error) {
        setConcerned(concerned);
        throw error;
      }
    }, saved);
  }

  return (
    <>
      <Typography variant="body2" color={concerned.length === 0 ? 'error' : 'textPrimary'}>
        {concerned.length === 0
          ? 'Dites qui, parmi les personnes de la fiche, la demande concerne :'
          : 'La demande concerne :'}
      </Typography>
      <FormGroup aria-label={`Personnes concernées de la fiche n° ${entryId}`}>
        {persons.map((one) => (
          <FormControlLabel
            key={one.person}
            label={personName(one)}
            disabled={isBusy}
            control={
              <Checkbox
                size="small"
                checked={concerned.includes(one.person)}
                onChange={(_event, isChosen) => {
                  const others = concerned.filter((person) => person !== one.person);
                  choose(isChosen ? [...others, one.person] : others);
                }}
              />
            }
          />
        ))}
      </FormGroup>
    </>
  );
}

interface RequestProps {
  readonly request: PrivacyRequest;
}

/** Whether it has to be said by which known contact of the entry the identity was checked. */
export function lacksContact(
  { asker, identityKind }: Pick<PrivacyRequest, 'asker' | 'identityKind'>,
  { contact }: Pick<RequestEntry, 'contact'>,
): boolean {
  const isEmail = identityKind === 'known-email';
  if (asker === 'controller' || (identityKind !== 'called-back' && !isEmail)) return false;
  return contact === null || /email/.test(contact) !== isEmail;
}

/** By which known contact of the entry the identity was checked. */
export function CheckedContact({ request: of, linked }: RequestProps & Pick<Props, 'linked'>) {
  const { id, asker, identityKind } = of;
  const { entryId, contact, contacts } = linked;
  const { act, isBusy } = useAct();
  const isEmail = identityKind === 'known-email';
  if (asker === 'controller' || (identityKind !== 'called-back' && !isEmail)) return null;
  const fitting = contacts.filter(({ key }) => /email/.test(key) === isEmail);
  return (
    <>
      <Typography variant="body2" color={lacksContact(of, linked) ? 'error' : 'textPrimary'}>
        {fitting.length === 0
          ? 'Identité : la fiche n’a aucun contact de cette sorte. Choisissez une autre vérification.'
          : 'Identité vérifiée par :'}
      </Typography>
      <RadioGroup
        aria-label={`Contact connu de la fiche n° ${entryId}`}
        value={contact ?? ''}
        onChange={(_event, key) => act(() => request(change, { id, entryId, contact: key }), saved)}
      >
        {fitting.map(({ key, shown, since, counts }) => (
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

interface NamesProps extends RequestProps {
  readonly concerned: EntryFacts['persons'];
}

/** Says in words that who asks has another name than a person whom the request concerns. */
export function OtherNames({ request: { asker, person, represented }, concerned }: NamesProps) {
  if (asker === 'controller') return null;
  const asked = represented ?? person;
  const known = new Set(wordsOf(asked));
  const others = concerned.filter(
    ({ name }) => name !== null && !wordsOf(name).every((word) => known.has(word)),
  );
  return others.map(({ person: key, name }) => (
    <Alert key={key} severity="warning">
      {`Les noms diffèrent : la demande est de « ${asked} », la personne de la fiche s’appelle « ${name} ». Vérifiez que c’est la même.`}
    </Alert>
  ));
}

/** Says what became of one entry for a request; a refusal has a reason. */
export function OutcomeButton({ requestId: id, linked: { entryId, state: before, reason: why } }: Props) {
  return (
    <FormButton
      size="small"
      text="Suite donnée"
      label={`Suite donnée à la fiche n° ${entryId}`}
      title={`Suite donnée à la fiche n° ${entryId}`}
      values={{ state: before, reason: why }}
      send={({ state, reason }) =>
        request(change, { id, entryId, state, ...(state === 'refused' && { reason }) })
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
              helperText="Ne nommez personne : la preuve reprend ce texte."
            />
          )
        }
      </FormDataConsumer>
    </FormButton>
  );
}

/** Whether the person receives the free texts of an entry: they may name others. */
export function TextsButton({ requestId: id, linked: { entryId, withheld } }: Props) {
  return (
    <FormButton
      size="small"
      text="Textes"
      label={`Textes de la fiche n° ${entryId}`}
      title={`Fiche n° ${entryId} : textes`}
      values={{ isWithheld: typeof withheld?.reason === 'string', reason: withheld?.reason ?? null }}
      send={({ isWithheld, reason }) =>
        request(change, { id, entryId, withheld: { reason: isWithheld ? reason : null } })
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
  );
}
