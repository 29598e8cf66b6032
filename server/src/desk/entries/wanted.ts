import { type RawBuilder, sql } from 'kysely';
import type { Reach } from '../../access/roles.ts';
import type { EntryKind, Stage } from '../../contract/enumerations.ts';
import type { Engine } from '../../database/port.ts';
import type { Parameters } from '../../database/statement.ts';

/** Which entries a list shows. What is not named is not asked about. */
export interface Wanted {
  readonly kind: EntryKind;
  /** The residences within reach that are asked for. */
  readonly reach: Reach;
  readonly unassigned?: boolean;
  readonly status?: 'new' | 'processed';
  readonly flagged?: boolean;
  readonly type?: string;
  readonly sejourType?: string;
  /** These three: a value, or `none`. */
  readonly resultat?: string;
  readonly motif?: string;
  readonly stage?: string;
  /** Whether a placement partner has sent it. */
  readonly orientation?: boolean;
  /** The first and the last day of contact. */
  readonly from?: string;
  readonly to?: string;
  /** Between which ids those of these days are, when that is known. */
  readonly ids?: { readonly first: number; readonly last: number };
  readonly announcementId?: number;
  readonly offer?: Offer;
  /** What is planned for it, by staff, and not done. */
  readonly planned?: Planned;
  /** What staff do not see unless they ask: without it, none of these. */
  readonly aside?: Aside;
}

/** An application that names no job offer, or one that is not known. */
export const offers = ['none', 'unknown'] as const;
export type Offer = (typeof offers)[number];

/** A visit, or anything else: a call. */
export const plannedKinds = ['visit', 'callback'] as const;
export type Planned = (typeof plannedKinds)[number];

/** What the usual lists leave out. `presumed`: spam that staff have not decided about; `spam`: that they have. */
export const asides = ['presumed', 'spam', 'duplicate', 'test'] as const;
export type Aside = (typeof asides)[number];

/** The values that conditions are about; null where there is no such condition. */
export interface WantedValues extends Record<string, string | number | null> {
  readonly kind: string;
  readonly establishmentId: number | null;
  /** A JSON array of ids. */
  readonly establishmentIds: string | null;
  readonly type: string | null;
  readonly sejourType: string | null;
  readonly resultat: string | null;
  readonly motif: string | null;
  readonly stage: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly firstId: number | null;
  readonly lastId: number | null;
  readonly announcementId: number | null;
}

/** The values of {@link conditionsOf}. */
export function valuesOf(wanted: Wanted): WantedValues {
  const { reach } = wanted;
  const ids = reach === 'everywhere' ? [] : [...reach];
  return {
    kind: wanted.kind,
    establishmentId: ids[0] ?? null,
    establishmentIds: JSON.stringify(ids),
    type: wanted.type ?? null,
    sejourType: wanted.sejourType ?? null,
    resultat: wanted.resultat ?? null,
    motif: wanted.motif ?? null,
    stage: wanted.stage ?? null,
    from: wanted.from ?? null,
    to: wanted.to ?? null,
    firstId: wanted.ids?.first ?? null,
    lastId: wanted.ids?.last ?? null,
    announcementId: wanted.announcementId ?? null,
  };
}

/** What two lists have in common that differ in values alone: one statement serves both. */
export function shapeOf(wanted: Wanted): string {
  const { reach, status, flagged, orientation, unassigned, offer, planned, aside } = wanted;
  const named = (['type', 'sejourType', 'from', 'to', 'ids', 'announcementId'] as const).filter(
    (name) => wanted[name] !== undefined,
  );
  const named2 = (['resultat', 'motif', 'stage'] as const).flatMap((name) => {
    const value = wanted[name];
    return value === undefined ? [] : [value === 'none' ? `no ${name}` : name];
  });
  return JSON.stringify([
    reach === 'everywhere' ? 'all' : reach.size === 1 ? 'one' : 'some',
    { status, flagged, orientation, unassigned, offer, planned, aside },
    ...named,
    ...named2,
  ]);
}

