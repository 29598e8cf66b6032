import Type, { type Static } from 'typebox';
import { parisDay } from '../../clock.ts';
import { integer } from '../../contract/fields.ts';
import { entryNotFound, findEntry } from '../../entries/change/row.ts';
import { deskRoute, writing } from '../../http/desk-route.ts';
import type { Queries } from '../../store/database.ts';
import type { PrivacyDeps } from '../deps.ts';
import {
  findRequest,
  listRequests,
  maxListed,
  requestEntries,
  requestEntry,
  requestSteps,
  type StoredRequest,
} from '../records/requests.ts';
import { requestNotFound } from '../records/steps.ts';
import { readParts } from '../texts/entry-parts.ts';
import { freeTextsOf } from '../texts/free-texts.ts';
import {
  addRequest,
  changeRequest,
  changeRequestEntry,
  linkEntries,
  requestEntryNotFound,
} from './operations.ts';
import { shownEntry } from './request-entries.ts';
import {
  EntryPatch,
  LinkedEntries,
  NewRequest,
  RequestDetail,
  RequestEntryTexts,
  RequestList,
  RequestPatch,
  type RequestSummary,
} from './schema.ts';

const EntryPath = Type.Object({
  id: integer({ minimum: 1, description: 'Of the request.' }),
  entryId: integer({ minimum: 1, description: 'Of the entry.' }),
});

const listPrivacyRequests = deskRoute('listPrivacyRequests', 'GET /desk/privacy/requests', {
  right: 'privacy',
  tag: 'Privacy',
  summary: 'List the requests of persons',
  query: Type.Object({
    state: Type.Optional(
      Type.Enum(['open', 'closed'], { type: 'string', description: '`open` by default.' }),
    ),
  }),
  answer: RequestList,
  async run({ database, clock }: PrivacyDeps, { state = 'open' }) {
    const found = await listRequests(database.background, state);
    const today = parisDay(clock());
    const data = found.slice(0, maxListed).map((one) => summaryOf(one, today));
    return { data, truncated: found.length > maxListed };
  },
});

const noteRequest = deskRoute('noteRequest', 'POST /desk/privacy/requests', {
  right: 'privacy',
  tag: 'Privacy',
  summary: 'Note a request of a person',
  description:
    'It is due one calendar month after it was received, on the last day of that month when it is shorter.',
  body: NewRequest,
  answer: Type.Object({ id: Type.Integer() }),
  ...writing(addRequest),
});

const showRequest = deskRoute('showRequest', 'GET /desk/privacy/requests/:id', {
  right: 'privacy',
  tag: 'Privacy',
  summary: 'Show a request with its entries and steps',
  answer: RequestDetail,
  run: ({ database, clock }: PrivacyDeps, { id }) => detailOf(database.background, id, parisDay(clock())),
});

const patchRequest = deskRoute('patchRequest', 'PATCH /desk/privacy/requests/:id', {
  right: 'privacy',
  tag: 'Privacy',
  summary: 'Check, extend, decide or close a request',
  description:
    'A request is closed with a decision, and with its ground unless it is granted. Nothing of a closed request changes.',
  body: RequestPatch,
  answer: RequestDetail,
  operation: changeRequest,
  async run({ database, clock }: PrivacyDeps, { id, by, ...patch }) {
    await database.write(changeRequest, { requestId: id, patch, by }, clock());
    return detailOf(database.background, id, parisDay(clock()));
  },
});

const addEntries = deskRoute('addEntries', 'POST /desk/privacy/requests/:id/entries', {
  right: 'privacy',
  tag: 'Privacy',
  summary: 'Add entries to a request',
  description: 'An entry that it lists already stays as it is.',
  body: LinkedEntries,
  operation: linkEntries,
  run: ({ database, clock }: PrivacyDeps, { id: requestId, entries, by }) =>
    database.write(linkEntries, { requestId, entries, by }, clock()),
});

const showRequestEntry = deskRoute('showRequestEntry', 'GET /desk/privacy/requests/:id/entries/:entryId', {
  right: 'privacy',
  tag: 'Privacy',
  summary: 'Show an entry of a request with its free texts',
  params: EntryPath,
  answer: RequestEntryTexts,
  run: (deps: PrivacyDeps, { id, entryId }) => textsOf(deps, id, entryId),
});

const patchRequestEntry = deskRoute(
  'patchRequestEntry',
  'PATCH /desk/privacy/requests/:id/entries/:entryId',
  {
    right: 'privacy',
    tag: 'Privacy',
    summary: 'Say whom of an entry the request concerns, what is withheld, and what became of it',
    params: EntryPath,
    body: EntryPatch,
    answer: RequestEntryTexts,
    operation: changeRequestEntry,
    async run(deps: PrivacyDeps, { id: requestId, entryId, by, ...patch }) {
      await deps.database.write(changeRequestEntry, { requestId, entryId, patch, by }, deps.clock());
      return textsOf(deps, requestId, entryId);
    },
  },
);

/** Requests of persons about their data. */
export const requestRoutes = [
  listPrivacyRequests,
  noteRequest,
  showRequest,
  patchRequest,
  addEntries,
  showRequestEntry,
  patchRequestEntry,
] as const;

async function textsOf(
  { database: { background: read }, secrets, clock }: PrivacyDeps,
  requestId: number,
  entryId: number,
) {
  const linked = await requestEntry(read, requestId, entryId);
  if (linked === undefined) throw requestEntryNotFound(requestId, entryId);
  const entry = await findEntry(read, entryId);
  if (entry === undefined) throw entryNotFound(entryId);
  const texts = freeTextsOf(await readParts(read, entry), secrets.contentKey);
  return { ...(await shownEntry(read, linked, parisDay(clock()))), texts };
}

/** Returns a request with its entries and steps. Rejects with NOTFOUND for an unknown one. */
async function detailOf(read: Queries, id: number, today: string) {
  const request = await findRequest(read, id);
  if (request === undefined) throw requestNotFound(id);
  const entries: Awaited<ReturnType<typeof shownEntry>>[] = [];
  for (const one of await requestEntries(read, id)) entries.push(await shownEntry(read, one, today));
  const { identityCheck, extensionReason, ground } = request;
  const steps = await requestSteps(read, id);
  return { ...summaryOf(request, today), identityCheck, extensionReason, ground, entries, steps };
}

function summaryOf(request: StoredRequest, today: string): Static<typeof RequestSummary> {
  const { identityCheck: _, extensionReason, ground: __, ...shown } = request;
  return {
    ...shown,
    late: shown.closedAt === null && shown.dueOn < today,
    extended: extensionReason !== null,
  };
}
