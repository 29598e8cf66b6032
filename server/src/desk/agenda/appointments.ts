import { type RawBuilder, sql } from 'kysely';
import Type from 'typebox';
import { type EntryClass, isWithin, type Reach, reachOfEntry } from '../../access/roles.ts';
import { daysBetween, parisDay } from '../../clock.ts';
import type { EntryKind, Stage } from '../../contract/enumerations.ts';
import { integer } from '../../contract/fields.ts';
import { parsedFields, relationsOfAll } from '../../entries/change/relations.ts';
import { visitor } from '../../entries/entry.ts';
import { consentColumns, consentsOf, type Followed, lastWritten } from '../../entries/follow-up/consent.ts';
import { contactOf, peopleOf } from '../../entries/people.ts';
import { ResidenceId } from '../../entries/residence.ts';
import { residenceZones } from '../../entries/residence-zone.ts';
import type { Objections } from '../../entries/search/objections.ts';
import { readWrongNumbers } from '../../entries/wrong-numbers.ts';
import { deskRoute } from '../../http/desk-route.ts';
import type { Queries } from '../../store/database.ts';
import { pick } from '../../store/entry-columns.ts';
import { bind, dynamicStatement } from '../../store/statement.ts';
import type { Day, Flag, Outcome } from '../../store/tables.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { zoneOf } from '../../working-hours/holidays.ts';
import type { DeskDeps } from '../deps.ts';
import { type Objection, objectionOf } from '../entries/objection.ts';
import { noteListView } from '../list-views.ts';

/** A visit or a call with a day, planned or done. */
export interface Appointment {
  readonly entryId: number;
  readonly position: number;
  readonly kind: EntryKind;
  readonly type: string | null;
  readonly establishmentId: number | null;
  /** In which `date` and `time` are meant. */
  readonly zone: string;
  readonly date: Day;
  /** `HH:MM`. */
  readonly time: string | null;
  readonly stage: Stage | null;
  readonly done: boolean;
  readonly outcome: Outcome | null;
  /** Who is to do it: the assignee, or else the owner of the entry. */
  readonly person: { readonly id: number; readonly name: string } | null;
  readonly name: string | null;
  readonly contactName: string | null;
  /** The number to call. */
  readonly phone: string | null;
  readonly objection: Objection;
}

interface AppointmentFilter {
  /** First and last day, inclusive. */
  readonly from: Day;
  readonly to: Day;
  /** Where such an entry may be read. */
  readonly reachOf: (entry: EntryClass) => Reach;
  readonly establishmentId?: number | undefined;
  readonly personId?: number | undefined;
  /** Together with `personId`: those without an owner too. */
  readonly orUnassigned?: boolean;
  /** Leaves out calls of earlier days. */
  readonly callsFrom?: Day;
  readonly today: Day;
  readonly objections: Objections;
}

interface Row
  extends Omit<Appointment, 'zone' | 'done' | 'person' | 'name' | 'contactName' | 'phone' | 'objection'>,
    Omit<Followed, 'kind' | 'type'> {
  readonly done: Flag;
  readonly personId: number | null;
  readonly personName: string | null;
  readonly fields: string;
}

/** More than a person can look at: the response says when there are more. */
export const maxAppointments = 1000;
const stages: readonly Stage[] = ['Prise de contact', 'Visite'];

/**
 * Returns the appointments of these days, by day and time, those without a time last; one more than
 * {@link maxAppointments} when there are more. Cancelled ones are left out.
 */
