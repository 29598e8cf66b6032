import Type, { type Static } from 'typebox';
import { reachOfEntry } from '../../access/roles.ts';
import { parisDay } from '../../clock.ts';
import { storedActions } from '../../entries/change/actions.ts';
import { isComplaint } from '../../entries/change/complaints.ts';
import { ownPerson } from '../../entries/change/persons.ts';
import { parsedFields, storedRelations } from '../../entries/change/relations.ts';
import { entryNotFound, findEntry } from '../../entries/change/row.ts';
import type { Fields } from '../../entries/diff.ts';
import { isPlanned } from '../../entries/follow-up/progress.ts';
import { addressIn } from '../../entries/people.ts';
import { civilityNames } from '../../french/labels.ts';
import { type Variable, variablesOf } from '../../french/template-variables.ts';
import { orNull } from '../../http/desk-answers.ts';
import { type DeskActor, deskRoute } from '../../http/desk-route.ts';
import { delayFor } from '../../mail/delay.ts';
import type { Queries } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { query } from '../../store/statement.ts';
import type { DeskDeps } from '../deps.ts';
import { requireEntry } from '../entries/require-entry.ts';
import { PersonKey } from './letter.ts';
import { readTemplates } from './templates.ts';

const Writing = Type.Object({
  people: Type.Array(
    Type.Object({
      person: PersonKey,
      name: orNull(Type.String()),
      to: Type.String({ description: 'The e-mail address.' }),
      salutation: Type.String({ description: 'Of the variable `{salutation}`.' }),
    }),
    { description: 'Whom it can be written to, related persons first.' },
  ),
  templates: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      subject: Type.String(),
      text: Type.String(),
    }),
    { description: 'Those that are on and for such an entry, by name.' },
  ),
  values: Type.Unsafe<Partial<Record<Variable, string>>>({
    type: 'object',
    properties: Object.fromEntries(variablesOf.free.map((name) => [name, { type: 'string' }])),
    description: 'What the other variables stand for; one that has no value is absent.',
  }),
});

/** What the page needs in order to write a message. */
export const showWriting = deskRoute('showWriting', 'GET /desk/entries/:id/writing', {
  right: 'entries.change',
  tag: 'Entries',
  summary: 'Show to whom of an entry can be written, and with which templates',
  answer: Writing,
  async run({ database: { background: read }, clock }: DeskDeps, { id, by }) {
    await requireEntry(read, id, (entry) => reachOfEntry(by.grants, 'change', entry));
    const entry = await findEntry(read, id);
    if (entry === undefined) throw entryNotFound(id);
    const about = entry.kind === 'postuler' ? 'application' : isComplaint(entry) ? 'complaint' : 'family';
    const templates = await readTemplates(read, (one) => one === entry.establishment_id);
    return {
      people: await peopleToWriteTo(read, entry),
      templates: templates
        .filter((one) => one.use === 'free' && one.active && (one.about === null || one.about === about))
        .map(({ id: templateId, name, subject, text }) => ({ id: templateId, name, subject, text })),
      values: await valuesOf(read, entry, by, parisDay(clock())),
    };
  },
});

type Person = Static<typeof Writing>['people'][number];

async function peopleToWriteTo(read: Queries, { id, kind, fields }: EntryRow): Promise<Person[]> {
  const related = (await storedRelations(read, id)).map((one) => ({ person: one.position, of: one.fields }));
  const own = { person: 'entry' as const, of: ownPerson(kind, parsedFields(fields)) };
  return [...related, own].flatMap(({ person, of }): Person[] => {
    const to = addressIn(of);
    return to === undefined ? [] : [{ person, to, name: nameOf(of), salutation: salutationOf(of) }];
  });
}

function nameOf({ firstName, lastNameMarital, lastName }: Fields): string | null {
  const parts = [firstName, lastNameMarital ?? lastName].filter((part) => typeof part === 'string');
  return parts.length === 0 ? null : parts.join(' ');
}

/** « Madame Martin », or both where either is unknown. */
function salutationOf({ civilite, lastNameMarital, lastName }: Fields): string {
  const name = lastNameMarital ?? lastName;
  const civility = Object.entries(civilityNames).find(([code]) => code === civilite)?.[1];
  return civility === undefined || typeof name !== 'string' ? 'Madame, Monsieur' : `${civility} ${name}`;
}

async function valuesOf(read: Queries, entry: EntryRow, by: DeskActor, today: string) {
  const { id, establishment_id: establishmentId } = entry;
  const residence =
    establishmentId === null
      ? undefined
      : await read.first(
          query((db) =>
            db.selectFrom('establishments').select(['name', 'details']).where('id', '=', establishmentId),
          ),
        );
  const { phone, address, cp, city } = parsedFields(residence?.details ?? '{}');
  const [visit] = [...(await storedActions(read, id)).values()]
    .filter((action) => isPlanned(action) && action.stage === 'Visite' && (action.date ?? '') >= today)
    .toSorted((a, b) => `${a.date} ${a.time}`.localeCompare(`${b.date} ${b.time}`));
  const street = [address, [cp, city].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const values: Record<Exclude<Variable, 'salutation'>, string | undefined> = {
    résidence: residence?.name,
    adresse: street,
    téléphone: typeof phone === 'string' ? phone : undefined,
    date: visit?.date ? dayInWords(visit.date) : undefined,
    heure: visit?.time?.replace(/^0?(\d+):(\d\d)$/, (_, hour, minute) =>
      minute === '00' ? `${hour}\u00A0h` : `${hour}\u00A0h\u00A0${minute}`,
    ),
    délai: await delayFor(read, entry),
    référence: String(id),
    signature: [by.name, residence?.name].filter(Boolean).join('\n'),
  };
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== ''),
  );
}

const words = new Intl.DateTimeFormat('fr-FR', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
});

/** « mardi 10 mars », « dimanche 1er mars ». */
const dayInWords = (day: string) => words.format(new Date(day)).replace(' 1 ', ' 1er ');
