import { sql } from 'kysely';
import type { Stage } from '../../contract/enumerations.ts';
import type { Bounds } from './bounds.ts';

const contacts = ['Prise de contact', 'Visite', 'Admission réalisé', 'Parti'] as const satisfies Stage[];
const admissions = ['Admission réalisé', 'Parti'] as const satisfies Stage[];
const oneOf = (stages: readonly Stage[]) => sql`(${sql.join(stages.map((stage) => sql.lit(stage)))})`;

/** A done action that is an exchange with the person: not a check, nor a note of staff. */
const isExchange = sql`entry_id = e.id and done = 1
  and (stage in ${oneOf(contacts)} or (stage is null and author is null))`;

export const isComplaint = sql`e.kind = 'survey' and e.type = 'survey.type.complaint'`;
export const isSatisfaction = sql`e.kind = 'survey' and e.type = 'survey.type.survey'`;
/** A family's request: a commercial entry, be it of a partner, or a contact form. */
export const isLead = sql`(e.kind = 'commercial' or (
  e.kind = 'survey' and (e.type is null or e.type not in ('survey.type.complaint', 'survey.type.survey'))
))`;
export const admitted = sql`(e.resultat is not distinct from 'commercial.resultat.realisee' or exists (
  select 1 from actions where entry_id = e.id and done = 1 and stage in ${oneOf(admissions)}
))`;

/**
 * The last contact is the newest of the receipt, which is compared elsewhere, the contact date, the exchanges and the
 * partner's messages. A day that is still to come is a mistake or a plan, and no contact.
 */
export const lastContactBefore = ({ day, instant, today }: Bounds) => sql`
  (e.contact_date < ${day} or e.contact_date > ${today})
  and not exists (select 1 from actions where ${isExchange} and date >= ${day} and date <= ${today})
  and not exists (select 1 from history where entry_id = e.id and at >= ${instant} and author like 'partner:%')
  and not (
    exists (select 1 from actions where ${isExchange} and date is null and author is not null)
    and exists (
      select 1 from history where entry_id = e.id and at >= ${instant} and detail -> 'actions' is not null
    )
  )`;

/** Closed, and neither closed nor opened again since. */
export const complaintClosedBefore = ({ instant }: Bounds) => sql`e.status = 'processed' and not exists (
  select 1 from history where entry_id = e.id and at >= ${instant} and detail -> 'changes' -> 'status' is not null
)`;
