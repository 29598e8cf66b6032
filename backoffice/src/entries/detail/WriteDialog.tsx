import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Stack,
  Typography,
} from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { SelectInput, TextInput, useInput, useNotify } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { filled, variablesIn } from '../../../../server/src/french/template-variables.ts';
import { DeskError, request } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import type { AnswerOf } from '../../api/routes.ts';
import { format } from '../../i18n/format.ts';
import { textsOf, translate } from '../../i18n/texts.ts';
import { ChoiceChip } from '../../ui/ChoiceChip.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { WhenLoaded } from '../../ui/WhenLoaded.tsx';
import { UndoMessage, undoMs } from '../UndoMessage.tsx';
import { useDraft } from '../use-draft.ts';
import { useIdempotencyKey } from '../use-idempotency-key.ts';
import { type EntryDialogProps, required } from './ActDialog.tsx';
import { problemText } from './acts.ts';
import { ConsentDialog } from './ConsentDialog.tsx';
import { isShort } from './message-text.ts';

const t = textsOf('entry.write');
type Writing = AnswerOf<'GET /desk/entries/:id/writing'>;
type Template = Writing['templates'][number];

/** Writes an e-mail to a person of the entry, or says why that can't be. */
export function WriteDialog(props: EntryDialogProps) {
  const titleId = useId();
  const { title, entry, onClose } = props;
  if (entry.noMail === null) return <WriteForm {...props} />;
  return (
    <Dialog open aria-labelledby={titleId} onClose={() => onClose()}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        <Alert severity="warning">{t(`noMail.${entry.noMail}`)}</Alert>
      </DialogContent>
      <DialogActions>
        <Button onClick={() => onClose()}>{translate('ra.action.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

/** What is typed is what arrives. */
function WriteForm({ title, entry, onClose }: EntryDialogProps) {
  const { id } = entry;
  const [consent, setConsent] = useState<'needed' | 'asked'>();
  const { data, error } = useRead('GET /desk/entries/:id/writing', { id });
  const keyOf = useIdempotencyKey();
  const client = useQueryClient();
  const notify = useNotify();
  // What was taken back is there again, to be corrected.
  const [lastSubject, lastText] = [useDraft(`subject of ${id}`), useDraft(`message of ${id}`)];
  const form = (
    <FormDialog
      title={title}
      submit={t('submit')}
      values={{ subject: lastSubject.text, text: lastText.text }}
      isSticky
      onClose={onClose}
      onSubmit={async ({ person, subject, text }) => {
        const to = data?.people.find((one) => one.person === person)?.to;
        const message = {
          id,
          person,
          ...(to !== undefined && { to }),
          channel: 'email',
          subject,
          text,
        } as const;
        try {
          const sent = await request('POST /desk/entries/:id/messages', message, keyOf(message));
          onClose();
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
          if (!(refused instanceof DeskError)) throw refused;
          if (refused.code === 'CONSENT') setConsent('needed');
          // The address may be another one by now.
          if (refused.status === 409) await client.invalidateQueries();
          return problemText(refused);
        }
      }}
    >
      <WhenLoaded data={data} error={error}>
        {(writing) => <Inputs {...writing} />}
      </WhenLoaded>
      {consent !== undefined && (
        <Button variant="outlined" sx={{ alignSelf: 'flex-start' }} onClick={() => setConsent('asked')}>
          {translate('accueil.entry.act.consent')}
        </Button>
      )}
    </FormDialog>
  );
  return (
    <>
      {form}
      {consent === 'asked' && (
        <ConsentDialog
          title={translate('accueil.entry.act.consent')}
          entry={entry}
          onClose={(sent) => setConsent(sent?.state === 'done' ? undefined : 'needed')}
        />
      )}
    </>
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
        people.map((one) => <OnlyPerson key={one.to} {...one} />)
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

/** Who alone can be written to: shown, not chosen. */
function OnlyPerson({ person, name, to }: Writing['people'][number]) {
  useInput({ source: 'person', defaultValue: person });
  return (
    <Typography sx={{ overflowWrap: 'anywhere' }}>
      {t('to')} {format.dotted(name ?? '', to)}
    </Typography>
  );
}

const emptyIn = (words: string) => [...new Set(variablesIn(words).map((name) => `{${name}}`))];

function isFilled(words: unknown) {
  const names = emptyIn(String(words ?? ''));
  return names.length === 0 ? undefined : t('empty', { names: names.join(', ') });
}
