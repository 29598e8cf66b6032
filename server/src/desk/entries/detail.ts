import Type from 'typebox';
import { recordActivity } from '../../access/audit.ts';
import { readUserNames } from '../../access/authors.ts';
import { type EntryClass, isWithin, type Reach, reachOfEntry } from '../../access/roles.ts';
import { parisDay } from '../../clock.ts';
import { integer } from '../../contract/fields.ts';
import { notFound } from '../../contract/request-error.ts';
import { storedActions } from '../../entries/change/actions.ts';
import { currentVersion } from '../../entries/change/history.ts';
import { parsedFields, storedRelations } from '../../entries/change/relations.ts';
import { safeFileName } from '../../entries/create/file-name.ts';
import type { Fields } from '../../entries/diff.ts';
import { consentsOf } from '../../entries/follow-up/consent.ts';
import { shownHold } from '../../entries/holds.ts';
import { addressIn, contactOf, emailsOf, mobileOf, peopleOf } from '../../entries/people.ts';
import { isOutOfSight } from '../../entries/presenter.ts';
import { requireEntry } from '../../entries/require-entry.ts';
import { writingResidence } from '../../entries/residence.ts';
import { residenceZone } from '../../entries/residence-zone.ts';
import type { Objections } from '../../entries/search/objections.ts';
import { readWrongNumbers } from '../../entries/wrong-numbers.ts';
import { problemsOf, resNumber } from '../../french/orientation.ts';
import { type DeskActor, deskRoute } from '../../http/desk-route.ts';
import { lettersOf } from '../../letters/letters.ts';
import { shownDelivery } from '../../outbox/deliveries.ts';
import type { Queries } from '../../store/database.ts';
import { pick } from '../../store/entry-columns.ts';
import type { DeskDeps } from '../deps.ts';
import { addressFor } from '../integrations/endpoints.ts';
import {
  creatorOf,
  deliveriesOf,
  duplicatesShown,
  entryById,
  fileOf,
  maxListed,
  orientationOf,
  phoneKeysOf,
} from './duplicates.ts';
import { familyOf, familyShown } from './family.ts';
import { objectionOf } from './objection.ts';
import { summaryOf } from './summary.ts';
import { historyPage } from './versions.ts';

interface OrientationRow {
  readonly id: number;
  readonly partner: string;
  readonly numero: string | null;
}

/** Returns what the details of an entry show of a partner's request. */
function orientationSummary({ id, partner, numero }: OrientationRow, establishmentId: number | null) {
  const problems = problemsOf(numero ?? undefined, establishmentId !== null);
  return { partner, numero, res: resNumber(id), problems };
}

/** Which entries may be shown. */
interface Visible {
  readonly reachOf: (entry: EntryClass) => Reach;
  /** Whether to show one whose processing is limited. Erased ones are never shown. */
  readonly limited?: boolean;
}

/** An entry with all its details. */
export type EntryDetail = NonNullable<Awaited<ReturnType<typeof entryDetail>>>;

/** Returns an entry with all its details; undefined when it is unknown or may not be shown. */
async function entryDetail(
  read: Queries,
  id: number,
  { reachOf, limited = false }: Visible,
  { objections, now }: { readonly objections: Objections; readonly now: Date },
) {
  // Read first: a change between these queries then makes the next edit a conflict instead of being overwritten.
  const history = await historyPage(read, id);
  const row = await read.first(entryById, { id });
  const isVisible = (entry: EntryClass & { readonly establishmentId: number | null }) =>
    isWithin(reachOf(entry), entry.establishmentId);
  if (row === undefined || !isVisible(row)) return undefined;
  if (row.restriction === 'erased' || (isOutOfSight(row) && !limited)) return undefined;
  const fields = parsedFields(row.fields);
  const file = await read.first(fileOf, { id });
  const relations = await storedRelations(read, id);
  const related = relations.map((relation) => relation.fields);
  const actions = await storedActions(read, id);
  const { ofUser, ofAuthor } = await readUserNames(read);
  const letters = await letterPage(read, id);
  const identifiers = {
    phoneKeys: (await read.all(phoneKeysOf, { id })).map(({ key }) => key),
    emails: emailsOf([fields, ...related]),
  };
  const orientation = await read.first(orientationOf, { id });
  const deliveries = await read.all(deliveriesOf, { id });
  const today = parisDay(now);
  const extra = parsedFields(row.extra);
  const consents = (person: string) => consentsOf(person, { kind: row.kind, extra, relations });
  const objection = (person: string, of: Fields) =>
    objectionOf(objections, [of], consents(person), row, today);
  const family = await familyOf(read, identifiers, {
    isKnown: isVisible,
    applicants: row.kind === 'postuler',
    test: row.test === 1,
    exceptId: id,
    today,
    objections,
  });
  return {
    ...summaryOf(row, consents(String(contactOf(fields, relations).relation?.position ?? 'entry')), today),
    zone: await residenceZone(read, row.establishmentId),
    hold: await shownHold(read, id, now),
    version: history.data[0]?.id ?? 0,
    caller: row.callerId === null ? null : { id: row.callerId, name: row.callerName ?? '' },
    partner: row.partnerId === null ? null : { id: row.partnerId, name: row.partnerName ?? '' },
    enteredBy: (await read.first(creatorOf, { id }))?.author ?? null,
    partnerid: row.partnerid,
    comment: row.comment,
    originalComment: row.originalComment,
    commentBy: row.commentBy,
    gclid: row.gclid,
    browser: row.browser === 1,
    name: peopleOf(fields, related).name,
    fields,
    extra,
    relations: relations.map((one) => ({
      ...one,
      objection: objection(String(one.position), one.fields),
    })),
    wrongNumbers: (await readWrongNumbers(read, [id]))(id, fields, related),
    actions: [...actions.values()].map(({ uid: _, ...action }) => ({
      ...action,
      author: ofAuthor(action.author),
      assigneeName: action.assigneeId === null ? null : ofUser(action.assigneeId),
      extra: parsedFields(action.extra),
    })),
    letters: letters.data,
    lettersNext: letters.next,
    file: file === undefined ? null : { ...file, name: safeFileName(file.name, file.type) },
    orientation:
      orientation === undefined
        ? null
        : {
            ...orientationSummary(orientation, row.establishmentId),
            message: parsedFields(orientation.message),
          },
    history: history.data,
    historyNext: history.next,
    deliveries: deliveries.slice(0, maxListed).map(shownDelivery),
    objection: objection('entry', fields),
    moreDeliveries: deliveries.length > maxListed,
    family: {
      ...family,
      data: family.data.map((entry) => pick(entry, [...familyShown, 'type', 'nextAction'])),
    },
    ...(await duplicatesShown(read, id, isVisible)),
  };
}

