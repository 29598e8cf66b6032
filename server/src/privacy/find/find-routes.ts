import { hash, randomUUID } from 'node:crypto';
import Type from 'typebox';
import { recordActivity } from '../../access/audit.ts';
import { findAuditLines } from '../../access/audit-trail.ts';
import { dayMs } from '../../clock.ts';
import { RequestError } from '../../contract/request-error.ts';
import { exactly } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import type { Secrets } from '../../secrets.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { type PrivacyDeps, privacyRoute } from '../deps.ts';
import { lockOpenRequest, recordStep } from '../records/steps.ts';
import { Criteria, criteriaNames, type SearchedPerson, soughtBy } from './criteria.ts';
import { type Progress, searchPart } from './search.ts';
import { downloadActs, downloadSeen, nameUsers, showSeen } from './seen.ts';
import { sources } from './sources.ts';

/** The lines of the audit trail in which the search is looked for. */
const newest = { from: undefined, backwards: false, limit: 200 };

export const noteSearch = deskWrite('noteSearch', 'POST /desk/privacy/requests/:id/searches', {
  ...privacyRoute,
  body: exactly({
    criteria: Type.Array(Type.Enum(criteriaNames, { type: 'string' }), { minItems: 1, maxItems: 20 }),
  }),
  async run(tx, { id, criteria, by }, { now, record }) {
    await lockOpenRequest(tx, id);
    const since = new Date(now.getTime() - dayMs).toISOString();
    const filter = { userId: by.userId, action: 'read', subject: 'person', since } as const;
    const names = new Set<unknown>(criteria);
    const line = (await findAuditLines(tx, filter, newest)).find(
      ({ detail }) =>
        Array.isArray(detail.criteria) && names.symmetricDifference(new Set(detail.criteria)).size === 0,
    );
    if (line === undefined)
      throw new RequestError('CONFLICT', `criteria: no search by ${criteria.join(', ')} was made`);
    const detail = { criteria: [...names], complete: line.detail.complete === true };
    await recordStep(tx, id, { by, now, step: 'searched', detail });
    await record({ action: 'changed', subject: 'privacy-request', subjectId: id, detail });
  },
});

function newSearch(): Progress {
  return { search: randomUUID(), source: -1, after: 0, found: [] };
}

/** A cursor is encrypted and holds for one person: no search can begin with it, unseen by the audit trail. */
function sealedCursors(sought: SearchedPerson, secrets: Secrets) {
  // Another version may read other tables, or in another order.
  const read = sources.map(({ table }) => table);
  const person = hash('sha256', JSON.stringify([sought, read]), 'base64url');
  return {
    close: (progress: Progress): string => secrets.encrypt(JSON.stringify({ person, progress })),
    open(cursor: string): Progress {
      const opened = decrypted(cursor);
      if (opened?.person === person) return opened.progress;
      throw new ValidationError('cursor', 'expected that of the response before, with the same criteria');
    },
  };

  function decrypted(cursor: string): { person: string; progress: Progress } | undefined {
    try {
      return JSON.parse(secrets.decrypt(cursor));
    } catch {
      return undefined;
    }
  }
}

const SearchedPart = exactly({
  ...Criteria.properties,
  cursor: Type.Optional(Type.String({ maxLength: 20_000 })),
});
const findPerson = deskRoute('findPerson', 'POST /desk/privacy/find', {
  ...privacyRoute,
  body: SearchedPart,
  async run(
    { database, secrets, clock, monotonicClock, searches }: PrivacyDeps,
    { by, cursor, ...criteria },
  ) {
    const now = clock();
    const sought = soughtBy(criteria);
    const cursors = sealedCursors(sought, secrets);
    const progress = cursor === undefined ? newSearch() : cursors.open(cursor);
    if (cursor === undefined) searches.set(by.userId, progress.search);
    else if ((searches.get(by.userId) ?? progress.search) !== progress.search)
      throw new RequestError('CONFLICT', 'cursor: you have begun another search since');
    const { next, added, ...part } = await searchPart(progress, sought, { database, monotonicClock, now });
    // The cursor is encrypted, and so can't be made to avoid the first line.
    if (cursor === undefined || added.length > 0 || next === undefined) {
      const detail = {
        criteria: criteriaNames.filter((name) => criteria[name] !== undefined),
        entries: added.flatMap(({ place, id }) => (place === 'entry' ? [id] : [])),
        ...(next === undefined && { complete: true }),
      };
      const act = { action: 'read', subject: 'person', detail } as const;
      await database.write(recordActivity, { by, act }, now);
    }
    return { ...part, cursor: next === undefined ? null : cursors.close(next) };
  },
});

export const findRoutes = [findPerson, showSeen, downloadSeen, downloadActs, nameUsers] as const;
