import type { Queries } from '../../database/port.ts';
import { mostCounted, pageOf, type Walk } from '../pages.ts';
import { everyWanted, nextWanted, type Place, type Sort, wantedOf } from './list-statements.ts';
import { type Found, search } from './search.ts';
import { valuesOf, type Wanted } from './wanted.ts';

/** A list that somebody asks for. */
export interface Asked {
  readonly wanted: Wanted;
  /** What is searched for, as typed. */
  readonly q?: string;
  readonly sort: Sort;
  readonly descending: boolean;
  readonly walk: Walk<Place>;
}

/** The places of one page of a list, and of how many. */
export async function listPage(read: Queries, asked: Asked) {
  const { wanted, q, walk } = asked;
  const found = q === undefined ? undefined : await search(read, q);
  const few =
    found === undefined
      ? await read.all(everyWanted(wanted), valuesOf(wanted))
      : await read.all(wantedOf(wanted), { ...valuesOf(wanted), ids: JSON.stringify([...found.ids]) });
  const isWhole = found === undefined ? few.length <= mostCounted : found.crowds.length === 0;
  const rows = isWhole ? stepsFrom(few, asked) : await walked(read, asked, found, few);
  const page = pageOf(rows, walk, (place) => cursorOf(place, asked.sort), few.length);
  return isWhole ? page : { ...page, total: { count: page.total.count, exact: false } };
}

/** What a cursor says of a place. */
export function cursorOf({ id, contactDate }: Place, sort: Sort): unknown {
  return sort === 'received' ? [sort, id] : [sort, id, contactDate];
}

/** The rows of a list that was read whole, as a walk finds them. */
function stepsFrom(places: readonly Place[], { sort, descending, walk }: Asked): Place[] {
  const { from, backwards, size } = walk;
  const sign = descending === backwards ? 1 : -1;
  const compare = (a: Place, b: Place) => {
    const byDay =
      sort === 'received' ? 0 : Number(a.contactDate > b.contactDate) - Number(a.contactDate < b.contactDate);
    return sign * (byDay === 0 ? a.id - b.id : byDay);
  };
  const beyond = from === undefined ? places : places.filter((place) => compare(place, from) > 0);
  return beyond.toSorted(compare).slice(0, size);
}

/** The rows of a list that is too long to be read whole. `few`: some of them, of what a search has found. */
async function walked(
  read: Queries,
  asked: Asked,
  found: Found | undefined,
  few: readonly Place[],
): Promise<Place[]> {
  const { wanted, sort, descending, walk } = asked;
  const { from, backwards, size } = walk;
  const steps = { sort, size, descending: descending !== backwards, onwards: from !== undefined };
  const values = {
    ...valuesOf(wanted),
    placeId: from?.id ?? null,
    placeDate: from?.contactDate ?? null,
  };
  if (found === undefined) {
    return read.all(nextWanted(wanted, { ...steps, source: 'all' }), { ...values, sought: null });
  }
  // Of a crowd the newest are at hand: seldom does anybody look for more.
  const atHand = stepsFrom(few, asked);
  if (sort === 'received' && steps.descending && atHand.length === size) return atHand;
  const byId = new Map(few.map((place) => [place.id, place]));
  for (const { source, sought } of found.crowds) {
    const next = await read.all(nextWanted(wanted, { ...steps, source }), { ...values, sought });
    for (const place of next) byId.set(place.id, place);
  }
  return stepsFrom([...byId.values()], asked);
}