/** What an entry must be, as conditions on the table `e`. They depend on the wanted's shape alone. */
export function conditionsOf(
  wanted: Wanted,
  p: Parameters<WantedValues>,
  engine: Engine,
): RawBuilder<unknown>[] {
  const { reach, unassigned, status, flagged, orientation } = wanted;
  const equal = (name: 'type' | 'sejourType' | 'announcementId', column: string) =>
    wanted[name] === undefined ? [] : [sql`${sql.ref(column)} = ${p[name]}`];
  const orNone = (name: 'resultat' | 'motif' | 'stage', column: string) => {
    if (wanted[name] === undefined) return [];
    return wanted[name] === 'none'
      ? [sql`${sql.ref(column)} is null`]
      : [sql`${sql.ref(column)} = ${p[name]}`];
  };
  return [
    sql`e.kind = ${p.kind}`,
    ...(reach === 'everywhere' ? [] : [withinReach(reach, p, engine)]),
    ...(unassigned === true ? [sql`e.establishment_id is null`] : []),
    // Literals: an index of some entries alone is chosen by them.
    ...(status === undefined ? [] : [sql`e.status = ${sql.lit(status)}`]),
    ...(flagged === undefined ? [] : [sql`e.flagged = ${sql.lit(flagged ? 1 : 0)}`]),
    ...equal('type', 'e.type'),
    ...equal('sejourType', 'e.sejour_type'),
    ...orNone('resultat', 'e.resultat'),
    ...orNone('motif', 'e.motif'),
    ...orNone('stage', 'e.stage'),
    ...(orientation === undefined ? [] : [sql`e.partner_id is ${orientation ? sql`not null` : sql`null`}`]),
    ...(wanted.from === undefined ? [] : [sql`e.contact_date >= ${day(p.from, engine)}`]),
    ...(wanted.to === undefined ? [] : [sql`e.contact_date <= ${day(p.to, engine)}`]),
    ...(wanted.ids === undefined ? [] : [sql`e.id between ${p.firstId} and ${p.lastId}`]),
    ...equal('announcementId', 'e.announcement_id'),
    ...(wanted.offer === undefined ? [] : offerConditions(wanted.offer)),
    ...(wanted.planned === undefined
      ? []
      : [sql`exists (select 1 from actions a where a.entry_id = e.id and ${isPlanned(wanted.planned)})`]),
    ...asideConditions(wanted.aside),
  ];
}

function withinReach(reach: ReadonlySet<number>, p: Parameters<WantedValues>, engine: Engine) {
  if (reach.size === 1) return sql`e.establishment_id = ${p.establishmentId}`;
  return engine === 'sqlite'
    ? sql`e.establishment_id in (select value from json_each(${p.establishmentIds}))`
    : sql`e.establishment_id = any(array(select value::integer from json_array_elements_text(${p.establishmentIds}::json) as listed(value)))`;
}

/** Which actions, in the table `a`, are planned ones of a kind. */
export function isPlanned(planned: Planned): RawBuilder<unknown> {
  const isVisit = planned === 'visit' ? sql`=` : sql`is distinct from`;
  return sql`a.done = 0 and a.stage ${isVisit} ${sql.lit('Visite' satisfies Stage)}`;
}

function offerConditions(offer: Offer): RawBuilder<unknown>[] {
  if (offer === 'none') return [sql`e.announcement_id is null`];
  return [
    sql`e.announcement_id is not null`,
    sql`not exists (select 1 from announcements o where o.id = e.announcement_id)`,
  ];
}

function asideConditions(aside: Aside | undefined): RawBuilder<unknown>[] {
  switch (aside) {
    case undefined:
      return [sql`e.test = 0`, sql`e.spam = 0`, sql`e.duplicate_of is null`];
    case 'presumed':
      return [sql`e.spam = 1`, sql`e.suspicion is not null`, sql`e.test = 0`];
    case 'spam':
      return [sql`e.spam = 1`, sql`e.suspicion is null`, sql`e.test = 0`];
    case 'duplicate':
      return [sql`e.duplicate_of is not null`, sql`e.test = 0`];
    case 'test':
      return [sql`e.test = 1`];
    default:
      return aside satisfies never;
  }
}

/** A bound day: PostgreSQL compares it as one. */
export function day(value: RawBuilder<string | null>, engine: Engine): RawBuilder<unknown> {
  return engine === 'sqlite' ? value : sql`${value}::date`;
}
