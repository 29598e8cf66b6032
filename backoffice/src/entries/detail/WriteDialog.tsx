import { Alert, Box, Button, Stack, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SelectInput } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { withLink } from '../../../../server/src/french/objection-link.ts';
import { writtenFor } from '../../../../server/src/french/sms.ts';
import { filled, variablesIn } from '../../../../server/src/french/template-variables.ts';
import { DeskError, request } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import type { Letter, Writing } from '../../api/responses.ts';
import { format } from '../../i18n/format.ts';
import { ReadDialog } from '../../ui/dialogs.tsx';
import { FormDialog } from '../../ui/forms.tsx';
import { ChoiceChip } from '../../ui/inputs.tsx';
import { keptValue } from '../../ui/kept-value.ts';
import { type Channel, channels, LetterInputs } from '../../ui/LetterInputs.tsx';
import { WhenLoaded } from '../../ui/WhenLoaded.tsx';
import { problemText } from '../problem-text.ts';
import { useUndoNotice } from '../UndoMessage.tsx';
import { useIdempotencyKey } from '../use-idempotency-key.ts';
import { type EntryDialogProps, required } from './ActDialog.tsx';
import { ConsentDialog } from './ConsentDialog.tsx';
import { sentText } from './EntryActsProvider.tsx';
import { peopleBy } from './VisitConfirmation.tsx';

type Draft = Pick<Letter, 'channel' | 'to' | 'subject' | 'text'>;

const drafts = keptValue<ReadonlyMap<number, Draft>>(new Map());

/** The message to a person of an entry that was taken back, and is there again under « Écrire », to be corrected. */
export function useLetterDraft(entryId: number) {
  const draft = drafts.use().get(entryId);
  const keep = ({ channel, to, subject, text }: Draft) =>
    drafts.change((before) => new Map([...before, [entryId, { channel, to, subject, text }]]));
  const clear = () => drafts.change((before) => new Map([...before].filter(([id]) => id !== entryId)));
  return { draft, keep, clear } as const;
}

const noMailTexts = {
  address: 'L’adresse e-mail de la fiche n’est pas valable : corrigez-la d’abord.',
  residence:
    'La résidence n’a pas d’adresse e-mail : les réponses ne lui parviendraient pas. Ajoutez-la d’abord sur la page de la résidence.',
};

/** Writes an e-mail or an SMS to a person of the entry, or says why that can't be. */
export function WriteDialog(props: EntryDialogProps) {
  const { title, entry, onClose } = props;
  if (entry.noMail === null || entry.mayText) return <WriteForm {...props} />;
  return (
    <ReadDialog title={title} onClose={() => onClose()}>
      <Alert severity="warning">{noMailTexts[entry.noMail]}</Alert>
    </ReadDialog>
  );
}

