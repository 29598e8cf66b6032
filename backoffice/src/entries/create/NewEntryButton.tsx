import AddOutlined from '@mui/icons-material/AddOutlined';
import { TextField } from '@mui/material';
import type { ReactNode } from 'react';
import { BooleanInput, DateInput, regex, required, SelectInput, TextInput, useInput } from 'react-admin';
import { useNavigate } from 'react-router';
import { fieldName } from '../../../../server/src/french/field-names.ts';
import { request } from '../../api/client.ts';
import type { EntryKind } from '../../api/enumerations.ts';
import { useRead, useResidences } from '../../api/queries.ts';
import { today } from '../../i18n/days.ts';
import { useMayChange, useSession } from '../../session/access.ts';
import { FormButton, type FormValues } from '../../ui/forms.tsx';
import { emailPattern } from '../../ui/phone.ts';
import { entryPath } from '../entry.ts';
import { useIdempotencyKey } from '../use-idempotency-key.ts';
import { Field } from './Field.tsx';

const titles = { survey: 'Nouvel avis', complaint: 'Nouvelle réclamation' };

const scores = Array.from({ length: 11 }, (_, note) => ({ id: note, name: String(note) }));
const isRequired = required('À remplir.');
const isEmail = regex(emailPattern, 'Cette adresse e-mail n’est pas complète.');
/** Without room for a hint below. */
const bare = { helperText: false } as const;

/** Opens the form of a new complaint or opinion, where the user may enter one. */
export function NewSurveyButton({ name }: { readonly name: 'complaint' | 'survey' }) {
  const userId = useSession()?.user.id ?? null;
  const type = `survey.type.${name}` as const;
  return (
    <NewEntryButton
      kind="survey"
      type={type}
      title={titles[name]}
      create={(entry, { isMine, ...typed }, once) => {
        const body = { ...entry, ...typed, type, ownerId: isMine === true ? userId : null };
        return request('POST /desk/surveys', body, once(body));
      }}
    >
      <Field source="fields.contact" label="Ce que la famille dit" multiline minRows={3} />
      {name === 'survey' ? (
        <SelectInput
          source="note"
          label="Note de satisfaction, de 0 à 10"
          choices={scores}
          translateChoice={false}
        />
      ) : (
        <>
          <TextInput source="resident" label={fieldName('resident')} {...bare} />
          <DateInput source="dateFirstContact" label="Dite ou écrite le" defaultValue={today()} {...bare} />
          <BooleanInput source="isMine" label="Je m’en charge" defaultValue {...bare} />
        </>
      )}
    </NewEntryButton>
  );
}

/** Opens the form of a new job application, where the user may enter one. */
export function NewApplicationButton() {
  const { nameOf } = useResidences();
  const offers = useRead('GET /desk/announcements').data?.data ?? [];
  return (
    <NewEntryButton
      kind="postuler"
      title="Nouvelle candidature"
      create={async (entry, { announcementId, cv }, once) => {
        const offer = offers.find(({ id }) => id === announcementId);
        const body = {
          ...entry,
          ...(offer !== undefined && { announcementId: offer.id, establishmentId: offer.establishmentId }),
          ...(cv instanceof File && { cv: { name: cv.name, content: await base64Of(cv) } }),
        };
        return request('POST /desk/applications', body, once(body));
      }}
    >
      <Field source="fields.message" label="Message" multiline minRows={3} />
      <SelectInput
        source="announcementId"
        label="Offre d’emploi"
        choices={offers
          .filter(({ open }) => open)
          .map(({ id, title, establishmentId }) => ({ id, name: `${title} – ${nameOf(establishmentId)}` }))}
        translateChoice={false}
        emptyText="Candidature spontanée"
        helperText="La candidature va à la résidence de l’offre."
      />
      <CvInput />
    </NewEntryButton>
  );
}

function CvInput() {
  const { field } = useInput({ source: 'cv' });
  return (
    <TextField
      type="file"
      label="CV"
      helperText="PDF, Word, ODT, RTF, texte ou image, 5 Mo au plus"
      fullWidth
      onChange={({ target }) => {
        if (target instanceof HTMLInputElement) field.onChange(target.files?.[0] ?? null);
      }}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { accept: '.pdf,.doc,.docx,.docm,.dot,.dotx,.odt,.rtf,.txt,image/*' },
      }}
    />
  );
}

interface Props {
  readonly kind: EntryKind;
  readonly type?: string | null;
  readonly title: string;
  /** Creates the entry. `typed` has the values of the other inputs; `once` are the options by which a body is stored once. */
  readonly create: (
    entry: { readonly establishmentId: number; readonly fields: Readonly<Record<string, unknown>> },
    typed: FormValues,
    once: ReturnType<typeof useIdempotencyKey>,
  ) => Promise<{ readonly id: number }>;
  readonly children: ReactNode;
}

/** A button with a form: residence, person, and `children`. */
function NewEntryButton({ kind, type = null, title, create, children }: Props) {
  const navigate = useNavigate();
  const mayChange = useMayChange();
  const { all } = useResidences();
  const once = useIdempotencyKey();
  const residences = all.filter(({ id }) => mayChange({ kind, type, establishmentId: id }));
  const [first] = residences;
  if (first === undefined) return null;

  async function send({ establishmentId, fields, ...typed }: FormValues) {
    const { id } = await create({ establishmentId, fields }, typed, once);
    void navigate(entryPath({ kind, id }));
  }

  return (
    <FormButton
      text={title}
      size="small"
      variant="contained"
      startIcon={<AddOutlined />}
      submit="Créer"
      values={{ establishmentId: residences.length === 1 ? first.id : null }}
      isSticky
      send={send}
      done="Enregistré."
    >
      {residences.length > 1 && (
        <SelectInput
          source="establishmentId"
          label="Résidence"
          choices={residences}
          translateChoice={false}
          validate={isRequired}
        />
      )}
      <Field source="fields.lastName" validate={isRequired} autoFocus {...bare} />
      <Field source="fields.firstName" {...bare} />
      <Field source="fields.phone" {...bare} />
      <Field source="fields.email" validate={isEmail} {...bare} />
      {children}
    </FormButton>
  );
}

/** The content of a file as a `data:` address, which the service reads as base64. */
function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(file);
  });
}
