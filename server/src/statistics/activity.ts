import { sql } from 'kysely';
import Type from 'typebox';
import { isNowhere, isWithin, type Reach, reachOf, reachOfEntry } from '../access/roles.ts';
import { parisDay } from '../clock.ts';
import { visitor } from '../entries/entry.ts';
import { deskRoute } from '../http/desk-route.ts';
import { rawStatement } from '../store/statement.ts';
import { periodsUpTo, requireUsualYear, units } from './period.ts';
import { ResidenceQuery, residencesFor, type StatisticsDeps } from './query.ts';

/** Weeks or months of an answer. */
const manyPeriods = 8;

interface Counts {
  readonly received: number;
  readonly calls: number;
  readonly reached: number;
  readonly visits: number;
  readonly admissions: number;
  readonly complaintsOpened: number | null;
  readonly complaintsClosed: number | null;
  readonly applications: number | null;
}

/** What was done in a week or a month, whenever the entries came. */
export const countActivity = deskRoute('countActivity', 'GET /desk/statistics/activity', {
  right: 'statistics.read',
  query: Type.Object({
    unit: Type.Optional(Type.Enum(units, { type: 'string' })),
    day: Type.Optional(Type.String({ format: 'date' })),
    ...ResidenceQuery,
  }),
  async run(deps: StatisticsDeps, { by, unit = 'week', day = parisDay(deps.clock()), ...query }) {
    requireUsualYear('day', day);
    const { establishmentId, residences } = await residencesFor(deps, by, query);
    const ids = new Set<number | null>(residences.map(({ id }) => id));
    if (establishmentId === null) ids.add(null);
    const reaches: Reaches = {
      lead: reachOf(by.grants, 'statistics.read'),
      complaint: reachOfEntry(by.grants, 'read', { kind: 'survey', type: 'survey.type.complaint' }),
      application: reachOfEntry(by.grants, 'read', { kind: 'postuler', type: null }),
    };
    const periods = await Promise.all(
      periodsUpTo(day, unit, manyPeriods).map(async (period) => {
        const read = [actions, entries, closings].map((one) => deps.database.background.all(one, period));
        const rows = (await Promise.all(read)).flat().filter((row) => ids.has(row.establishmentId));
        return { period, rows };
      }),
    );
    const asked = periods.at(-1)?.rows ?? [];
    return {
      establishmentId,
      periods: periods.map(({ period, rows }) => ({ ...period, ...countsOf(rows, reaches) })),
      residences: residences.map((residence) => ({
        ...residence,
        ...countsOf(
          asked.filter((row) => row.establishmentId === residence.id),
          reaches,
        ),
      })),
    };
  },
});

type Reaches = Readonly<Record<'lead' | 'complaint' | 'application', Reach>>;

/** Some counts of a period at a residence; null for what has none yet. PostgreSQL returns counts as text. */
type Row = Readonly<Partial<Record<keyof Counts, number | string>>> & {
  readonly establishmentId: number | null;
};

function countsOf(rows: readonly Row[], { lead, complaint, application }: Reaches): Counts {
  const sum = (name: keyof Counts, reach: Reach) =>
    rows
      .filter((row) => isWithin(reach, row.establishmentId))
      .reduce((total, row) => total + Number(row[name] ?? 0), 0);
  const ifRead = (name: keyof Counts, reach: Reach) => (isNowhere(reach) ? null : sum(name, reach));
  return {
    received: sum('received', lead),
    calls: sum('calls', lead),
    reached: sum('reached', lead),
    visits: sum('visits', lead),
    admissions: sum('admissions', lead),
    complaintsOpened: ifRead('complaintsOpened', complaint),
    complaintsClosed: ifRead('complaintsClosed', complaint),
    applications: ifRead('applications', application),
  };
}

type Days = Record<'from' | 'to', string>;
/** As the indexes of the lists have it. */
const isListed = sql`e.test = 0 and e.spam = 0 and e.duplicate_of is null and e.restriction is null`;
const isComplaint = sql`e.kind = 'survey' and e.type = 'survey.type.complaint'`;
const isDone = sql`coalesce(a.outcome, 'reached') = 'reached'`;
// What staff note without a stage is a call if it says what became of it, and otherwise a note.
const isCall = sql`(a.stage = 'Prise de contact' or (a.stage is null and a.outcome is not null))`;

const actions = rawStatement<Days, Row>(
  (p, dialect) => sql`
select e.establishment_id as "establishmentId",
  count(case when ${isCall} then 1 end) as calls,
  count(distinct case when ${isCall} and ${isDone} then e.id end) as reached,
  count(case when a.stage = 'Visite' and ${isDone} then 1 end) as visits,
  count(distinct case when a.stage = 'Admission réalisé' and ${isDone} and e.admission_revoked = 0 then e.id end) as admissions
from actions a ${dialect.joinEach(
    'entries',
    'e',
    sql`e.id = a.entry_id and ${isListed} and (e.kind = 'commercial' or e.type = 'survey.type.contact')`,
  )}
where a.author is not null and a.author <> ${sql.lit(visitor)} and a.done = 1 and a.date between ${p.from} and ${p.to}
group by e.establishment_id`,
);

const entries = rawStatement<Days, Row>(
  (p) => sql`
select e.establishment_id as "establishmentId",
  count(case when e.kind = 'commercial' then 1 end) as received,
  count(case when e.kind = 'survey' then 1 end) as "complaintsOpened",
  count(case when e.kind = 'postuler' then 1 end) as applications
from entries e
where e.kind in ('commercial', 'survey', 'postuler') and e.contact_date between ${p.from} and ${p.to}
  and (e.kind <> 'survey' or ${isComplaint}) and ${isListed}
group by e.establishment_id`,
);

const closings = rawStatement<Days, Row>(
  (p) => sql`
select e.establishment_id as "establishmentId", count(*) as "complaintsClosed"
from entries e
where ${isComplaint} and e.status = 'processed' and e.answered_on between ${p.from} and ${p.to} and ${isListed}
group by e.establishment_id`,
);