/** The letters to persons of an entry, newest first, a page at a time. `next`: for `before`; null after the last page. */
async function letterPage(read: Queries, entryId: number, before?: number) {
  const { ofAuthor } = await readUserNames(read);
  const found = await lettersOf(read, entryId, {
    ...(before !== undefined && { before }),
    limit: maxListed + 1,
  });
  const data = found
    .slice(0, maxListed)
    .map(
      ({ id, use, channel, recipient: to, author, subject, body, state, writtenAt, cause, returnedAt }) => ({
        ...{ id, use, channel, to, author: ofAuthor(author), subject, text: body, at: writtenAt, cause },
        state: returnedAt === null ? state : ('returned' as const),
      }),
    );
  return { data, next: found.length > maxListed ? (data.at(-1)?.id ?? null) : null };
}

const showEntry = deskRoute('showEntry', 'GET /desk/entries/:id', {
  right: 'entries.read',
  run: (deps: DeskDeps, { id, by }) =>
    detailFor(deps, by, id, { reachOf: (entry) => reachOfEntry(by.grants, 'read', entry) }),
});

const showLimitedEntry = deskRoute('showLimitedEntry', 'GET /desk/privacy/entries/:id', {
  right: 'privacy',
  run: (deps: DeskDeps, { id, by }) =>
    detailFor(deps, by, id, { reachOf: () => 'everywhere', limited: true }),
});

/** One entry with all its details, as staff see it and as the data protection officer does. */
export const detailRoutes = [showEntry, showLimitedEntry] as const;

async function detailFor(
  { database, objections, clock, mail, sms }: DeskDeps,
  by: DeskActor,
  id: number,
  visible: Visible,
) {
  const now = clock();
  const shownWith = { objections: await objections.get(), now };
  const entry = await entryDetail(database.background, id, visible, shownWith);
  if (entry === undefined) throw notFound('entry', id);
  const act = { action: 'read', subject: 'entry', subjectId: id } as const;
  await database.write(recordActivity, { by, act }, now);
  const mayChange = isWithin(reachOfEntry(by.grants, 'change', entry), entry.establishmentId);
  const deliveries = entry.deliveries.map(({ url, ...delivery }) => ({
    ...delivery,
    url: addressFor(by.grants, url),
  }));
  const people = [entry.fields, ...entry.relations.map(({ fields }) => fields)];
  const isOpen = mayChange && !entry.spam && entry.establishmentId !== null;
  const mayWrite = isOpen && mail !== undefined && emailsOf(people).length > 0;
  const hasAddress = people.some((person) => addressIn(person) !== undefined);
  const residence = mayWrite ? await writingResidence(database.background, entry.establishmentId) : undefined;
  const noMail = !hasAddress ? ('address' as const) : residence === undefined ? ('residence' as const) : null;
  return {
    ...{ ...entry, deliveries, mayChange, mayWrite },
    noMail: mayWrite ? noMail : null,
    mayText: isOpen && sms !== undefined && people.some((person) => mobileOf(person) !== undefined),
    answerTo: addressIn(entry.fields) ?? null,
  };
}

const Query = Type.Object({ before: Type.Optional(integer({ minimum: 1 })) });

const showHistory = deskRoute('showHistory', 'GET /desk/entries/:id/history', {
  right: 'entries.read',
  query: Query,
  async run({ database, clock }: DeskDeps, { id, before, by }) {
    await requireEntry(database.background, id, by, 'read');
    const page = await historyPage(database.background, id, { before });
    const act = { action: 'read', subject: 'entry', subjectId: id } as const;
    await database.write(recordActivity, { by, act }, clock());
    return page;
  },
});

const listLetters = deskRoute('listLetters', 'GET /desk/entries/:id/letters', {
  right: 'entries.read',
  query: Query,
  async run({ database, clock }: DeskDeps, { id, before, by }) {
    await requireEntry(database.background, id, by, 'read');
    const act = { action: 'read', subject: 'entry', subjectId: id } as const;
    await database.write(recordActivity, { by, act }, clock());
    return letterPage(database.background, id, before);
  },
});

const showVersion = deskRoute('showVersion', 'GET /desk/entries/:id/version', {
  right: 'entries.read',
  config: { askedByPages: true },
  async run({ database }: DeskDeps, { id, by }) {
    await requireEntry(database.background, id, by, 'read');
    return { version: await currentVersion(database.background, id) };
  },
});

/** An entry's history and letters page by page, and its version, which tells an open page whether to reload the entry. */
export const historyRoutes = [showHistory, listLetters, showVersion] as const;
