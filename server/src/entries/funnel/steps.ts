import { sql } from 'kysely';

/** The steps of the funnel, in order. Each includes those before it. */
export const steps = ['received', 'validated', 'contacted', 'visited', 'admitted'] as const;
export type Step = (typeof steps)[number];

/**
 * SQL: the furthest step that the entry `e` has reached, an index of {@link steps}. A result validates it; an action received
 * over the API counts as « Prise de contact ».
 */
export const furthestStep = sql<number>`coalesce((
  select max(case a.stage when 'Validé' then 1 when 'Visite' then 3 when 'Admission réalisé' then 4 when 'Parti' then 4 else 2 end)
  from actions a where a.entry_id = e.id and a.done = 1 and (a.stage is not null or a.author is null)
), case when e.resultat is null then 0 else 1 end)`;
