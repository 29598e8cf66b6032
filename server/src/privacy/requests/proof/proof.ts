import Type, { type Static } from 'typebox';
import { readUserNames } from '../../../access/authors.ts';
import { dayMs, parisDay } from '../../../clock.ts';
import { holdOf } from '../../../entries/holds.ts';
import { orNull } from '../../../http/desk-answers.ts';
import type { Queries } from '../../../store/database.ts';
import { pick } from '../../../store/entry-columns.ts';
import { query } from '../../../store/statement.ts';
import type { PrivacyDeps } from '../../deps.ts';
import { oldDatabases } from '../../ledger/old-databases.ts';
import { selectErasures } from '../../records/erasures.ts';
import { Recipients, recipientsFor } from '../../records/recipients.ts';
import { findRequest, requestEntries, requestSteps } from '../../records/requests.ts';
import { shownEntry } from '../detail.ts';
import { Export, exportsOf } from '../exports.ts';
import { EntryState, RequestDetail } from '../schema.ts';

const text = (description: string) => orNull(Type.String({ description }));

/** What the proof repeats of the request: nothing that names the person. */
const provenFacts = [
  'kind',
  'asker',
  'channel',
  'receivedOn',
  'dueOn',
  'extensionReason',
  'identityKind',
  'decision',
  'ground',
  'answeredOn',
  'answerChannel',
  'closedAt',
] as const;

/** What was done for a request. The person is named by its number alone. */
export const Proof = Type.Object({
  writtenAt: Type.String(),
  request: Type.Object({
    number: Type.Integer(),
    ...Type.Pick(RequestDetail, provenFacts).properties,
  }),
  found: Type.Integer({ description: 'How many entries were found.' }),
  entries: Type.Array(
    Type.Object({
      entryId: Type.Integer(),
      kind: text('Kind of the entry; null when it was deleted.'),
      receivedAt: text('When it was received.'),
      state: EntryState,
      reason: text('Why it was refused, as the officer wrote it.'),
      hold: orNull(
        Type.Object({ kind: Type.Enum(['hold', 'limitation'], { type: 'string' }), until: Type.String() }),
      ),
      erasures: Type.Array(
        Type.Object({
          isWhole: Type.Boolean({ description: 'False for a correction without trace.' }),
          erasedAt: Type.String(),
          counts: Type.Unsafe<Readonly<Record<string, number>>>({
            type: 'object',
            additionalProperties: { type: 'integer' },
            description: 'How many rows were erased, by place.',
          }),
        }),
      ),
    }),
  ),
  ...Recipients.properties,
  exports: Type.Array(Export, {
    description: 'Exports since then that held these entries, or may have; newest first, at most 200.',
  }),
  moreExports: Type.Boolean({ description: 'Whether there may be older ones.' }),
  backups: Type.Object({
    days: Type.Integer({ description: 'Days after which backups are deleted.' }),
    until: text('The last day on which a backup holds what was erased; null when nothing was.'),
    kept: Type.Array(Type.Object({ name: Type.String(), until: Type.String() }), {
      description: 'Databases of before a restore that are still there and hold what was erased.',
    }),
  }),
  steps: RequestDetail.properties.steps,
});
export type Proof = Static<typeof Proof>;
type ProvenEntry = Proof['entries'][number];

/** Until 0029 the ledger's counts had keyed hashes of erased texts too. */
function placesIn(counts: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(counts).filter(([name]) => !name.includes(':')));
}

/** Returns the proof of a request. Rejects with NOTFOUND for an unknown one. */
export async function proofOf(
  read: Queries,
  id: number,
  { now, backupDays, dataDir }: Pick<PrivacyDeps, 'backupDays' | 'dataDir'> & { readonly now: Date },
): Promise<Proof> {
  const request = await findRequest(read, id);
  const users = await readUserNames(read);
  const nameOf = (userId: number | null) => (userId === null ? null : users.ofUser(userId)) ?? 'Exploitant';
  const entries = await provenEntries(read, id, now);
  const recipientsOf = await recipientsFor(read, id, request.createdAt);
  const recipients: Recipients[] = [];
  // Recipients are told of what has changed, not of a copy (RGPD, article 19).
  const isCopy = request.kind === 'access' || request.kind === 'portability';
  for (const { entryId, state, erasures } of entries)
    if (erasures.length > 0 || (state === 'done' && !isCopy)) recipients.push(await recipientsOf(entryId));
  const erasedAt = entries.flatMap(({ erasures }) => erasures.map((erasure) => erasure.erasedAt)).sort();
  const last = erasedAt.at(-1);
  return {
    writtenAt: now.toISOString(),
    request: { number: id, ...pick(request, provenFacts) },
    found: entries.length,
    entries,
    told: recipients.flatMap(({ told }) => told),
    toTell: recipients.flatMap(({ toTell }) => toTell),
    ...(await exportsOf(read, id, entries, { now, nameOf })),
    backups: {
      days: backupDays,
      until: last === undefined ? null : parisDay(new Date(Date.parse(last) + backupDays * dayMs)),
      kept: oldDatabases(dataDir).filter(({ until }) => last !== undefined && until < last),
    },
    steps: await requestSteps(read, id),
  };
}

async function provenEntries(read: Queries, requestId: number, now: Date): Promise<ProvenEntry[]> {
  const erasures = await read.all(
    query((db) => selectErasures(db).where('request_id', '=', requestId).orderBy('id')),
  );
  const entries: ProvenEntry[] = [];
  for (const linked of await requestEntries(read, requestId)) {
    const { entryId, entry, state, reason } = await shownEntry(read, linked, parisDay(now));
    const hold = await holdOf(read, entryId, now);
    const erasuresOfEntry = erasures.filter((erasure) => erasure.entryId === entryId);
    entries.push({
      entryId,
      kind: entry?.kind ?? null,
      receivedAt: entry?.receivedAt ?? erasuresOfEntry[0]?.receivedAt ?? null,
      state: erasuresOfEntry.some(({ paths }) => paths === null) ? 'done' : state,
      reason,
      hold: hold === undefined ? null : { kind: hold.kind, until: hold.until },
      erasures: erasuresOfEntry.map(({ paths, erasedAt, counts }) => ({
        isWhole: paths === null,
        erasedAt,
        counts: placesIn(JSON.parse(counts)),
      })),
    });
  }
  return entries;
}
