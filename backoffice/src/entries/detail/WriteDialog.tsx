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
import { SelectInput, TextInput, useInput } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { maxSmsParts, smsParts, writtenFor } from '../../../../server/src/french/sms-parts.ts';
import { filled, variablesIn } from '../../../../server/src/french/template-variables.ts';
import { DeskError, request } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import type { AnswerOf } from '../../api/routes.ts';
import { format } from '../../i18n/format.ts';
import { textsOf, translate } from '../../i18n/texts.ts';
import { ChoiceChip } from '../../ui/ChoiceChip.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { WhenLoaded } from '../../ui/WhenLoaded.tsx';
import { problemText } from '../problem-text.ts';
import { useUndoNotice } from '../UndoMessage.tsx';
import { useIdempotencyKey } from '../use-idempotency-key.ts';
import { type EntryDialogProps, required } from './ActDialog.tsx';
import { ConsentDialog } from './ConsentDialog.tsx';
import { useMessageDraft } from './message-draft.ts';
import { isShort, sentText } from './message-text.ts';

const t = textsOf('entry.write');
type Writing = AnswerOf<'GET /desk/entries/:id/writing'>;
type Template = Writing['templates'][number];

/** Writes an e-mail or an SMS to a person of the entry, or says why that can't be. */
export function WriteDialog(props: EntryDialogProps) {
  const titleId = useId();
  const { title, entry, onClose } = props;
  if (entry.noMail === null || entry.mayText) return <WriteForm {...props} />;
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
  const { id, mayText } = entry;
  const mayMail = entry.mayWrite && entry.noMail === null;
  // What was taken back is there again, to be corrected.
  const { draft, keep, clear } = useMessageDraft(id);
  const ways = { email: mayMail, sms: mayText };
  const [channel, setChannel] = useState<Channel>(
    draft !== undefined && ways[draft.channel] ? draft.channel : mayMail ? 'email' : 'sms',
  );
  const placing = useState<Placed>();
  const [consent, setConsent] = useState<'needed' | 'asked'>();
  const { data, error } = useRead('GET /desk/entries/:id/writing', { id });
  const keyOf = useIdempotencyKey();
  const client = useQueryClient();
  const offerUndo = useUndoNotice();
  const form = (
    <FormDialog
      title={title}
      submit={t('submit')}
      values={{ subject: draft?.subject ?? '', text: draft?.text ?? '' }}
      isSticky
      onClose={onClose}
      onSubmit={async ({ person, subject, text }) => {
        const to = data === undefined ? undefined : toOf(data, channel, person);
        const message = {
          ...{ id, person, channel, text },
          ...(to !== undefined && { to }),
          ...(channel === 'email' && { subject }),
        };
        try {
          const sent = await request('POST /desk/entries/:id/messages', message, keyOf(message));
          onClose();
          clear();
          const undo = async () => {
            await request('POST /desk/messages/:id/cancel', { id: sent.id });
            keep({ channel, to: to ?? null, subject: subject ?? '', text });
          };
          offerUndo({ text: sentText(channel, to, sent.sendsAt), undo, isKept: true });
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
        {(writing) => (
          <>
            {mayMail && mayText && (
              <Channels channel={channel} writing={writing} placing={placing} onChosen={setChannel} />
            )}
            <Inputs
              key={channel}
              {...writing}
              people={peopleOf(writing, channel)}
              firstTo={draft?.to}
              channel={channel}
              placing={placing}
            />
          </>
        )}
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

/** What a template has put into the form. */
type Placed = Pick<Template, 'id' | 'subject' | 'text'> | undefined;

interface Placing {
  readonly placing: readonly [Placed, (change: (before: Placed) => Placed) => void];
}

interface ChannelsProps extends Placing {
  readonly channel: Channel;
  readonly writing: Writing;
  readonly onChosen: (channel: Channel) => void;
}

function Channels({ channel, writing, placing, onChosen }: ChannelsProps) {
  const { setValue, getValues } = useFormContext();
  const greet = useGreeting(placing);
  return (
    <Stack direction="row" role="group" aria-label={t('by')} sx={{ gap: 1 }}>
      {channels.map((one) => (
        <ChoiceChip
          key={one}
          label={t(`channel.${one}`)}
          isChosen={one === channel}
          onChosen={() => {
            if (one === channel) return;
            const person: unknown = getValues('person');
            const before = peopleOf(writing, channel).find((each) => each.person === person);
            // A person with an address may have no number.
            const people = peopleOf(writing, one);
            const now = people.find((each) => each.person === person) ?? people[0];
            greet(before, now);
            setValue('person', now?.person);
            onChosen(one);
          }}
        />
      ))}
    </Stack>
  );
}

const channels = ['email', 'sms'] as const;
type Channel = (typeof channels)[number];

const peopleOf = ({ people, mobiles }: Writing, channel: Channel) => (channel === 'sms' ? mobiles : people);

const toOf = (writing: Writing, channel: Channel, person: unknown) =>
  peopleOf(writing, channel).find((one) => one.person === person)?.to;

type Person = Writing['people'][number];

/** In what is written, the salutation becomes that of the new recipient. */
function useGreeting([, setPlaced]: Placing['placing']) {
  const { getValues, setValue } = useFormContext();
  return (before: Person | undefined, now: Person | undefined) => {
    const [from, to] = [before?.salutation, now?.salutation];
    if (!from || !to || from === to) return;
    const greeted = (words: unknown) => String(words ?? '').replace(from, () => to);
    setValue('subject', greeted(getValues('subject')));
    setValue('text', greeted(getValues('text')));
    setPlaced(
      (placed) => placed && { ...placed, subject: greeted(placed.subject), text: greeted(placed.text) },
    );
  };
}

interface InputsProps extends Writing, Placing {
  readonly channel: Channel;
  /** To whom it was written before. */
  readonly firstTo: string | null | undefined;
}

function Inputs({ people, templates: all, values, channel, firstTo, placing }: InputsProps) {
  const templates = all.filter((one) => one.channel === channel);
  const isSms = channel === 'sms';
  const { setValue, getValues } = useFormContext();
  const [placed, setPlaced] = placing;
  const greet = useGreeting(placing);
  const [text, subject, key]: unknown[] = useWatch({ name: ['text', 'subject', 'person'] });
  const empty = emptyIn(`${text ?? ''} ${isSms ? '' : (subject ?? '')}`);
  const personOf = (one: unknown) => people.find(({ person }) => person === one) ?? people[0];
  /** What was typed stays: the template follows it. */
  function choose(template: Template) {
    const all = { ...values, salutation: personOf(key)?.salutation };
    const newText = writtenFor(channel, filled(template.text, all));
    const newSubject = filled(template.subject, all);
    const typed = String(getValues('text') ?? '').trim();
    const isTyped = typed !== '' && typed !== placed?.text.trim();
    setValue('text', isTyped ? `${typed}\n\n${newText}` : newText);
    const title = String(getValues('subject') ?? '');
    if (!isSms && (title === '' || title === placed?.subject)) setValue('subject', newSubject);
    setPlaced(() => ({
      id: template.id,
      text: newText,
      subject: isSms ? (placed?.subject ?? '') : newSubject,
    }));
  }

  return (
    <>
      {people.length > 1 ? (
        <SelectInput
          source="person"
          label={t('to')}
          defaultValue={(people.find(({ to }) => to === firstTo) ?? people[0])?.person}
          choices={people.map(({ person, name, to }) => ({
            id: person,
            name: format.dotted(name, to),
          }))}
          validate={required}
          onChange={(event) => {
            if ('target' in event) greet(personOf(key), personOf(event.target.value));
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
              isChosen={template.id === placed?.id}
              onChosen={() => choose(template)}
            />
          ))}
        </Stack>
      )}
      {!isSms && <TextInput source="subject" label={t('subject')} validate={[required, isFilled]} />}
      <TextInput
        source="text"
        label={t('text')}
        validate={[required, isFilled, isSms ? fitsSms : isShort]}
        multiline
        minRows={8}
      />
      <Typography variant="body2" color={empty.length > 0 ? 'warning.main' : 'textSecondary'}>
        {empty.length > 0
          ? t('empty', { names: empty.join(', ') })
          : isSms
            ? `${countOf(String(text ?? ''))} ${t('leavesSms')}`
            : t('leaves')}
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

const countOf = (text: string) => t('count', { smart_count: [...text].length, parts: smsParts(text) });

const fitsSms = (text: unknown) =>
  smsParts(String(text ?? '')) > maxSmsParts ? t('tooManyParts', { parts: maxSmsParts }) : undefined;

const emptyIn = (words: string) => [...new Set(variablesIn(words).map((name) => `{${name}}`))];

function isFilled(words: unknown) {
  const names = emptyIn(String(words ?? ''));
  return names.length === 0 ? undefined : t('empty', { names: names.join(', ') });
}
