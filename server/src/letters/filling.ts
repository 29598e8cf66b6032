import type { Static } from 'typebox';
import Type from 'typebox';
import { ownPerson } from '../entries/change/persons.ts';
import { parsedFields, storedRelations } from '../entries/change/relations.ts';
import type { Fields } from '../entries/diff.ts';
import { addressFor, contactOf, peopleOf } from '../entries/people.ts';
import { findResidence } from '../entries/residence.ts';
import { dayInWords, hourInWords } from '../french/dates.ts';
import { civilityNames } from '../french/labels.ts';
import type { Variable } from '../french/template-variables.ts';
import { orNull } from '../http/desk-answers.ts';
import { delayFor } from '../mail/delay.ts';
import { mobileIn } from '../phones/mobile.ts';
import type { Queries } from '../store/database.ts';
import type { EntryRow } from '../store/entry-columns.ts';
import type { Channel, Day } from '../store/tables.ts';
import { PersonKey } from './write.ts';

/** Somebody of an entry who has an e-mail address, or for an SMS a mobile number. */
export const Person = Type.Object({
  person: PersonKey,
  name: orNull(Type.String()),
  to: Type.String(),
  salutation: Type.String(),
});
export type Person = Static<typeof Person>;

/** Whom of an entry it can be written to: whom to call comes first. */
export async function peopleToWriteTo(read: Queries, { id, kind, fields: json }: EntryRow, channel: Channel) {
  const relations = await storedRelations(read, id);
  const fields = parsedFields(json);
  const related = relations.map((one) => ({ person: one.position, of: one.fields }));
  const own = { person: 'entry' as const, of: ownPerson(kind, fields) };
  const people = [...related, own].flatMap(({ person, of }): Person[] => {
    const to = addressFor(channel, of);
    if (to === undefined) return [];
    return [{ person, to, name: peopleOf({}, [of]).name, salutation: salutationOf(of) }];
  });
  const { email, phone } = contactOf(fields, relations).contact;
  const first = channel === 'sms' ? mobileIn([phone]) : email;
  const isToCall = ({ to }: Person) => to === first;
  return people.toSorted((a, b) => Number(isToCall(b)) - Number(isToCall(a)));
}

// A stranger may have typed it into a form: no link (a full stop before a letter), no sentence of theirs, nothing in braces.
const plainName = /^\p{L}[\p{L}\p{M} .'’-]{0,59}$/u;
const linkLike = /\.\p{L}/u;
const invisible = /\p{Default_Ignorable_Code_Point}/u;

/** « Madame Martin », or both where either is unknown or the name is no plain one. */
function salutationOf({ civilite, lastNameMarital, lastName }: Fields): string {
  const name = lastNameMarital ?? lastName;
  const civility = Object.entries(civilityNames).find(([code]) => code === civilite)?.[1];
  const isPlain =
    typeof name === 'string' && plainName.test(name) && !linkLike.test(name) && !invisible.test(name);
  return civility === undefined || !isPlain ? 'Madame, Monsieur' : `${civility} ${name}`;
}

/** What the other variables stand for; undefined for one that has no value. */
export async function valuesOf(
  read: Queries,
  entry: EntryRow,
  /** Who signs; undefined for the residence alone. */
  author: string | undefined,
  visit: { readonly date: Day | null; readonly time: string | null } | undefined,
): Promise<Partial<Record<Variable, string>>> {
  const residence = await findResidence(read, entry.establishment_id);
  const { phone, address, cp, city } = residence?.details ?? {};
  const street = [address, [cp, city].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const values: Record<Exclude<Variable, 'salutation'>, string | undefined> = {
    résidence: residence?.name,
    adresse: street,
    téléphone: typeof phone === 'string' ? phone : undefined,
    date: visit?.date ? dayInWords(visit.date) : undefined,
    heure: visit?.time ? hourInWords(visit.time) : undefined,
    documents: residence?.documents,
    délai: await delayFor(read, entry),
    référence: String(entry.id),
    signature: [author, residence?.name].filter(Boolean).join('\n'),
  };
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== ''),
  );
}
