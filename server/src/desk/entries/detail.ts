import { readUserNames } from '../../access/authors.ts';
import { type EntryClass, isWithin, type Reach } from '../../access/roles.ts';
import { parisDay } from '../../clock.ts';
import { storedActions } from '../../entries/change/actions.ts';
import { parsedFields, storedRelations } from '../../entries/change/relations.ts';
import { safeFileName } from '../../entries/create/file-name.ts';
import type { Fields } from '../../entries/diff.ts';
import { consentsOf } from '../../entries/follow-up/consent.ts';
import { shownHold } from '../../entries/holds.ts';
import { contactOf, emailsOf, peopleOf } from '../../entries/people.ts';
import { isOutOfSight } from '../../entries/presenter.ts';
import { residenceZone } from '../../entries/residence-zone.ts';
import type { Objections } from '../../entries/search/objections.ts';
import { readWrongNumbers } from '../../entries/wrong-numbers.ts';
import { shownDelivery } from '../../outbox/deliveries.ts';
import { lettersOf } from '../../outbox/letters.ts';
import type { Queries } from '../../store/database.ts';
import { pick } from '../../store/entry-columns.ts';
import {
  creatorOf,
  deliveriesOf,
  entryById,
  fileOf,
  maxListed,
  orientationOf,
  phoneKeysOf,
} from './detail-statements.ts';
import { duplicatesShown } from './duplicates.ts';
import { familyOf, familyShown } from './family.ts';
import { objectionOf } from './objection.ts';
import { orientationSummary } from './orientation-summary.ts';
import { summaryOf } from './summary.ts';
import { historyPage } from './versions.ts';

/** Which entries may be shown. */
export interface Visible {
  readonly reachOf: (entry: EntryClass) => Reach;
  /** Whether to show one whose processing is limited. Erased ones are never shown. */
  readonly limited?: boolean;
}

/** An entry with all its details. */
export type EntryDetail = NonNullable<Awaited<ReturnType<typeof entryDetail>>>;

/** Returns an entry with all its details; undefined when it is unknown or may not be shown. */
export async function entryDetail(
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
  const messages = await messagePage(read, id);
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
    actions: [...actions.values()].map(({ toldAs: _, toldVersion: __, ...action }) => ({
      ...action,
      author: ofAuthor(action.author),
      assigneeName: action.assigneeId === null ? null : ofUser(action.assigneeId),
      extra: parsedFields(action.extra),
    })),
    messages: messages.data,
    messagesNext: messages.next,
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

/** The messages to persons of an entry, newest first, a page at a time. `next`: for `before`; null after the last page. */
export async function messagePage(read: Queries, entryId: number, before?: number) {
  const { ofAuthor } = await readUserNames(read);
  const found = await lettersOf(read, entryId, {
    ...(before !== undefined && { before }),
    limit: maxListed + 1,
  });
  const data = found
    .slice(0, maxListed)
    .map(({ person: _, recipient: to, body, author, use, channel, returnedAt, state, ...letter }) => ({
      ...letter,
      ...{ to, text: body, use: use ?? ('free' as const), author: ofAuthor(author) },
      channel: channel ?? ('email' as const),
      state: returnedAt === null ? state : ('returned' as const),
    }));
  return { data, next: found.length > maxListed ? (data.at(-1)?.id ?? null) : null };
}
