import Type from 'typebox';
import { orNull } from '../../http/desk-answers.ts';
import { messageUses, outcomes } from '../../store/tables.ts';
import { duplicatesProperties } from './duplicates.ts';
import { Family, FamilyEntry } from './family.ts';
import { Objection } from './objection.ts';
import { OrientationSummary } from './orientation-summary.ts';
import { id, summaryProperties, text } from './summary.ts';
import { HistoryLine } from './versions.ts';

const anything = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  additionalProperties: true,
});
const fields = anything;
const extra = anything;

/** A message to a person of an entry. */
export const Message = Type.Object({
  id: Type.Integer(),
  use: Type.Enum([...messageUses], { type: 'string' }),
  channel: Type.Enum(['email', 'sms'], { type: 'string' }),
  to: text,
  subject: Type.String(),
  text: Type.String(),
  at: Type.String(),
  author: text,
  state: Type.Enum(['pending', 'sent', 'failed', 'returned'], {
    type: 'string',
  }),
  cause: text,
});

/** One entry with all its details. */
export const EntryDetail = Type.Object({
  ...summaryProperties,
  hold: orNull(
    Type.Object({
      kind: Type.Enum(['hold', 'limitation'], {
        type: 'string',
      }),
      until: Type.String(),
    }),
  ),
  zone: Type.String(),
  version: Type.Integer(),
  caller: orNull(Type.Object({ id: Type.Integer(), name: Type.String() })),
  partner: orNull(Type.Object({ id: Type.Integer(), name: Type.String() })),
  enteredBy: text,
  partnerid: text,
  browser: Type.Boolean(),
  comment: text,
  objection: Objection,
  originalComment: text,
  commentBy: text,
  gclid: text,
  fields,
  extra,
  relations: Type.Array(Type.Object({ position: Type.Integer(), fields, extra, objection: Objection })),
  wrongNumbers: Type.Array(Type.String()),
  actions: Type.Array(
    Type.Object({
      position: Type.Integer(),
      date: text,
      time: text,
      stage: text,
      done: Type.Boolean(),
      author: text,
      outcome: orNull(
        Type.Enum(outcomes, {
          type: 'string',
        }),
      ),
      assigneeId: id,
      assigneeName: text,
      comment: text,
      extra,
    }),
  ),
  messages: Type.Array(Message),
  messagesNext: id,
  file: orNull(
    Type.Object({
      name: Type.String(),
      type: Type.String(),
      size: Type.Integer(),
    }),
  ),
  orientation: orNull(
    Type.Object({
      ...OrientationSummary,
      message: anything,
    }),
  ),
  history: Type.Array(HistoryLine),
  historyNext: id,
  deliveries: Type.Array(
    Type.Object({
      id: Type.Integer(),
      event: Type.String(),
      sequence: Type.Integer(),
      state: Type.String(),
      attempts: Type.Integer(),
      url: Type.String(),
      createdAt: Type.String(),
      finishedAt: text,
    }),
  ),
  moreDeliveries: Type.Boolean(),
  family: Type.Object({
    ...Family.properties,
    data: Type.Array(Type.Object({ ...FamilyEntry.properties, type: summaryProperties.type })),
  }),
  ...duplicatesProperties,
});
