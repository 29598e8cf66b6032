import { sql } from 'kysely';
import Type from 'typebox';
import { authorOf } from '../../access/authors.ts';
import { type Grant, isNowhere, isWithin, narrowReach, type Reach, reachOf } from '../../access/roles.ts';
import { parisDay } from '../../clock.ts';
import { notFound } from '../../contract/request-error.ts';
import { parsedFields, relationsOfAll } from '../../entries/change/relations.ts';
import { lockEntry } from '../../entries/change/row.ts';
import { lockOrientations } from '../../entries/erased-numbers.ts';
import { contactOf, peopleOf } from '../../entries/people.ts';
import { ResidenceId } from '../../entries/residence.ts';
import { byRequest, pendingReason, takeBackLiving } from '../../entries/restriction.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import type { Queries } from '../../store/database.ts';
import { bind, dynamicStatement } from '../../store/statement.ts';
import type { Instant } from '../../store/tables.ts';
import type { DeskDeps } from '../deps.ts';

const right = 'retention.read';
/** More are counted, not listed. */
const maxListed = 200;

/** Entries of the retention rules that are hidden, and erased some days later (privacy/erase/). */
interface Coming {
  readonly id: number;
  readonly rule: string;
  readonly dueAt: Instant;
  readonly establishmentId: number | null;
  readonly fields: string;
  readonly total: number;
}
const comingWithin = (reach: Reach) =>
  dynamicStatement<Coming>((_, dialect) => {
    const within = reach === 'everywhere' ? sql`true` : dialect.idIn('e.establishment_id', bind([...reach]));
    // `cross`: SQLite would read every entry and look for each among those that are pending.
    return sql`select p.entry_id as id, p.reason as rule, p.due_at as "dueAt",
        e.establishment_id as "establishmentId", e.fields, count(*) over () as total
      from pending_erasures p cross join entries e
      where e.id = p.entry_id and p.reason <> ${sql.lit(byRequest)} and ${within}
      order by p.due_at, p.entry_id limit ${sql.lit(maxListed)}`;
  });

export const listComingErasures = deskRoute('listComingErasures', 'GET /desk/retention/coming', {
  right,
  query: Type.Object({ establishmentId: Type.Optional(ResidenceId) }),
  async run({ database }: DeskDeps, { establishmentId, by }) {
    const { background: read } = database;
    const rows = await read.all(comingWithin(reachIn(by.grants, establishmentId)));
    const related = await relationsOfAll(
      read,
      rows.map(({ id }) => id),
    );
    return {
      total: rows[0]?.total ?? 0,
      data: rows.map(({ id, rule, dueAt, establishmentId, ...row }) => {
        const [fields, relations] = [parsedFields(row.fields), related.get(id) ?? []];
        const { contact, relation } = contactOf(fields, relations);
        const persons = relations.map((one) => one.fields);
        const names = { name: peopleOf(fields, persons).name, contactName: relation ? contact.name : null };
        return { id, ...names, establishmentId, rule, erasedOn: dayOf(dueAt) };
      }),
    };
  },
});

/** Keeps an entry that retention is to erase: its time counts anew from today. */
export const keepEntry = deskWrite('keepEntry', 'POST /desk/retention/coming/:id/keep', {
  right,
  async run(tx, { id, by }, { now, record }) {
    await lockOrientations(tx, id);
    const entry = await lockEntry(tx, id);
    const reason = await pendingReason(tx, id);
    const isShown = isWithin(reachOf(by.grants, right), entry.establishment_id);
    if (!isShown || reason === undefined || reason === byRequest) throw notFound('entry', id);
    await takeBackLiving(tx, entry, { author: authorOf(by), now });
    const detail = { act: 'erasure-cancelled', reason };
    await record({ action: 'changed', subject: 'entry', subjectId: id, detail });
  },
});

/** Returns how many entries the signed-in user finds there, and the first day; null without the right. */
export async function retentionComing(
  grants: readonly Grant[],
  read: Queries,
  establishmentId: number | undefined,
) {
  if (isNowhere(reachOf(grants, right))) return null;
  const [first] = await read.all(comingWithin(reachIn(grants, establishmentId)));
  return { count: first?.total ?? 0, firstOn: first === undefined ? null : dayOf(first.dueAt) };
}

const dayOf = (at: Instant) => parisDay(new Date(at));

function reachIn(grants: readonly Grant[], establishmentId: number | undefined) {
  const reach = reachOf(grants, right);
  return establishmentId === undefined ? reach : narrowReach(reach, establishmentId);
}
