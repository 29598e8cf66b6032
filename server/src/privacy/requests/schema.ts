import Type, { type Static } from 'typebox';
import { exactly, named, orNull } from '../../http/desk-answers.ts';
import { EntryFacts } from '../entry-facts.ts';
import { PersonKey } from '../persons.ts';
import { KnownContact } from './contacts.ts';
import { letters } from './letters/fitting.ts';

/** A text that the officer writes. */
export const written = (description: string) => Type.String({ minLength: 1, maxLength: 2_000, description });
const text = (description: string) => orNull(Type.String({ description }));
export const Kind = Type.Enum(
  ['access', 'portability', 'rectification', 'erasure', 'opposition', 'limitation'],
  { type: 'string', description: 'The right that the person exercises.' },
);
export const Channel = Type.Enum(['mail', 'letter', 'phone', 'desk', 'other'], {
  type: 'string',
  description: 'How the request came.',
});
export const Asker = Type.Enum(
  ['self', 'relative', 'guardian', 'family-authorization', 'agent', 'heir', 'representative', 'controller'],
  {
    type: 'string',
    description:
      'Who asks: the person concerned, or somebody for them: a relative, a guardian (`tuteur`), somebody with a `habilitation familiale`, an agent (`mandataire`), an heir of a deceased person, a representative by another right; or the controller of its own accord.',
  },
);
export const IdentityKind = Type.Enum(
  ['called-back', 'in-person', 'known-email', 'paper', 'mandate', 'other', 'failed'],
  {
    type: 'string',
    description:
      'How the identity was checked: called back at the known number, shown in person, asked from the known e-mail address, a paper shown and not kept, an official mandate shown, otherwise. `failed`: it could not be established.',
  },
);
export const Decision = Type.Enum(['granted', 'partial', 'refused', 'nothing'], {
  type: 'string',
  description: '`nothing`: no data of the person is held.',
});
export type Decision = Static<typeof Decision>;
export const AnswerChannel = Type.Enum(['mail', 'letter', 'phone', 'desk'], {
  type: 'string',
  description: 'How the person was answered; `desk`: in person.',
});
export const EntryState = Type.Enum(['found', 'done', 'refused'], {
  type: 'string',
  description: '`found`: nothing was done yet.',
});

export const Withheld = exactly({
  reason: orNull(
    written('Why the person does not receive the free texts of the entry; null: they are given.'),
  ),
});
export type Withheld = Static<typeof Withheld>;

export const RequestSummary = Type.Object({
  id: Type.Integer(),
  kind: Kind,
  asker: Asker,
  person: Type.String(),
  represented: text('For whom somebody else asks.'),
  receivedOn: Type.String(),
  channel: Channel,
  dueOn: Type.String({ description: 'The last day on which it must be dealt with.' }),
  decision: orNull(Decision),
  closedAt: text('When it was closed; null while it is open.'),
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
  contact: text('The key of the known contact by which the identity was checked.'),
  contacts: Type.Array(KnownContact, { description: 'Its phone numbers and e-mail addresses.' }),
  /** Null until chosen: then they are given to the person of the entry, and withheld from others who ask. */
  withheld: orNull(Withheld),
});

export const RequestDetail = named('PrivacyRequest', {
  ...RequestSummary.properties,
  authority: text('The paper by which somebody asks for another person.'),
  identityKind: orNull(IdentityKind),
  identityCheck: text('How the identity was checked, in words.'),
  extensionReason: text('Why it was extended.'),
  ground: text('The ground of the decision.'),
  missing: orNull(
    Type.Enum(['identityKind', 'authority'], {
      type: 'string',
      description: 'What has to be established before anything is erased or exported.',
    }),
  ),
  letters: Type.Array(Type.Enum(letters, { type: 'string' }), {
    description: 'The letters to the person that fit the state of the request.',
  }),
  possibleDecisions: Type.Array(Decision, {
    description: 'What can be decided now, by the identity, the searches and what was done.',
  }),
  answeredOn: text('The day on which the person was answered.'),
  answerChannel: orNull(AnswerChannel),
  entries: Type.Array(RequestEntry),
  user: orNull(
    Type.Object(
      {
        id: Type.Integer(),
        name: Type.String(),
        active: Type.Boolean({ description: 'Must be disabled before it is erased.' }),
        erased: Type.Boolean({ description: 'It is a number.' }),
      },
      { description: 'The user of the desk whose own data the request is about.' },
    ),
  ),
  steps: Type.Array(
    Type.Object({
      at: Type.String(),
      author: Type.String(),
      step: Type.String({ description: 'What was done, in one word.' }),
      name: Type.String({ description: 'The same in French.' }),
      detail: Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: true }),
    }),
    { description: 'What was done for it, the oldest first.' },
  ),
});
