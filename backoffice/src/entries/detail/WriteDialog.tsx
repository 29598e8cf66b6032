import { Stack, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SelectInput, TextInput, useNotify } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { DeskError, request } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import type { EntryDetail } from '../../api/responses.ts';
import type { AnswerOf } from '../../api/routes.ts';
import { format } from '../../i18n/format.ts';
import { textsOf } from '../../i18n/texts.ts';
import { ChoiceChip } from '../../ui/ChoiceChip.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { WhenLoaded } from '../../ui/WhenLoaded.tsx';
import { UndoMessage, undoMs } from '../UndoMessage.tsx';
import { useIdempotencyKey } from '../use-idempotency-key.ts';
import { required } from './ActDialog.tsx';
import { problemText } from './acts.ts';

const t = textsOf('entry.write');
type Writing = AnswerOf<'GET /desk/entries/:id/writing'>;
type Template = Writing['templates'][number];

interface Props {
  readonly title: string;
  readonly entry: EntryDetail;
  readonly onClose: () => void;
}

/** Writes an e-mail to a person of the entry. What is typed is what arrives. */
export function WriteDialog({ title, entry: { id }, onClose }: Props) {
  const { data, error } = useRead('GET /desk/entries/:id/writing', { id });
  const keyOf = useIdempotencyKey();
  const client = useQueryClient();
  const notify = useNotify();
  return (
    <FormDialog
      title={title}
      submit={t('submit')}
      values={{ subject: '', text: '' }}
      isSticky
      onClose={onClose}
      onSubmit={async ({ person = data?.people[0]?.person, subject, text }) => {
        const message = { id, person, channel: 'email', subject, text } as const;
        try {
          const sent = await request('POST /desk/entries/:id/messages', message, keyOf(message));
          onClose();
          const { to } = data?.people.find((one) => one.person === person) ?? {};
          const undo = () => request('POST /desk/messages/:id/cancel', { id: sent.id });
          notify(<UndoMessage text={t('sent', { to })} undo={undo} />, {
            autoHideDuration: undoMs,
            anchorOrigin: { vertical: 'bottom', horizontal: 'left' },
          });
          return client.invalidateQueries();
        } catch (refused) {
          return refusalText(refused);
        }
      }}
    >
      <WhenLoaded data={data} error={error}>
        {(writing) => <Inputs {...writing} />}
      </WhenLoaded>
    </FormDialog>
  );
}

function Inputs({ people, templates, values }: Writing) {
  const { setValue, getValues } = useFormContext();
  const [chosen, setChosen] = useState<Template>();
  const [text, subject, key]: unknown[] = useWatch({ name: ['text', 'subject', 'person'] });
  const empty = emptyIn(`${text} ${subject}`);
  const personOf = (one: unknown) => people.find(({ person }) => person === one) ?? people[0];
  const filledFor = (person: unknown) => {
    const all: Record<string, string | undefined> = { ...values, salutation: personOf(person)?.salutation };
    return (words: string) => words.replace(variable, (whole, name) => all[name] ?? whole);
  };

  /** What was typed stays: the template follows it. */
  function choose(template: Template, person: unknown = key) {
    const fill = filledFor(person);
    const typed = String(getValues('text')).trim();
    const isTyped = typed !== '' && (chosen === undefined || typed !== filledFor(key)(chosen.text).trim());
    setValue('text', isTyped ? `${typed}\n\n${fill(template.text)}` : fill(template.text));
    setValue('subject', fill(template.subject));
    setChosen(template);
  }

  return (
    <>
      {people.length > 1 ? (
        <SelectInput
          source="person"
          label={t('to')}
          defaultValue={people[0]?.person}
          choices={people.map(({ person, name, to }) => ({
            id: person,
            name: format.dotted(name, to),
          }))}
          validate={required}
          onChange={(event) => {
            if (chosen !== undefined && 'target' in event) choose(chosen, event.target.value);
          }}
        />
      ) : (
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          {t('to')} {format.dotted(people[0]?.name ?? '', people[0]?.to ?? '')}
        </Typography>
      )}
      {templates.length > 0 && (
        <Stack direction="row" role="group" aria-label={t('from')} sx={{ flexWrap: 'wrap', gap: 1 }}>
          {templates.map((template) => (
            <ChoiceChip
              key={template.id}
              label={template.name}
              isChosen={template.id === chosen?.id}
              onChosen={() => choose(template)}
            />
          ))}
        </Stack>
      )}
      <TextInput source="subject" label={t('subject')} validate={[required, isFilled]} />
      <TextInput
        source="text"
        label={t('text')}
        validate={[required, isFilled, isShort]}
        multiline
        minRows={8}
      />
      <Typography variant="body2" color={empty.length > 0 ? 'warning.main' : 'textSecondary'}>
        {empty.length > 0 ? t('empty', { names: empty.join(', ') }) : t('leaves')}
      </Typography>
    </>
  );
}

const variable = /\{([\p{L} ]{1,40})\}/gu;
const emptyIn = (words: string) => [...new Set(words.match(variable) ?? [])];

function isFilled(words: unknown) {
  const names = emptyIn(String(words ?? ''));
  return names.length === 0 ? undefined : t('empty', { names: names.join(', ') });
}

function isShort(words: unknown) {
  return [...String(words ?? '')].length > 5_000 ? t('problem.tooLong') : undefined;
}

/** Why a message was refused, in a sentence. */
function refusalText(error: unknown): string {
  if (!(error instanceof DeskError)) return problemText(error);
  if (error.status === 429) return t('problem.tooMany');
  const [field] = error.message.split(':');
  if (field === 'consent' || field === 'person') return t(`problem.${field}`);
  return field === 'id' ? t('problem.residence') : problemText(error);
}
