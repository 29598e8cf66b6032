import Type from 'typebox';
import { refusals } from '../../french/refusals.ts';
import { orNull } from '../../http/desk-answers.ts';
import { messageUses, outcomes } from '../../store/tables.ts';
import { duplicatesProperties } from './duplicates.ts';
import { Family, FamilyEntry } from './family.ts';
import { Objection } from './objection.ts';
import { OrientationSummary } from './orientation-summary.ts';
import { id, summaryProperties, text } from './summary.ts';
import { HistoryLine } from './versions.ts';

const anything = (description: string) =>
  Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: true, description });
const fields = anything('By the names of the API; what is not known is absent.');
const extra = anything('Fields that the API does not define, as sent.');

/** A message to a person of an entry. */
export const Message = Type.Object({
  id: Type.Integer(),
  use: Type.Enum([...messageUses], { type: 'string' }),
  channel: Type.Enum(['email', 'sms'], { type: 'string' }),
  to: text('The e-mail address, or the phone number.'),
  subject: Type.String({ description: 'Empty for an SMS.' }),
  text: Type.String(),
  at: Type.String({ description: 'When it was written, in UTC.' }),
  author: text('The member of staff.'),
  state: Type.Enum(['pending', 'sent', 'failed', 'returned'], {
    type: 'string',
    description:
      '`failed`: the mail server, or the gateway of SMS, has refused it or was not reached for a day. `returned`: staff have noted that it came back.',
  }),
  cause: text(
    `Why the last attempt failed: ${Object.keys(refusals).join(', ')}, perhaps with more after a colon; else in the words of the mail server or the gateway. Never show it as HTML.`,
  ),
});

/** One entry with all its details. */
export const EntryDetail = Type.Object({
  ...summaryProperties,
  hold: orNull(
    Type.Object(
      {
        kind: Type.Enum(['hold', 'limitation'], {
          type: 'string',
          description: '`hold`: a legal hold. `limitation`: a limitation of processing.',
        }),
        until: Type.String({ description: 'The last day.' }),
      },
      { description: 'Why it can’t be erased, if so.' },
    ),
  ),
  zone: Type.String({ description: 'The time zone of its residence, in which what is planned is meant.' }),
  version: Type.Integer({ description: 'Grows with each change of the entry; for `PATCH`.' }),
  caller: orNull(Type.Object({ id: Type.Integer(), name: Type.String() })),
  partner: orNull(Type.Object({ id: Type.Integer(), name: Type.String() })),
  enteredBy: text('The member of staff who entered it by hand.'),
  partnerid: text('The partner’s id of it.'),
  browser: Type.Boolean({
    description:
      'Sent with a `browser` password: its result (`fields.resultat`, `fields.motif`), its actions (author `visitor`) and a day of first contact that is not recent are claims of the visitor, and are not counted.',
  }),
  comment: text('Visible to the caller.'),
  objection: Objection,
  originalComment: text('What the family wrote, when staff have written `comment` in its place.'),
  commentBy: text('The member of staff who wrote it last.'),
  gclid: text('Advertising click identifier.'),
  fields,
  extra,
  relations: Type.Array(Type.Object({ position: Type.Integer(), fields, extra, objection: Objection })),
  wrongNumbers: Type.Array(Type.String(), {
    description: 'The phone numbers that calls have found wrong, as typed.',
  }),
  actions: Type.Array(
    Type.Object({
      position: Type.Integer(),
      date: text('Its day.'),
      time: text('`HH:MM`.'),
      stage: text('One of the five stages; null for a note, and for an action sent over the API.'),
      done: Type.Boolean({ description: 'False for one that is planned.' }),
      author: text(
        'The member of staff who did it, or planned it while it is planned; `visitor` when sent with a `browser` password, null when sent over the API otherwise.',
      ),
      outcome: orNull(
        Type.Enum(outcomes, {
          type: 'string',
          description: 'What became of it. A planned action with an outcome is no longer planned.',
        }),
      ),
      assigneeId: id('The user who is to do it; null for the owner of the entry.'),
      assigneeName: text('The name of that user.'),
      comment: text('What was noted.'),
      extra,
    }),
  ),
  messages: Type.Array(Message, {
    description:
      'What was written to its persons, newest first, at most 50; older ones at `/desk/entries/{id}/messages`.',
  }),
  messagesNext: id('For `before` of `/desk/entries/{id}/messages`; null when there are no older ones.'),
  file: orNull(
    Type.Object(
      {
        name: Type.String({
          description:
            'A safe name, with the extension of its type. The name as sent is in `fields.cv`, with `notKept` when the file was not kept.',
        }),
        type: Type.String({ description: 'Detected from its content.' }),
        size: Type.Integer({ description: 'In bytes.' }),
      },
      { description: 'The CV; its content is at `/desk/entries/{id}/file`.' },
    ),
  ),
  orientation: orNull(
    Type.Object(
      {
        ...OrientationSummary,
        message: anything('What the partner has sent so far.'),
      },
      { description: 'The partner’s request, when it is one.' },
    ),
  ),
  history: Type.Array(HistoryLine, {
    description: 'Newest first, at most 50; older ones at `/desk/entries/{id}/history`.',
  }),
  historyNext: id('For `before` of `/desk/entries/{id}/history`; null when there are no older lines.'),
  deliveries: Type.Array(
    Type.Object({
      id: Type.Integer(),
      event: Type.String(),
      sequence: Type.Integer(),
      state: Type.String({ description: '`pending`, `held`, `delivered` or `failed`.' }),
      attempts: Type.Integer(),
      url: Type.String({
        description: 'The address of the endpoint; its origin alone without the right `integrations`.',
      }),
      createdAt: Type.String(),
      finishedAt: text('When it was delivered, or given up.'),
    }),
    {
      description: 'Webhooks about it, newest first, at most 50; all of them at `/desk/deliveries?entryId=`.',
    },
  ),
  moreDeliveries: Type.Boolean({ description: 'Whether there are older ones.' }),
  family: Type.Object(
    {
      ...Family.properties,
      data: Type.Array(Type.Object({ ...FamilyEntry.properties, type: summaryProperties.type }), {
        description: 'Entries within reach, newest first; at most 50.',
      }),
    },
    { description: 'Other entries with the same phone number or e-mail address.' },
  ),
  ...duplicatesProperties,
});
