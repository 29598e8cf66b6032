import Type from 'typebox';
import { recordActivity } from '../../access/audit.ts';
import { findAuditLines, hasAdded } from '../../access/audit-trail.ts';
import { authorOf } from '../../access/authors.ts';
import { reachOf } from '../../access/roles.ts';
import { parisDay, startOfDay } from '../../clock.ts';
import { entryNotFound } from '../../entries/change/row.ts';
import { deskRoute } from '../../http/desk-route.ts';
import type { Queries } from '../../store/database.ts';
import { pick } from '../../store/entry-columns.ts';
import type { Instant } from '../../store/tables.ts';
import type { DeskDeps } from '../deps.ts';
import { entryDetail } from '../entries/detail.ts';
import { EntryDetail } from '../entries/detail-schema.ts';
import { KnownEntry, knownEntry } from '../entries/known-family.ts';
import { listedEntries } from '../entries/listed.ts';
import { text } from '../entries/summary.ts';
import { requireResidence } from '../residence.ts';
import { actRoute } from './act-route.ts';
import { rejectEmptyParts, typedProperties } from './create.ts';
import { editChecked } from './edit.ts';
import { correctionOf, requireCorrectable, sinceTyped } from './typed-again.ts';

const maxListed = 50;
const shownNames = [
  ...['id', 'kind', 'establishmentId', 'name', 'contactName', 'mayRead', 'mayLeaveMessage'],
] as const;
const contentNames = [
  ...['id', 'version', 'establishmentId', 'type', 'sejourType', 'comment', 'fields', 'relations', 'actions'],
] as const;
const startOfToday = (now: Date) => startOfDay(parisDay(now)).toISOString();

const listTyped = deskRoute('listTyped', 'GET /desk/entries/mine-today', {
  right: 'entries.create',
  answer: Type.Object({
    data: Type.Array(
      Type.Object({
        ...Type.Pick(KnownEntry, shownNames).properties,
        typedAt: Type.String(),
        takenBy: text,
        mayCorrect: Type.Boolean(),
      }),
    ),
  }),
  async run({ database, clock, objections }: DeskDeps, { by }) {
    const now = clock();
    const read = database.background;
    const filter = {
      userId: by.userId,
      action: 'added',
      subject: 'entry',
      since: startOfToday(now),
    } as const;
    const page = { from: undefined, backwards: false, limit: maxListed };
    const lines = (await findAuditLines(read, filter, page)).slice(0, maxListed);
    const typedAt = new Map(lines.map(({ subjectId, at }) => [subjectId, at]));
    const ids = lines.flatMap(({ subjectId }) => subjectId ?? []);
    const shownWith = { today: parisDay(now), objections: await objections.get() };
    const entries = (await listedEntries(read, ids, shownWith)).filter(({ kind }) => kind === 'commercial');
    const since = await sinceTyped(read, ids, authorOf(by));
    return {
      data: entries.map((entry) => {
        const { takenBy, isChanged } = since(entry.id);
        return {
          ...pick(knownEntry(entry, by.grants), shownNames),
          typedAt: typedAt.get(entry.id) ?? '',
          takenBy,
          mayCorrect: entry.followUp !== null && !isChanged,
        };
      }),
    };
  },
});

const showTyped = deskRoute('showTyped', 'GET /desk/entries/:id/typed', {
  right: 'entries.create',
  answer: Type.Pick(EntryDetail, contentNames),
  async run({ database, clock, objections }: DeskDeps, { id, by }) {
    const now = clock();
    const read = database.background;
    const isOwn = await hasAdded(read, by.userId, id, startOfToday(now));
    const shownWith = { now, objections: await objections.get() };
    const entry = isOwn ? await entryDetail(read, id, { reachOf: () => 'everywhere' }, shownWith) : undefined;
    if (entry?.kind !== 'commercial') throw entryNotFound(id);
    const isOpen = entry.followUp !== null;
    const { noted } = await requireCorrectable(read, { id, isOpen }, authorOf(by));
    const act = { action: 'read', subject: 'entry', subjectId: id } as const;
    await database.write(recordActivity, { by, act }, now);
    return {
      ...pick(entry, contentNames),
      actions: entry.actions.filter(({ position }) => !noted.has(position)),
    };
  },
});

const isOwnOfToday = (read: Queries, userId: number, id: number, at: Instant) =>
  hasAdded(read, userId, id, startOfToday(new Date(at)));

const correct = actRoute('correct', 'PUT /desk/entries/:id/typed', {
  right: 'entries.create',
  fields: typedProperties,
  check: rejectEmptyParts,
  orElse: (tx, entry, { userId }, { at }) => isOwnOfToday(tx, userId, entry.id, at),
  async run(tx, { entry, staff }, { by, entryId: _id, version: _version, ...typed }) {
    const isOwn = entry.kind === 'commercial' && (await isOwnOfToday(tx, by.userId, entry.id, staff.at));
    if (!isOwn) throw entryNotFound(entry.id);
    const correction = await correctionOf(tx, entry, typed, staff.author);
    await requireResidence(tx, typed.establishmentId, reachOf(by.grants, 'entries.create'));
    return editChecked(tx, entry, staff, correction);
  },
});

/** What users have typed in today: they may correct it where they read no entries, until somebody there has acted on it. */
export const typedRoutes = [listTyped, showTyped, correct] as const;
