import Type, { type Static } from 'typebox';
import { integer } from '../../contract/fields.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import type { Tables } from '../../store/tables.ts';
import { EntryFacts } from '../entry-facts.ts';
import { PersonKey } from '../persons.ts';
import { FreeText } from '../texts/free-texts.ts';

type Requests = Tables['privacy_requests'];

export const requestKinds = [
  'access',
  'portability',
  'rectification',
  'erasure',
  'opposition',
  'limitation',
] as const satisfies readonly Requests['kind'][];
export const channels = [
  'mail',
  'letter',
  'phone',
  'desk',
  'other',
] as const satisfies readonly Requests['channel'][];
export const askers = [
  'self',
  'representative',
  'controller',
] as const satisfies readonly Requests['asker'][];
export const decisions = ['granted', 'partial', 'refused'] as const;
const entryStates = ['found', 'done', 'refused'] as const;

/** Maximum number of entries in one call. */
const maxEntries = 200;
const maxText = 2_000;

/** A text that the officer writes. */
export const written = (description: string) =>
  Type.String({ minLength: 1, maxLength: maxText, description });
const text = (description: string) => orNull(Type.String({ description }));
const Kind = Type.Enum(requestKinds, { type: 'string', description: 'The right that the person exercises.' });
const Channel = Type.Enum(channels, { type: 'string', description: 'How the request came.' });
export const Asker = Type.Enum(askers, {
  type: 'string',
  description:
    'Who asks: the person concerned, somebody who acts for them, or the controller of its own accord.',
});
const Decision = Type.Enum(decisions, { type: 'string' });
export const EntryState = Type.Enum(entryStates, {
  type: 'string',
  description: '`found`: nothing was done yet.',
});

export const Withheld = exactly({
  key: Type.String({
    minLength: 1,
    maxLength: 600,
    description: 'Of a text of the entry, as `texts` names it.',
  }),
  reason: written('Why the person does not receive it.'),
});
export type Withheld = Static<typeof Withheld>;

export const NewRequest = exactly({
  kind: Kind,
  asker: Asker,
  person: written('Who asks, and how to reply.'),
  represented: Type.Optional(
    written('For whom a representative asks, and by what right; required for one, and for nobody else.'),
  ),
  receivedOn: Type.String({ format: 'date', description: 'The day on which the request was received.' }),
  channel: Channel,
});
export type NewRequest = Static<typeof NewRequest>;

export const RequestPatch = exactly(
  {
    identityCheck: Type.Optional(written('How the identity was checked, in words.')),
    extensionReason: Type.Optional(
      written('Why the request needs longer: it is then due two months later. Once only.'),
    ),
    decision: Type.Optional(Decision),
    ground: Type.Optional(written('The ground of the decision.')),
    close: Type.Optional(Type.Literal(true, { description: 'Nothing of it changes any more.' })),
  },
  { minProperties: 1 },
);
export type RequestPatch = Static<typeof RequestPatch>;

export const RequestSummary = Type.Object({
  id: Type.Integer(),
  kind: Kind,
  asker: Asker,
  person: Type.String(),
  represented: text('For whom a representative asks, and by what right.'),
  receivedOn: Type.String(),
  channel: Channel,
  dueOn: Type.String({ description: 'The last day on which it must be dealt with.' }),
  late: Type.Boolean({ description: 'It is open and was due before today.' }),
  extended: Type.Boolean({ description: 'Whether it is due two months later than others.' }),
  decision: orNull(Decision),
  entries: Type.Integer({ description: 'How many entries it concerns.' }),
  createdAt: Type.String(),
  closedAt: text('When it was closed; null while it is open.'),
});

export const RequestList = Type.Object({
  data: Type.Array(RequestSummary, {
    description: 'Open ones: those due first come first. Closed ones: the last closed first. At most 500.',
  }),
  truncated: Type.Boolean({ description: 'Whether there are more.' }),
});

/** An entry that a request concerns. */
export const RequestEntry = Type.Object({
  entryId: Type.Integer(),
  entry: Type.Union([EntryFacts, Type.Null()], { description: 'Null when the entry was deleted.' }),
  state: EntryState,
  reason: text('Why it was refused.'),
  people: orNull(
    Type.Array(PersonKey, {
      description:
        'Whom of its persons the request concerns: nobody else’s data is erased or exported. Null until chosen.',
    }),
  ),
  withheld: Type.Array(Withheld, { description: 'Texts that the export leaves out.' }),
});

export const RequestDetail = Type.Object({
  ...RequestSummary.properties,
  identityCheck: text('How the identity was checked.'),
  extensionReason: text('Why it was extended.'),
  ground: text('The ground of the decision.'),
  entries: Type.Array(RequestEntry),
  steps: Type.Array(
    Type.Object({
      at: Type.String(),
      author: Type.String(),
      step: Type.String({ description: 'What was done, in one word.' }),
      detail: Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: true }),
    }),
    { description: 'What was done for it, the oldest first.' },
  ),
});

const People = Type.Array(PersonKey, {
  minItems: 1,
  maxItems: 21,
  description: 'The persons of the entry whom the request concerns.',
});

export const LinkedEntries = exactly({
  entries: Type.Array(exactly({ entryId: integer({ minimum: 1 }), people: Type.Optional(People) }), {
    minItems: 1,
    maxItems: maxEntries,
  }),
});
export type LinkedEntries = Static<typeof LinkedEntries>;

export const EntryPatch = exactly(
  {
    state: Type.Optional(EntryState),
    reason: Type.Optional(orNull(written('Why it is refused; required then.'))),
    people: Type.Optional(orNull(People)),
    withheld: Type.Optional(
      Type.Array(Withheld, { maxItems: 500, description: 'Replaces what was withheld before.' }),
    ),
  },
  { minProperties: 1 },
);
export type RequestEntryPatch = Static<typeof EntryPatch>;

export const RequestEntryTexts = Type.Object({
  ...RequestEntry.properties,
  texts: Type.Array(FreeText, { description: 'The free texts of the entry, which may name other persons.' }),
});
