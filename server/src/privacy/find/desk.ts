import Type from 'typebox';
import { recordActivity } from '../../access/audit.ts';
import { exactly, orNull } from '../../http/desk-answers.ts';
import { deskRoute } from '../../http/desk-route.ts';
import { type PrivacyDeps, privacyRoute } from '../deps.ts';
import { Criteria, criteriaNames, soughtBy } from './criteria.ts';
import { searchFrom } from './deep.ts';
import { findByIndex } from './quick.ts';
import { Trace } from './trace.ts';

const FoundTraces = Type.Object({
  traces: Type.Array(Trace, { description: 'Strong ones first, then the newest; at most 200.' }),
  truncated: Type.Boolean({ description: 'Whether there are more.' }),
});
const DeepCriteria = exactly({
  ...Criteria.properties,
  cursor: Type.Optional(
    Type.String({ maxLength: 1_000, description: 'From the response before, with the same criteria.' }),
  ),
});
const DeepTraces = Type.Object({
  traces: Type.Array(Trace, {
    description: 'What this part of the search has found. Later parts may find the same place elsewhere.',
  }),
  cursor: orNull(Type.String({ description: 'For the next part; null after the last one.' })),
  scanned: Type.Integer({ description: 'Rows searched so far, of `total`; both count gaps between ids.' }),
  total: Type.Integer(),
});

const findPerson = deskRoute('findPerson', 'POST /desk/privacy/find', {
  ...privacyRoute,
  summary: 'Find a person by the indexes',
  description:
    'All entries, also tests, spam, duplicates and limited ones; users and staff by name or e-mail address. The audit trail names the criteria, never their values.',
  body: Criteria,
  answer: FoundTraces,
  async run({ database, clock }: PrivacyDeps, { by, ...criteria }) {
    const now = clock();
    const found = await findByIndex(database.background, soughtBy(criteria), now);
    const act = findActivity(criteria, { deep: false, count: found.traces.length });
    await database.write(recordActivity, { by, act }, now);
    return found;
  },
});

const findPersonDeep = deskRoute('findPersonDeep', 'POST /desk/privacy/find/deep', {
  ...privacyRoute,
  summary: 'Search every text for a person, part by part',
  description:
    'Each response covers what is read in about 100 ms: ask again with its `cursor` until that is null. CVs are not read; the names of the files are listed.',
  body: DeepCriteria,
  answer: DeepTraces,
  async run({ database, secrets, clock, monotonicClock }: PrivacyDeps, { by, cursor, ...criteria }) {
    const now = clock();
    const context = { database, secrets, now, monotonicClock };
    const { count, ...found } = await searchFrom(cursor, soughtBy(criteria), context);
    const isOver = found.cursor === null;
    // A line at the beginning, and one at the end. The cursor is encrypted, and so can't be made to avoid the first.
    if (cursor === undefined || isOver) {
      const act = findActivity(criteria, { deep: true, ...(isOver && { count }) });
      await database.write(recordActivity, { by, act }, now);
    }
    return found;
  },
});

/** Returns a search as the audit trail records it: which criteria were given, never their values. */
function findActivity(criteria: Criteria, more: { readonly deep: boolean; readonly count?: number }) {
  const given = criteriaNames.filter((name) => criteria[name] !== undefined);
  return { action: 'read', subject: 'person', detail: { criteria: given, ...more } } as const;
}

/** Where a person's data is. */
export const findRoutes = [findPerson, findPersonDeep] as const;
