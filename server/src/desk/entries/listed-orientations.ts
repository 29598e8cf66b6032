import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { problemsOf, resNumber } from '../../orientation/messages.ts';
import type { Queries } from '../../store/database.ts';
import { rawStatement } from '../../store/statement.ts';
import { text } from './summary.ts';

/** Of each entry. A partner may send any number; the entry's history has them all. */
const maxFollowUps = 5;

/** What both lists and the details of an entry show of a partner's request. */
export const OrientationSummary = {
  partner: Type.String(),
  numero: text('The partner’s number.'),
  res: Type.String({ description: 'Our number, as given to the partner.' }),
  problems: Type.Array(Type.String(), {
    description: 'The problems that the partner would be sent now, in French.',
  }),
};

/** A partner's request in a list. */
export const ListedOrientation = Type.Object(
  {
    ...OrientationSummary,
    followUps: Type.Array(
      Type.Object({ at: Type.String(), state: text('`Conclu`, or free text.'), reason: text('Why.') }),
      { description: `Follow-ups sent by the partner, newest first, at most ${maxFollowUps}.` },
    ),
  },
  { title: 'ListedOrientation', description: 'The partner’s request, when it is one.' },
);
export type ListedOrientation = Static<typeof ListedOrientation>;

interface OrientationRow {
  readonly id: number;
  readonly partner: string;
  readonly numero: string | null;
}

/** Returns the values of {@link OrientationSummary}. */
export function orientationSummary({ id, partner, numero }: OrientationRow, establishmentId: number | null) {
  const problems = problemsOf(numero ?? undefined, establishmentId !== null);
  return { partner, numero, res: resNumber(id), problems };
}

const orientationsOf = rawStatement<{ ids: string }, OrientationRow & { entryId: number }>(
  (p, dialect) => sql`
    select o.entry_id as "entryId", o.id, partners.slug as partner, o.numero
    from orientations o join partners on partners.id = o.partner_id
    where ${dialect.idIn('o.entry_id', p.ids)}`,
);
const newestFollowUps = sql`
  select id from history where entry_id = listed.id and change = 'followup' order by id desc limit ${sql.lit(maxFollowUps)}`;
const followUpsOf = rawStatement<{ ids: string }, { entryId: number; at: string; detail: string }>(
  (p, dialect) => sql`
    select h.entry_id as "entryId", h.at, h.detail
    from ${dialect.ids(p.ids)} as listed ${dialect.joinIds('newest', newestFollowUps)} cross join history h
    where h.id = newest.value order by h.id desc`,
);

/** Returns the partners' requests of these entries, by entry id. */
export async function listedOrientations(
  read: Queries,
  entries: readonly { readonly id: number; readonly establishmentId: number | null }[],
): Promise<ReadonlyMap<number, ListedOrientation>> {
  if (entries.length === 0) return new Map();
  const ids = JSON.stringify(entries.map(({ id }) => id));
  const rows = new Map((await read.all(orientationsOf, { ids })).map((row) => [row.entryId, row]));
  const followUps = Map.groupBy(await read.all(followUpsOf, { ids }), ({ entryId }) => entryId);
  return new Map(
    entries.flatMap(({ id: entryId, establishmentId }) => {
      const row = rows.get(entryId);
      if (row === undefined) return [];
      const ofEntry = followUps.get(entryId) ?? [];
      const listed = {
        ...orientationSummary(row, establishmentId),
        followUps: ofEntry.map(({ at, detail }) => ({ at, ...followUpText(detail) })),
      };
      return [[entryId, listed] as const];
    }),
  );
}

function followUpText(detail: string): Pick<ListedOrientation['followUps'][number], 'state' | 'reason'> {
  const { state = null, reason = null }: { state?: string | null; reason?: string | null } =
    JSON.parse(detail);
  return { state, reason };
}
