import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { type EntryClass, isNowhere, isWithin, type Reach, reachOfEntry } from '../../access/roles.ts';
import { parisDay } from '../../clock.ts';
import type { EntryKind, surveyTypes } from '../../contract/enumerations.ts';
import { orNull } from '../../http/desk-answers.ts';
import { deskRoute } from '../../http/desk-route.ts';
import type { Queries } from '../../store/database.ts';
import { rawStatement } from '../../store/statement.ts';
import type { DeskDeps } from '../deps.ts';
import { maxCounted } from '../pages.ts';
import type { EntryFilter } from './filter.ts';
import { countEntries } from './list.ts';
import { complaint, reachOfQuery } from './list-query.ts';
import { openActionsUntil } from './planned.ts';

const count = (description: string) => Type.Integer({ description });
const Counts = Type.Object({
  new: count('Entries that staff have not dealt with.'),
  flagged: count('Entries with something new that staff have not seen.'),
  unassigned: count('Entries without a residence; 0 unless you may read everywhere.'),
  visitsToday: count('Visits planned for today.'),
  overdue: count('Open actions planned for an earlier day.'),
});
type Counts = Static<typeof Counts>;

const waiting = count('Entries that staff have not dealt with.');
const toCall = count(
  'Families to call: those of the list with `block=to-call`, as « Ma journée » shows them.',
);
const CountsResponse = Type.Object({
  commercial: Counts,
  survey: Counts,
  postuler: orNull(Counts),
  orientations: Type.Object(
    {
      waiting: count(
        'Entries that staff have not dealt with, or with something new that they have not seen.',
      ),
      flagged: Counts.properties.flagged,
      unassigned: Counts.properties.unassigned,
    },
    { description: 'Commercial entries sent by partners.' },
  ),
  toCall: Type.Object(
    { commercial: toCall, contact: toCall },
    { description: 'Commercial entries, without orientations, and contact forms.' },
  ),
  surveys: Type.Object(
    { contact: waiting, complaint: orNull(waiting), survey: waiting },
    { description: 'The new surveys by type.' },
  ),
});

/** The numbers in the menu. */
export const showCounts = deskRoute('showCounts', 'GET /desk/counts', {
  right: 'entries.read',
  tag: 'Entries',
  summary: 'Count what waits',
  description: `Of the residences within reach; without test entries, spam and duplicates. ${maxCounted} stands for that many or more. \`postuler\` and \`surveys.complaint\` are null without the right to read job applications and complaints.`,
  answer: CountsResponse,
  async run({ database, clock }: DeskDeps, { by: { grants } }) {
    const { background: read } = database;
    const today = parisDay(clock());
    const planned = await read.all(plannedUntil, { today });
    const reachOf = (entry: EntryClass) => reachOfEntry(grants, 'read', entry);
    const countToCall = (kind: EntryKind) =>
      countEntries(read, { kind, ...reachOfQuery(grants, { kind }), block: { name: 'to-call', today } });
    const of = async (kind: EntryKind): Promise<Counts> => {
      const within = planned.filter(
        (group) => group.kind === kind && isWithin(reachOf(group), group.establishmentId),
      );
      return {
        ...(await countsOf(read, { kind, ...reachOfQuery(grants, { kind }) })),
        visitsToday: within.reduce((sum, group) => sum + group.visitsToday, 0),
        overdue: within.reduce((sum, group) => sum + group.overdue, 0),
      };
    };
    const isUnreadable = (entry: EntryClass) => isNowhere(reachOf(entry));
    const countNew = (type: (typeof surveyTypes)[number]) =>
      countEntries(read, {
        ...{ kind: 'survey', type, status: 'new' },
        ...reachOfQuery(grants, { kind: 'survey', type }),
      });
    return {
      commercial: await of('commercial'),
      survey: await of('survey'),
      postuler: isUnreadable({ kind: 'postuler', type: null }) ? null : await of('postuler'),
      orientations: await orientationCounts(read, reachOfQuery(grants, { kind: 'commercial' }).reach),
      toCall: { commercial: await countToCall('commercial'), contact: await countToCall('survey') },
      surveys: {
        contact: await countNew('survey.type.contact'),
        complaint: isUnreadable(complaint) ? null : await countNew('survey.type.complaint'),
        survey: await countNew('survey.type.survey'),
      },
    };
  },
});

interface PlannedGroup extends EntryClass {
  readonly establishmentId: number | null;
  readonly visitsToday: number;
  readonly overdue: number;
}

const plannedUntil = rawStatement<{ today: string }, PlannedGroup>(
  (p, dialect) => sql`
    select e.kind, e.type, e.establishment_id as "establishmentId",
      count(case when a.date = ${p.today} and a.stage = 'Visite' then 1 end) as "visitsToday",
      count(case when a.date < ${p.today} then 1 end) as overdue
    from ${openActionsUntil(p.today, dialect)}
    group by e.kind, e.type, e.establishment_id`,
);

async function countsOf(
  read: Queries,
  filter: EntryFilter,
): Promise<Pick<Counts, 'new' | 'flagged' | 'unassigned'>> {
  return {
    new: await countEntries(read, { ...filter, status: 'new' }),
    flagged: await countEntries(read, { ...filter, flagged: true }),
    unassigned: filter.reach === 'everywhere' ? await countEntries(read, { ...filter, unassigned: true }) : 0,
  };
}

async function orientationCounts(read: Queries, reach: Reach) {
  const filter = { kind: 'commercial', orientation: true, reach } as const;
  const { new: untouched, flagged, unassigned } = await countsOf(read, filter);
  const changedSince = await countEntries(read, { ...filter, status: 'processed', flagged: true });
  return { waiting: Math.min(untouched + changedSince, maxCounted), flagged, unassigned };
}
