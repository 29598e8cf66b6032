import Type, { type Static } from 'typebox';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { EntryFacts } from '../entry-facts.ts';
import { PersonKey } from '../persons.ts';
import { KnownContact } from './contacts.ts';
import { letters } from './letters/fitting.ts';

/** A text that the officer writes. */
export const written = Type.String({ minLength: 1, maxLength: 2_000 });
const text = orNull(Type.String());
export const Kind = Type.Enum(
  ['access', 'portability', 'rectification', 'erasure', 'opposition', 'limitation'],
  { type: 'string' },
);
export const Channel = Type.Enum(['mail', 'letter', 'phone', 'desk', 'other'], {
  type: 'string',
});
export const Asker = Type.Enum(
  ['self', 'relative', 'guardian', 'family-authorization', 'agent', 'heir', 'representative', 'controller'],
  {
    type: 'string',
  },
);
export const IdentityKind = Type.Enum(
  ['called-back', 'in-person', 'known-email', 'paper', 'mandate', 'other', 'failed'],
  {
    type: 'string',
  },
);
export const Decision = Type.Enum(['granted', 'partial', 'refused', 'nothing'], {
  type: 'string',
});
export type Decision = Static<typeof Decision>;
export const AnswerChannel = Type.Enum(['mail', 'letter', 'phone', 'desk'], {
  type: 'string',
});
export const EntryState = Type.Enum(['found', 'done', 'refused'], {
  type: 'string',
});

export const Withheld = exactly({
  reason: orNull(written),
});
export type Withheld = Static<typeof Withheld>;

export const RequestSummary = Type.Object({
  id: Type.Integer(),
  kind: Kind,
  asker: Asker,
  person: Type.String(),
  represented: text,
  receivedOn: Type.String(),
  channel: Channel,
  dueOn: Type.String(),
  decision: orNull(Decision),
  closedAt: text,
});

/** An entry that a request concerns. */
export const RequestEntry = Type.Object({
  entryId: Type.Integer(),
  entry: Type.Union([EntryFacts, Type.Null()]),
  state: EntryState,
  reason: text,
  people: orNull(Type.Array(PersonKey)),
  contact: text,
  contacts: Type.Array(KnownContact),
  /** Null until chosen: then they are given to the person of the entry, and withheld from others who ask. */
  withheld: orNull(Withheld),
});

export const RequestDetail = Type.Object({
  ...RequestSummary.properties,
  authority: text,
  identityKind: orNull(IdentityKind),
  identityCheck: text,
  extensionReason: text,
  ground: text,
  missing: orNull(
    Type.Enum(['identityKind', 'authority'], {
      type: 'string',
    }),
  ),
  letters: Type.Array(Type.Enum(letters, { type: 'string' })),
  possibleDecisions: Type.Array(Decision),
  answeredOn: text,
  answerChannel: orNull(AnswerChannel),
  entries: Type.Array(RequestEntry),
  user: orNull(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      active: Type.Boolean(),
      erased: Type.Boolean(),
    }),
  ),
  steps: Type.Array(
    Type.Object({
      at: Type.String(),
      author: Type.String(),
      step: Type.String(),
      name: Type.String(),
      detail: Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: true }),
    }),
  ),
});
