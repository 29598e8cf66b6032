import { Readable } from 'node:stream';
import { type Actor, auditedOperation } from '../../../access/audit.ts';
import { parisDay } from '../../../clock.ts';
import { RequestError } from '../../../contract/request-error.ts';
import { readObjections } from '../../../entries/search/objections.ts';
import { deskRoute } from '../../../http/desk-route.ts';
import type { Queries } from '../../../store/database.ts';
import type { Day } from '../../../store/tables.ts';
import { type PrivacyDeps, privacyRoute } from '../../deps.ts';
import { requireContact, requireIdentity } from '../../records/gates.ts';
import { findRequest, requestEntries, type StoredRequest } from '../../records/requests.ts';
import { recordStep, requestSteps, setOutcome } from '../../records/steps.ts';
import { describeInstallation } from '../../register/register.ts';
import { shownEntry } from '../detail.ts';
import { auditedFrom } from '../exports.ts';
import { chosenWithheld } from '../withheld.ts';
import { filesOf } from './archive.ts';
import type { EntryToExport } from './export-entry.ts';
import { staffFunctions } from './staff-functions.ts';
import { zipOf } from './zip.ts';

/** Records that the data of a request was exported. Rejects with CONFLICT before the identity check is noted. */
const noteExport = auditedOperation(
  'noteExport',
  async (
    tx,
    { id, entryIds, by }: { id: number; entryIds: readonly number[]; by: Actor },
    { now, record },
  ) => {
    const request = await findRequest(tx, id, { isLocked: true });
    requireIdentity(request);
    const detail = { count: entryIds.length };
    await recordStep(tx, id, { by, now, step: 'exported', detail });
    const isAsked = request.kind === 'access' || request.kind === 'portability';
    if (isAsked && request.closedAt === null)
      for (const entryId of entryIds) await setOutcome(tx, id, entryId, { state: 'done' });
    const about = { subject: 'privacy-request', subjectId: id } as const;
    await record({ action: 'exported', ...about, detail: { ...detail, entryIds } });
  },
);

export const downloadExport = deskRoute('downloadExport', 'GET /desk/privacy/requests/:id/export.zip', {
  ...privacyRoute,
  operation: noteExport,
  async run(deps: PrivacyDeps, { id, by }, { reply }) {
    const { database, clock } = deps;
    const read = database.background;
    const found = await findRequest(read, id);
    requireIdentity(found);
    if (found.asker === 'controller')
      throw new RequestError('CONFLICT', 'asker: the controller of its own accord exports nothing');
    const now = clock();
    const today = parisDay(now);
    const entries = await entriesToExport(read, found, today);
    if (entries.length === 0) throw new RequestError('CONFLICT', 'entries: expected one or more');
    // Recorded before anything is sent, so that an aborted download is in the audit trail too.
    const entryIds = entries.map(({ entryId }) => entryId);
    await database.write(noteExport, { id, entryIds, by }, now);
    const files = filesOf(read, found, entries, {
      functions: await staffFunctions(read),
      now,
      objections: await readObjections(read, deps.secrets.contentKey),
      information: {
        ...(await describeInstallation(deps, now)),
        auditedFrom: await auditedFrom(read, today),
      },
    });
    reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="demande-${id}.zip"`)
      .header('x-content-type-options', 'nosniff');
    return Readable.from(zipOf(files, now), { objectMode: false });
  },
});

/** Rejects with CONFLICT for what the officer has to decide first. */
async function entriesToExport(read: Queries, request: StoredRequest, today: Day) {
  const entries: EntryToExport[] = [];
  // What left before it was closed may leave again; one that was refused has never left.
  const steps = request.closedAt === null ? [] : await requestSteps(read, request.id);
  const leavesAgain = steps.some(({ step }) => step === 'exported');
  for (const linked of await requestEntries(read, request.id)) {
    const shown = await shownEntry(read, linked, today);
    const { entryId, entry, state, people } = shown;
    if (entry === null || state === 'refused') continue;
    const isErased = entry.restriction === 'erased';
    if (!isErased && !leavesAgain) requireContact(entryId, request, linked);
    if (people === null && !isErased)
      throw new RequestError('CONFLICT', `people: expected which persons of entry ${entryId} are concerned`);
    const withheld = isErased ? null : chosenWithheld(request, shown);
    entries.push({ entryId, people: people ?? [], withheld });
  }
  return entries;
}
