import { Stack, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SelectInput, TextInput, useNotify } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { filled, variablesIn } from '../../../../server/src/french/template-variables.ts';
import { request } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import type { AnswerOf } from '../../api/routes.ts';
import { format } from '../../i18n/format.ts';
import { textsOf } from '../../i18n/texts.ts';
import { ChoiceChip } from '../../ui/ChoiceChip.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { WhenLoaded } from '../../ui/WhenLoaded.tsx';
import { UndoMessage, undoMs } from '../UndoMessage.tsx';
import { useDraft } from '../use-draft.ts';
import { useIdempotencyKey } from '../use-idempotency-key.ts';
import { type EntryDialogProps, required } from './ActDialog.tsx';
import { problemText } from './acts.ts';

const t = textsOf('entry.write');
type Writing = AnswerOf<'GET /desk/entries/:id/writing'>;
type Template = Writing['templates'][number];

/** Writes an e-mail to a person of the entry. What is typed is what arrives. */
export function WriteDialog({ title, entry: { id }, onClose }: EntryDialogProps) {
  const { data, error } = useRead('GET /desk/entries/:id/writing', { id });
  const keyOf = useIdempotencyKey();
  const client = useQueryClient();
  const notify = useNotify();
  // What was taken back is there again, to be corrected.
  const [lastSubject, lastText] = [useDraft(`subject of ${id}`), useDraft(`message of ${id}`)];
  return (
    <FormDialog
      title={title}
      submit={t('submit')}
      values={{ subject: lastSubject.text, text: lastText.text }}
      isSticky
      onClose={onClose}
      onSubmit={async ({ person = data?.people[0]?.person, subject, text }) => {
        const message = { id, person, channel: 'email', subject, text } as const;
        try {
          const sent = await request('POST /desk/entries/:id/messages', message, keyOf(message));
          onClose();
          const { to } = data?.people.find((one) => one.person === person) ?? {};
          lastSubject.clear();
          lastText.clear();
          const undo = async () => {
            await request('POST /desk/messages/:id/cancel', { id: sent.id });
            lastSubject.type(subject);
            lastText.type(text);
          };
          notify(<UndoMessage text={t('sent', { to })} undo={undo} />, {
            autoHideDuration: undoMs,
            anchorOrigin: { vertical: 'bottom', horizontal: 'left' },
          });
          return client.invalidateQueries();
        } catch (refused) {
          return problemText(refused);
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
  const empty = emptyIn(`${text ?? ''} ${subject ?? ''}`);
  const personOf = (one: unknown) => people.find(({ person }) => person === one) ?? people[0];
  const filledFor = (person: unknown) => {
    const all = { ...values, salutation: personOf(person)?.salutation };
    return (words: string) => filled(words, all);
  };

  /** What was typed stays: the template follows it. */
  function choose(template: Template) {
    const fill = filledFor(key);
    const typed = String(getValues('text') ?? '').trim();
    const isTyped = typed !== '' && (chosen === undefined || typed !== filledFor(key)(chosen.text).trim());
    setValue('text', isTyped ? `${typed}\n\n${fill(template.text)}` : fill(template.text));
    setValue('subject', fill(template.subject));
    setChosen(template);
  }

  /** In the text of a template to which nothing was added, the name is that of the new recipient. */
  function greet(person: unknown) {
    if (chosen !== undefined && getValues('text') === filledFor(key)(chosen.text))
      setValue('text', filledFor(person)(chosen.text));
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
            if ('target' in event) greet(event.target.value);
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

const emptyIn = (words: string) => [...new Set(variablesIn(words).map((name) => `{${name}}`))];

function isFilled(words: unknown) {
  const names = emptyIn(String(words ?? ''));
  return names.length === 0 ? undefined : t('empty', { names: names.join(', ') });
}

function isShort(words: unknown) {
  return [...String(words ?? '')].length > 5_000 ? t('tooLong') : undefined;
}