function WriteForm({ title, entry, onClose }: EntryDialogProps) {
  const { id } = entry;
  // What was taken back is there again, to be corrected.
  const { draft, keep, clear } = useLetterDraft(id);
  const isOpen = { email: entry.mayWrite && entry.noMail === null, sms: entry.mayText };
  const ways = channels.filter((one) => isOpen[one]);
  const [consent, setConsent] = useState<'needed' | 'asked'>();
  const { data, error } = useRead('GET /desk/entries/:id/writing', { id });
  const keyOf = useIdempotencyKey();
  const client = useQueryClient();
  const offerUndo = useUndoNotice();
  return (
    <>
      <FormDialog
        title={title}
        submit="Envoyer"
        values={{
          channel: ways.find((one) => one === draft?.channel) ?? ways[0],
          subject: draft?.subject ?? '',
          text: draft?.text ?? '',
        }}
        isSticky
        onClose={onClose}
        send={async ({ channel, person: chosen, subject, text }) => {
          const { person, to } = (data && recipientOf(data, channel, chosen)) ?? { person: chosen };
          const message = {
            ...{ id, person, channel, text },
            ...(to !== undefined && { to }),
            ...(channel === 'email' && { subject }),
          };
          try {
            const sent = await request('POST /desk/entries/:id/letters', message, keyOf(message));
            onClose();
            clear();
            const undo = async () => {
              await request('POST /desk/letters/:id/cancel', { id: sent.id });
              keep({ channel, to: to ?? null, subject: subject ?? '', text });
            };
            offerUndo({ text: sentText(channel, to, sent.sendsAt), undo, isKept: true });
            await client.invalidateQueries();
            return false;
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
          {(writing) => <WriteInputs writing={writing} channels={ways} firstTo={draft?.to} />}
        </WhenLoaded>
        {consent !== undefined && (
          <Button variant="outlined" sx={{ alignSelf: 'flex-start' }} onClick={() => setConsent('asked')}>
            Noter un accord
          </Button>
        )}
      </FormDialog>
      {consent === 'asked' && (
        <ConsentDialog
          title="Noter un accord"
          entry={entry}
          onClose={(sent) => setConsent(sent?.state === 'done' ? undefined : 'needed')}
        />
      )}
    </>
  );
}

const channelTexts = { email: 'E-mail', sms: 'SMS' };

type Template = Writing['templates'][number];
type Person = Writing['people'][number];

/** What the form holds; a text is null where it was emptied. */
interface Written {
  readonly channel: Channel;
  readonly person?: Person['person'] | undefined;
  readonly subject: string | null;
  readonly text: string | null;
}

/** To whom a message goes: who alone can be written to, or who was chosen. */
function recipientOf(writing: Writing, channel: Channel, person: unknown): Person | undefined {
  const people = peopleBy(writing, channel);
  return people.length === 1 ? people[0] : people.find((one) => one.person === person);
}

interface WriteInputsProps {
  readonly writing: Writing;
  readonly channels: readonly Channel[];
  /** To whom it was written before. */
  readonly firstTo: string | null | undefined;
}

/** How, to whom, from which template and what is written. What is typed is what arrives. */
function WriteInputs({ writing, channels, firstTo }: WriteInputsProps) {
  const { setValue } = useFormContext<Written>();
  const { channel = 'email', person, subject, text } = useWatch<Written>();
  // What a template has put into the form.
  const [placed, setPlaced] = useState<Pick<Template, 'id' | 'subject' | 'text'>>();
  const isSms = channel === 'sms';
  const people = peopleBy(writing, channel);
  const recipient = recipientOf(writing, channel, person);
  const templates = writing.templates.filter((one) => one.channel === channel);
  const { smsLink: link } = writing;
  const counted = (words: string) => (link === null ? words : withLink(words, link, 'sms', 'free'));
  const empty = emptyText(`${text ?? ''} ${isSms ? '' : (subject ?? '')}`);

  /** In what is written, the salutation becomes that of the new recipient. */
  function greet(now: Person | undefined) {
    const [from, to] = [recipient?.salutation, now?.salutation];
    if (!from || !to || from === to) return;
    const greeted = (words: string | null | undefined) => (words ?? '').replace(from, () => to);
    setValue('subject', greeted(subject));
    setValue('text', greeted(text));
    setPlaced(placed && { ...placed, subject: greeted(placed.subject), text: greeted(placed.text) });
  }

  function changeTo(one: Channel) {
    // A person with an address may have no number.
    const now =
      peopleBy(writing, one).find((each) => each.person === recipient?.person) ?? peopleBy(writing, one)[0];
    greet(now);
    setValue('person', now?.person);
    setValue('channel', one);
  }

  /** What was typed stays: the template follows it. */
  function choose(template: Template) {
    const values = { ...writing.values, salutation: recipient?.salutation };
    const newText = writtenFor(channel, filled(template.text, values));
    const newSubject = filled(template.subject, values);
    const typed = (text ?? '').trim();
    const isTyped = typed !== '' && typed !== placed?.text.trim();
    setValue('text', isTyped ? `${typed}\n\n${newText}` : newText);
    if (!isSms && (!subject || subject === placed?.subject)) setValue('subject', newSubject);
    setPlaced({ id: template.id, text: newText, subject: isSms ? (placed?.subject ?? '') : newSubject });
  }

  return (
    <>
      {channels.length > 1 && (
        <Stack direction="row" role="group" aria-label="Par" sx={{ gap: 1 }}>
          {channels.map((one) => (
            <ChoiceChip
              key={one}
              label={channelTexts[one]}
              isChosen={one === channel}
              onChosen={() => changeTo(one)}
            />
          ))}
        </Stack>
      )}
      {people.length > 1 ? (
        <SelectInput
          source="person"
          label="À"
          defaultValue={(people.find(({ to }) => to === firstTo) ?? people[0])?.person}
          choices={people.map((one) => ({ id: one.person, name: format.dotted(one.name, one.to) }))}
          validate={required}
          onChange={(event) => {
            if ('target' in event) greet(recipientOf(writing, channel, event.target.value));
          }}
        />
      ) : (
        people.map(({ name, to }) => (
          <Typography key={to} sx={{ overflowWrap: 'anywhere' }}>
            À {format.dotted(name ?? '', to)}
          </Typography>
        ))
      )}
      {templates.length > 0 && (
        <Stack direction="row" role="group" aria-label="Modèle" sx={{ flexWrap: 'wrap', gap: 1 }}>
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
      <LetterInputs
        channel={channel}
        validate={[required, emptyText]}
        counted={counted}
        note={
          empty !== undefined ? (
            <Box component="span" sx={{ color: 'warning.main' }}>
              {empty}
            </Box>
          ) : (
            [
              isSms
                ? 'Part entre 8 h et 20 h, jamais le dimanche ni un jour férié. On ne peut pas y répondre : dites où appeler.'
                : 'Part au nom de la résidence, qui reçoit les réponses. Vous pouvez l’annuler pendant 10 secondes.',
              isSms && link !== null && 'À la fin s’ajoute, déjà compté, le lien pour s’y opposer.',
            ]
              .filter(Boolean)
              .join(' ')
          )
        }
      />
    </>
  );
}

/** Names the variables of a text that have no value; undefined where none is left. */
function emptyText(words: unknown): string | undefined {
  const names = new Set(variablesIn(String(words ?? '')).map((name) => `{${name}}`));
  return names.size === 0 ? undefined : `À compléter dans le texte : ${[...names].join(', ')}.`;
}
