import { recordActivity } from '../../access/audit.ts';
import { isWithin, reachOfEntry } from '../../access/roles.ts';
import { entryNotFound } from '../../entries/change/row.ts';
import { addressIn, emailsOf, mobileOf } from '../../entries/people.ts';
import { type DeskActor, deskRoute } from '../../http/desk-route.ts';
import type { DeskDeps } from '../deps.ts';
import { addressFor } from '../integrations/endpoints.ts';
import { writingResidence } from '../residence.ts';
import { entryDetail, type Visible } from './detail.ts';

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
  if (entry === undefined) throw entryNotFound(id);
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
