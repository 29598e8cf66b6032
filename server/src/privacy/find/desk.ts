import Type from 'typebox';
import { recordActivity } from '../../access/audit.ts';
import { RequestError } from '../../contract/request-error.ts';
import { exactly } from '../../http/desk-answers.ts';
import { deskRoute } from '../../http/desk-route.ts';
import { type PrivacyDeps, privacyRoute } from '../deps.ts';
import { Criteria, criteriaNames, soughtBy } from './criteria.ts';
import { newSearch, sealedCursors } from './cursor.ts';
import { searchPart } from './search.ts';

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

export const findRoutes = [findPerson] as const;
