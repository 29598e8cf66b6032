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
import { maxSmsParts, smsParts } from '../../../../server/src/french/sms-parts.ts';
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
  const [channel, setChannel] = useState<Channel>(mayMail ? 'email' : 'sms');
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
        const to = data === undefined ? undefined : toOf(data, channel, person);
        const message = {
          ...{ id, person, channel, text },
          ...(to !== undefined && { to }),
          ...(channel === 'email' && { subject }),
        };
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
          const isLater = Date.parse(sent.sendsAt) > Date.now() + 60_000;
          const told = isLater ? t('sentLater', { to, at: format.moment(sent.sendsAt) }) : t('sent', { to });
          notify(<UndoMessage text={told} undo={undo} />, {
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
        {(writing) => (
          <>
            {mayMail && mayText && <Channels channel={channel} writing={writing} onChosen={setChannel} />}
            <Inputs key={channel} {...writing} people={peopleOf(writing, channel)} channel={channel} />
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

interface ChannelsProps {
  readonly channel: Channel;
  readonly writing: Writing;
  readonly onChosen: (channel: Channel) => void;
}

function Channels({ channel, writing, onChosen }: ChannelsProps) {
  const { setValue } = useFormContext();
  return (
    <Stack direction="row" role="group" aria-label={t('by')} sx={{ gap: 1 }}>
      {channels.map((one) => (
        <ChoiceChip
          key={one}
          label={t(`channel.${one}`)}
          isChosen={one === channel}
          onChosen={() => {
            // Who has an address may have no number.
            setValue('person', peopleOf(writing, one)[0]?.person);
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

function Inputs({ people, templates: all, values, channel }: Writing & { readonly channel: Channel }) {
  const templates = all.filter((one) => one.channel === channel);
  const isSms = channel === 'sms';
  const { setValue, getValues } = useFormContext();
  const [chosen, setChosen] = useState<Template>();
  const [text, subject, key]: unknown[] = useWatch({ name: ['text', 'subject', 'person'] });
  const empty = emptyIn(`${text ?? ''} ${isSms ? '' : (subject ?? '')}`);
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
    if (!isSms) setValue('subject', fill(template.subject));
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
