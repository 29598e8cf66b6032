import Type, { type Static } from 'typebox';
import { parisDay } from '../../clock.ts';
import { integer } from '../../contract/fields.ts';
import { RequestError } from '../../contract/request-error.ts';
import { findEntry } from '../../entries/change/row.ts';
import type { App } from '../../http/app-type.ts';
import { Done, deskErrors, done, IdPath } from '../../http/desk-answers.ts';
import type { Queries } from '../../store/database.ts';
import type { PrivacyDeps } from '../deps.ts';
import { officerOf } from '../officer.ts';
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
  type StoredRequest,
} from './schema.ts';
import {
  findRequest,
  listRequests,
  maxListed,
  requestEntries,
  requestEntry,
  requestSteps,
} from './statements.ts';
import { requestNotFound } from './steps.ts';

const EntryPath = Type.Object({
  id: integer({ minimum: 1, description: 'Of the request.' }),
  entryId: integer({ minimum: 1, description: 'Of the entry.' }),
});

/** Requests of persons about their data. */
export function requestRoutes(scope: App, { database, secrets, clock }: PrivacyDeps): void {
  const config = { desk: 'privacy' } as const;
  const readsBody = { ...config, readsBody: true } as const;
  const tags = ['Privacy'];
  const read = database.background;

  scope.get(
    '/desk/privacy/requests',
    {
      config,
      schema: {
        tags,
        summary: 'List the requests of persons',
        querystring: Type.Object({
          state: Type.Optional(
            Type.Enum(['open', 'closed'], { type: 'string', description: '`open` by default.' }),
          ),
        }),
        response: { 200: RequestList, ...deskErrors },
      },
    },
    async (request) => {
      const found = await listRequests(read, request.query.state ?? 'open');
      const today = parisDay(clock());
      const data = found.slice(0, maxListed).map((one) => summaryOf(one, today));
      return { data, truncated: found.length > maxListed };
    },
  );

  scope.post(
    '/desk/privacy/requests',
    {
      config: readsBody,
      schema: {
        tags,
        summary: 'Note a request of a person',
        description:
          'It is due one calendar month after it was received, on the last day of that month when it is shorter.',
        body: NewRequest,
        response: { 200: Type.Object({ id: Type.Integer() }), ...deskErrors },
      },
    },
    (request) => database.write(addRequest, { ...request.body, by: officerOf(request) }, clock()),
  );

  scope.get(
    '/desk/privacy/requests/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Show a request with its entries and steps',
        params: IdPath,
        response: { 200: RequestDetail, ...deskErrors },
      },
    },
    (request) => detailOf(read, request.params.id, parisDay(clock())),
  );

  scope.patch(
    '/desk/privacy/requests/:id',
    {
      config: readsBody,
      schema: {
        tags,
        summary: 'Check, extend, decide or close a request',
        description:
          'A request is closed with a decision, and with its ground unless it is granted. Nothing of a closed request changes.',
        params: IdPath,
        body: RequestPatch,
        response: { 200: RequestDetail, ...deskErrors },
      },
    },
    async (request) => {
      const { id } = request.params;
      await database.write(
        changeRequest,
        { requestId: id, patch: request.body, by: officerOf(request) },
        clock(),
      );
      return detailOf(read, id, parisDay(clock()));
    },
  );

  scope.post(
    '/desk/privacy/requests/:id/entries',
    {
      config: readsBody,
      schema: {
        tags,
        summary: 'Add entries to a request',
        description: 'An entry that it lists already stays as it is.',
        params: IdPath,
        body: LinkedEntries,
        response: { 200: Done, ...deskErrors },
      },
    },
    async (request) => {
      const { entries } = request.body;
      const input = { requestId: request.params.id, entries, by: officerOf(request) };
      await database.write(linkEntries, input, clock());
      return done;
    },
  );

  scope.get(
    '/desk/privacy/requests/:id/entries/:entryId',
    {
      config,
      schema: {
        tags,
        summary: 'Show an entry of a request with its free texts',
        params: EntryPath,
        response: { 200: RequestEntryTexts, ...deskErrors },
      },
    },
    (request) => textsOf(request.params.id, request.params.entryId),
  );

  scope.patch(
    '/desk/privacy/requests/:id/entries/:entryId',
    {
      config: readsBody,
      schema: {
        tags,
        summary: 'Say whom of an entry the request concerns, what is withheld, and what became of it',
        params: EntryPath,
        body: EntryPatch,
        response: { 200: RequestEntryTexts, ...deskErrors },
      },
    },
    async (request) => {
      const { id: requestId, entryId } = request.params;
      const input = { requestId, entryId, patch: request.body, by: officerOf(request) };
      await database.write(changeRequestEntry, input, clock());
      return textsOf(requestId, entryId);
    },
  );

  async function textsOf(requestId: number, entryId: number) {
    const linked = await requestEntry(read, requestId, entryId);
    if (linked === undefined) throw requestEntryNotFound(requestId, entryId);
    const entry = await findEntry(read, entryId);
    if (entry === undefined) throw new RequestError('NOTFOUND', `path: no entry has the id ${entryId}`);
    const texts = freeTextsOf(await readParts(read, entry), secrets.contentKey);
    return { ...(await shownEntry(read, linked, parisDay(clock()))), texts };
  }
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