export async function appointments(read: Queries, filter: AppointmentFilter): Promise<Appointment[]> {
  const {
    from,
    to,
    reachOf,
    establishmentId,
    personId,
    orUnassigned = false,
    callsFrom,
    today,
    objections,
  } = filter;
  const person = sql`coalesce(a.assignee_id, e.owner_id)`;
  const ofPerson = orUnassigned
    ? sql`(${person} = ${bind(personId ?? 0)} or ${person} is null)`
    : sql`${person} = ${bind(personId ?? 0)}`;
  const conditions: RawBuilder<unknown>[] = [
    sql`a.author is not null`,
    sql`a.author <> ${sql.lit(visitor)}`,
    sql`a.date between ${bind(from)} and ${bind(to)}`,
    sql`(a.done = 1 or a.outcome is null)`,
    sql`(a.done = 0 or a.stage in (${sql.join(stages.map((stage) => sql.lit(stage)))}) or a.outcome is not null)`,
    sql`e.test = 0 and e.spam = 0 and e.duplicate_of is null and e.restriction is null`,
    ...(establishmentId === undefined ? [] : [sql`e.establishment_id = ${bind(establishmentId)}`]),
    ...(personId === undefined ? [] : [ofPerson]),
    ...(callsFrom === undefined
      ? []
      : [
          sql`(a.date >= ${bind(callsFrom)} or e.kind = 'postuler' or a.stage <> ${sql.lit('Prise de contact' satisfies Stage)})`,
        ]),
  ];
  const rows = await read.all(
    dynamicStatement(
      (_, { joinEach }) => sql<Row>`
        select a.entry_id as "entryId", a.position, e.kind, e.type, e.establishment_id as "establishmentId", a.date, a.time,
          a.stage, a.done, a.outcome, ${person} as "personId", u.name as "personName", e.fields,
          e.status, e.resultat, e.open, e.received_at as "receivedAt", e.contact_date as "contactDate",
          e.last_contact as "lastContact", ${lastWritten(sql`e.id`)} as "writtenAt", ${sql.join(consentColumns)}
        from actions a ${joinEach('entries', 'e', sql`e.id = a.entry_id`)}
          left join users u on u.id = ${person}
        where ${sql.join(conditions, sql` and `)}
        order by a.date, a.time is null, a.time, a.entry_id, a.position`,
    ),
    {},
  );
  const shown = rows
    .filter((row) => isWithin(reachOf(row), row.establishmentId))
    .slice(0, maxAppointments + 1);
  const zones = await residenceZones(read);
  const ids = [...new Set(shown.map(({ entryId }) => entryId))];
  const relations = await relationsOfAll(read, ids);
  const wrongNumbers = await readWrongNumbers(read, ids);
  return shown.map((row) => {
    const { fields: json, done, personId: id, personName } = row;
    const fields = parsedFields(json);
    const related = relations.get(row.entryId) ?? [];
    const persons = related.map((relation) => relation.fields);
    const { name } = peopleOf(fields, persons);
    const { contact, relation } = contactOf(fields, related, wrongNumbers(row.entryId, fields, persons));
    const whom = String(relation?.position ?? 'entry');
    const consents = consentsOf(whom, { kind: row.kind, extra: { ...row }, relations: related });
    return {
      ...pick(row, [
        'entryId',
        'position',
        'kind',
        'type',
        'establishmentId',
        'date',
        'time',
        'stage',
        'outcome',
      ]),
      zone: zones.get(row.establishmentId) ?? zoneOf(),
      done: done === 1,
      person: id === null ? null : { id, name: personName ?? '' },
      ...{ name, contactName: relation ? contact.name : null, phone: contact.phone },
      objection: objectionOf(objections, [relation?.fields ?? fields], consents, row, today),
    };
  });
}

const maxDays = 42;

/** Visits and calls, planned and done. */
export const listAppointments = deskRoute('listAppointments', 'GET /desk/agenda', {
  right: 'entries.read',
  query: Type.Object({
    from: Type.String({ format: 'date' }),
    to: Type.String({ format: 'date' }),
    establishmentId: Type.Optional(ResidenceId),
    personId: Type.Optional(integer({ minimum: 1 })),
  }),
  async run({ database, clock, objections }: DeskDeps, { by, ...query }, { request }) {
    const days = daysBetween(query.from, query.to) + 1;
    if (days < 1 || days > maxDays)
      throw new ValidationError('to', `expected a day from \`from\` on, at most ${maxDays} days in all`);
    const found = await appointments(database.background, {
      ...query,
      reachOf: (entry) => reachOfEntry(by.grants, 'read', entry),
      today: parisDay(clock()),
      objections: await objections.get(),
    });
    const ids = found.slice(0, maxAppointments).map(({ entryId }) => entryId);
    noteListView({ database, clock }, request.log, { by, list: 'agenda', query, ids });
    return { data: found.slice(0, maxAppointments), truncated: found.length > maxAppointments };
  },
});
