import type { Queries } from '../../database/port.ts';
import { mostCounted, pageOf, type Walk } from '../pages.ts';
import { withIdsOfDays } from './ids-of-days.ts';
import { everyWanted, nextWanted, type Place, type Sort, wantedOf } from './list-statements.ts';
import { type Found, idsAmong, search } from './search.ts';
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

/** What of a list can be read at once: all of it, or what a search has found first. */
interface Gathered {
  readonly found: Found | undefined;
  readonly few: readonly Place[];
  /** Whether that is all there is. */
  readonly isWhole: boolean;
}

/** The places of one page of a list, and of how many. */
export async function listPage(read: Queries, list: Asked) {
  const asked = { ...list, wanted: await withIdsOfDays(read, list.wanted) };
  const gathered = await gather(read, asked);
  const rows = await walked(read, asked, gathered);
  const page = pageOf(rows, asked.walk, (place) => cursorOf(place, asked.sort), gathered.few.length);
  return gathered.isWhole ? page : { ...page, total: { count: page.total.count, exact: false } };
}

/** A whole list, for who takes it slice by slice: how many there are, as {@link listPage} says it, and they themselves. */
export async function wholeList(read: Queries, asked: Omit<Asked, 'walk'>) {
  const list = { ...asked, wanted: await withIdsOfDays(read, asked.wanted) };
  const gathered = await gather(read, list);
  const count = Math.min(gathered.few.length, mostCounted);
  return { total: { count, exact: gathered.isWhole }, slices: slicesOf(read, list, gathered) };
}

async function* slicesOf(
  read: Queries,
  list: Omit<Asked, 'walk'>,
  gathered: Gathered,
): AsyncGenerator<readonly Place[]> {
  let from: Place | undefined;
  do {
    const walk = { from, backwards: false, limit: 100, size: 101 } as const;
    const places = await walked(read, { ...list, walk }, gathered);
    if (places.length > 0) yield places;
    from = places.at(-1);
  } while (from !== undefined);
}

async function gather(read: Queries, { wanted, q }: Pick<Asked, 'wanted' | 'q'>): Promise<Gathered> {
  if (q === undefined) {
    const few = await read.all(everyWanted(wanted), valuesOf(wanted));
    return { found: undefined, few, isWhole: few.length <= mostCounted };
  }
  const found = await search(read, q);
  const values = { ...valuesOf(wanted), ids: JSON.stringify([...found.ids]) };
  return { found, few: await read.all(wantedOf(wanted), values), isWhole: found.crowds.length === 0 };
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

/** The rows that a walk finds: those of a list that is too long to be read whole are asked for step by step. */
async function walked(
  read: Queries,
  asked: Asked,
  { found, few, isWhole }: Gathered,
): Promise<readonly Place[]> {
  if (isWhole) return stepsFrom(few, asked);
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
  // Of one crowd the newest are at hand: seldom does anybody look for more.
  const atHand = stepsFrom(few, asked);
  const isEnough = found.crowds.length === 1 && sort === 'received' && steps.descending;
  if (isEnough && atHand.length === size) return atHand;
  const near = await foundNear(read, asked, { found, few, isWhole });
  if (near.length === size) return near;
  const byId = new Map(few.map((place) => [place.id, place]));
  for (const { source, sought } of found.crowds) {
    const next = await read.all(nextWanted(wanted, { ...steps, source }), { ...values, sought });
    for (const place of next) byId.set(place.id, place);
  }
  return stepsFrom([...byId.values()], asked);
}

/** How many days' entries are looked through before all that a search finds is. */
const nearby = 1_001;

/**
 * The rows that a walk finds by the day of contact, when a search has found so much that enough of it is near; else
 * fewer, perhaps none: to bring a crowd into the order of days all of it has to be read.
 */
async function foundNear(read: Queries, asked: Asked, { found, few }: Gathered): Promise<readonly Place[]> {
  const { wanted, sort, descending, walk } = asked;
  const { from, backwards, size } = walk;
  // Other filters are asked of each entry: when they leave little, near is far.
  if (found === undefined || sort !== 'contactDate' || few.length < found.ids.size / 2) return [];
  const steps = { source: 'all', sort, size: nearby, descending: descending !== backwards } as const;
  const places = await read.all(nextWanted(wanted, { ...steps, onwards: from !== undefined }), {
    ...valuesOf(wanted),
    sought: null,
    placeId: from?.id ?? null,
    placeDate: from?.contactDate ?? null,
  });
  const ids = places.map(({ id }) => id);
  if (ids.length === 0) return [];
  const among = await Promise.all(found.crowds.map((crowd) => idsAmong(read, crowd, ids)));
  const isFound = ({ id }: Place) => found.ids.has(id) || among.some((some) => some.has(id));
  return places.filter(isFound).slice(0, size);
}
