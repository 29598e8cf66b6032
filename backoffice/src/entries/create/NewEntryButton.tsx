import AddOutlined from '@mui/icons-material/AddOutlined';
import { TextField } from '@mui/material';
import type { ReactNode } from 'react';
import { BooleanInput, DateInput, regex, required, SelectInput, TextInput, useInput } from 'react-admin';
import { useNavigate } from 'react-router';
import { fieldName } from '../../../../server/src/french/field-names.ts';
import { type CallOptions, request } from '../../api/client.ts';
import type { EntryKind } from '../../api/enumerations.ts';
import { useRead, useResidences } from '../../api/queries.ts';
import { today } from '../../i18n/days.ts';
import { translate } from '../../i18n/texts.ts';
import { mayChange, useSession } from '../../session/access.ts';
import { emailPattern } from '../../ui/email.ts';
import { FormButton } from '../../ui/FormButton.tsx';
import type { FormValues } from '../../ui/SendForm.tsx';
import { entryPath } from '../entry.ts';
import { filled, maxTextLength } from './lead-form.ts';
import { useIdempotencyKey } from './use-idempotency-key.ts';

const scores = Array.from({ length: 11 }, (_, note) => ({ id: note, name: String(note) }));

/** Opens the form of a new complaint or opinion, where the user may enter one. */
export function NewSurveyButton({ name }: { readonly name: 'complaint' | 'survey' }) {
  const session = useSession();
  return (
    <NewEntryButton
      kind="survey"
      type={`survey.type.${name}`}
      title={`accueil.queues.surveys.add.${name}`}
      messageField="contact"
      messageLabel="accueil.queues.surveys.add.message"
      create={(entry, { note, resident, dateFirstContact, isMine }, once) => {
        const type = `survey.type.${name}` as const;
        const ownerId = isMine === true ? (session?.user.id ?? null) : null;
        const more =
          name === 'survey'
            ? { ...(typeof note === 'number' && { note }) }
            : { ownerId, resident: resident || null, dateFirstContact: dateFirstContact || null };
        const body = { ...entry, type, ...more };
        return request('POST /desk/surveys', body, once(body));
      }}
    >
      {name === 'survey' ? (
        <SelectInput
          source="note"
          label="accueil.queues.surveys.add.note"
          choices={scores}
          translateChoice={false}
        />
      ) : (
        <>
          <TextInput source="resident" label={fieldName('resident')} helperText={false} />
          <DateInput
            source="dateFirstContact"
            label="accueil.queues.surveys.add.day"
            defaultValue={today()}
            helperText={false}
          />
          <BooleanInput
            source="isMine"
            label="accueil.queues.surveys.add.isMine"
            defaultValue
            helperText={false}
          />
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
      title="accueil.queues.applications.add.title"
      messageField="message"
      messageLabel="accueil.queues.applications.add.message"
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
      <SelectInput
        source="announcementId"
        label="accueil.queues.applications.offer"
        choices={offers
          .filter(({ open }) => open)
          .map(({ id, title, establishmentId }) => ({ id, name: `${title} – ${nameOf(establishmentId)}` }))}
        translateChoice={false}
        emptyText="accueil.queues.applications.spontaneous"
        helperText="accueil.queues.applications.add.offerHint"
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
      label={translate('accueil.entry.file.title')}
      helperText={translate('accueil.queues.applications.add.fileHint')}
      fullWidth
      onChange={({ target }) => {
        if (target instanceof HTMLInputElement) field.onChange(target.files?.[0] ?? null);
      }}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { accept: '.pdf,.doc,.docx,.odt,.jpg,.jpeg,.png' },
      }}
    />
  );
}

interface NewEntryButtonProps {
  readonly kind: EntryKind;
  /** The type of a survey. */
  readonly type?: string | null;
  /** The key of the title. */
  readonly title: string;
  /** The field of the contract that holds what the person says. */
  readonly messageField: string;
  readonly messageLabel: string;
  /** Creates the entry. `typed` has the values of the other inputs; `once` are the options by which a body is stored once. */
  readonly create: (
    entry: { readonly establishmentId: number; readonly fields: Record<string, string> },
    typed: FormValues,
    once: (body: object) => CallOptions,
  ) => Promise<{ readonly id: number }>;
  readonly children: ReactNode;
}

/** A button with a form: residence, person, message, and `children`. */
function NewEntryButton({ kind, type = null, title, create, children, ...message }: NewEntryButtonProps) {
  const navigate = useNavigate();
  const session = useSession();
  const { all } = useResidences();
  const keyOf = useIdempotencyKey();
  const residences =
    session === undefined
      ? []
      : all.filter(({ id }) => mayChange(session, { kind, type, establishmentId: id }));
  const [first] = residences;
  if (first === undefined) return null;

  async function send({ establishmentId, fields, ...typed }: FormValues) {
    const entry = { establishmentId, fields: filled(isFields(fields) ? fields : {}) };
    const { id } = await create(entry, typed, (body) => ({ headers: keyOf(JSON.stringify(body)) }));
    void navigate(entryPath({ kind, id }));
  }

  return (
    <FormButton
      text={translate(title)}
      size="small"
      variant="contained"
      startIcon={<AddOutlined />}
      submit={translate('accueil.queues.create')}
      values={{ establishmentId: residences.length === 1 ? first.id : null }}
      isSticky
      send={send}
      done="accueil.entry.act.saved"
    >
      {residences.length > 1 && (
        <SelectInput
          source="establishmentId"
          label="accueil.leads.column.establishmentId"
          choices={residences}
          translateChoice={false}
          validate={required('accueil.leads.form.required')}
        />
      )}
      <EntryInputs {...message} />
      {children}
    </FormButton>
  );
}

const isEmail = regex(emailPattern, 'accueil.leads.form.badEmail');

/** Who it is, and what they say. */
function EntryInputs({
  messageField,
  messageLabel,
}: Pick<NewEntryButtonProps, 'messageField' | 'messageLabel'>) {
  const common = {
    helperText: false,
    slotProps: { htmlInput: { maxLength: 255, autoComplete: 'off' } },
  } as const;
  return (
    <>
      <TextInput
        source="fields.lastName"
        label="accueil.leads.form.lastName"
        validate={required('accueil.leads.form.required')}
        autoFocus
        {...common}
      />
      <TextInput source="fields.firstName" label="accueil.entry.field.firstName" {...common} />
      <TextInput source="fields.phone" label="accueil.leads.form.telephone" type="tel" {...common} />
      <TextInput
        source="fields.email"
        label="accueil.entry.field.email"
        type="email"
        validate={isEmail}
        {...common}
      />
      <TextInput
        source={`fields.${messageField}`}
        label={messageLabel}
        multiline
        minRows={3}
        slotProps={{ htmlInput: { maxLength: maxTextLength } }}
      />
    </>
  );
}

function isFields(value: unknown): value is Record<string, string | null> {
  return typeof value === 'object' && value !== null;
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
