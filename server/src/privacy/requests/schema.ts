import Type, { type Static } from 'typebox';
import { exactly, orNull } from '../../http/desk-answers.ts';
import type { EntryFacts } from '../entry-facts.ts';
import type { PersonKey } from '../persons.ts';
import type { KnownContact } from './contacts.ts';

/** A text that the officer writes. */
export const written = Type.String({ minLength: 1, maxLength: 2_000 });
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

export const Withheld = exactly({ reason: orNull(written) });
export type Withheld = Static<typeof Withheld>;

/** An entry that a request concerns. */
export interface RequestEntry {
  readonly entryId: number;
  readonly entry: EntryFacts | null;
  readonly state: Static<typeof EntryState>;
  readonly reason: string | null;
  readonly people: PersonKey[] | null;
  readonly contact: string | null;
  readonly contacts: KnownContact[];
  /** Null until chosen: then they are given to the person of the entry, and withheld from others who ask. */
  readonly withheld: Withheld | null;
}
