import type { Queries } from '../../database/port.ts';
import { mostCounted, pageOf, type Walk } from '../pages.ts';
import { withIdsOfDays } from './ids-of-days.ts';
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
  const byId = new Map(few.map((place) => [place.id, place]));
  for (const { source, sought } of found.crowds) {
    const next = await read.all(nextWanted(wanted, { ...steps, source }), { ...values, sought });
    for (const place of next) byId.set(place.id, place);
  }
  return stepsFrom([...byId.values()], asked);
}
