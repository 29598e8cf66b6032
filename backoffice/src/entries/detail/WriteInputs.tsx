import { Box, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { SelectInput } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { withLink } from '../../../../server/src/french/objection-link.ts';
import { writtenFor } from '../../../../server/src/french/sms.ts';
import { filled, variablesIn } from '../../../../server/src/french/template-variables.ts';
import type { Writing } from '../../api/responses.ts';
import { format } from '../../i18n/format.ts';
import { ChoiceChip } from '../../ui/ChoiceChip.tsx';
import { type Channel, LetterInputs } from '../../ui/LetterInputs.tsx';
import { required } from './ActDialog.tsx';
import { peopleBy } from './letters.ts';

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
export function recipientOf(writing: Writing, channel: Channel, person: unknown): Person | undefined {
  const people = peopleBy(writing, channel);
  return people.length === 1 ? people[0] : people.find((one) => one.person === person);
}

interface Props {
  readonly writing: Writing;
  readonly channels: readonly Channel[];
  /** To whom it was written before. */
  readonly firstTo: string | null | undefined;
}

/** How, to whom, from which template and what is written. What is typed is what arrives. */
export function WriteInputs({ writing, channels, firstTo }: Props) {
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
