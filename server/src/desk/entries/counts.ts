import { type RawBuilder, sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { type EntryClass, isNowhere, isWithin, type Reach, reachOfEntry } from '../../access/roles.ts';
import { parisDay } from '../../clock.ts';
import type { EntryKind } from '../../contract/enumerations.ts';
import { isInBlock } from '../../follow-up/today-blocks.ts';
import { orNull } from '../../http/desk-answers.ts';
import { deskRoute } from '../../http/desk-route.ts';
import { rawStatement } from '../../store/statement.ts';
import type { DeskDeps } from '../deps.ts';
import { conditionsOf, type EntryFilter } from './filter.ts';
import { complaint } from './list-query.ts';
import { openActionsUntil } from './planned.ts';

/** Counting further would take longer than it is worth. */
const maxWaiting = 10_000;

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
  description: `Of the residences within reach; without test entries, spam and duplicates. ${maxWaiting} stands for that many or more. \`postuler\` and \`surveys.complaint\` are null without the right to read job applications and complaints.`,
  answer: CountsResponse,
  async run({ database: { background: read }, clock }: DeskDeps, { by }) {
    const today = parisDay(clock());
    const reachOf = (entry: EntryClass) => reachOfEntry(by.grants, 'read', entry);
    const planned = await read.all(plannedUntil, { today });
    const found = await read.first(countWaiting, {
      today,
      entries: reachText(reachOf({ kind: 'commercial', type: null })),
      complaints: reachText(reachOf(complaint)),
      applications: reachText(reachOf({ kind: 'postuler', type: null })),
    });
    const n = (name: CountName) => Number(found?.[name] ?? 0);
    const of = (kind: EntryKind): Counts => {
      const within = planned.filter(
        (group) => group.kind === kind && isWithin(reachOf(group), group.establishmentId),
      );
      return {
        new: n(`${kind}New`),
        flagged: n(`${kind}Flagged`),
        unassigned: n(`${kind}Unassigned`),
        visitsToday: within.reduce((sum, group) => sum + group.visitsToday, 0),
        overdue: within.reduce((sum, group) => sum + group.overdue, 0),
      };
    };
    const isUnreadable = (entry: EntryClass) => isNowhere(reachOf(entry));
    return {
      commercial: of('commercial'),
      survey: of('survey'),
      postuler: isUnreadable({ kind: 'postuler', type: null }) ? null : of('postuler'),
      orientations: {
        waiting: Math.min(n('orientationNew') + n('orientationChanged'), maxWaiting),
        flagged: n('orientationFlagged'),
        unassigned: n('orientationUnassigned'),
      },
      toCall: { commercial: n('commercialToCall'), contact: n('contactToCall') },
      surveys: {
        contact: n('contactNew'),
        complaint: isUnreadable(complaint) ? null : n('complaintNew'),
        survey: n('opinionNew'),
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

/** What is counted, as the lists are filtered. */
const counted = {
  commercialNew: { kind: 'commercial', status: 'new' },
  commercialFlagged: { kind: 'commercial', flagged: true },
  commercialUnassigned: { kind: 'commercial', unassigned: true },
  commercialToCall: { kind: 'commercial', isToCall: true },
  orientationNew: { kind: 'commercial', orientation: true, status: 'new' },
  orientationChanged: { kind: 'commercial', orientation: true, status: 'processed', flagged: true },
  orientationFlagged: { kind: 'commercial', orientation: true, flagged: true },
  orientationUnassigned: { kind: 'commercial', orientation: true, unassigned: true },
  surveyNew: { kind: 'survey', status: 'new' },
  surveyFlagged: { kind: 'survey', flagged: true },
  surveyUnassigned: { kind: 'survey', unassigned: true },
  contactToCall: { kind: 'survey', isToCall: true },
  contactNew: { kind: 'survey', type: 'survey.type.contact', status: 'new' },
  complaintNew: { kind: 'survey', type: 'survey.type.complaint', status: 'new' },
  opinionNew: { kind: 'survey', type: 'survey.type.survey', status: 'new' },
  postulerNew: { kind: 'postuler', status: 'new' },
  postulerFlagged: { kind: 'postuler', flagged: true },
  postulerUnassigned: { kind: 'postuler', unassigned: true },
} as const satisfies Readonly<Record<string, Counted>>;
type Counted = Omit<EntryFilter, 'reach'> & { readonly isToCall?: true };
type CountName = keyof typeof counted;

/** A JSON array of residences; no residence has this id. */
const everywhere = '[-1]';

function reachText(reach: Reach): string {
  return reach === 'everywhere' ? everywhere : JSON.stringify([...reach]);
}

/** Every browser asks for these often: one statement for all users, which is compiled once. */
const countWaiting = rawStatement<
  { today: string; entries: string; complaints: string; applications: string },
  Record<CountName, number>
>((p, dialect) => {
  const isWithin = (reach: RawBuilder<string>) =>
    sql`(${reach} = ${sql.lit(everywhere)} or ${dialect.idIn('e.establishment_id', reach)})`;
  const isReadable = {
    commercial: isWithin(p.entries),
    survey: sql`(${isWithin(p.entries)} and (e.type is distinct from 'survey.type.complaint' or ${isWithin(p.complaints)}))`,
    postuler: isWithin(p.applications),
  };
  const counts = Object.entries<Counted>(counted).map(([name, { isToCall, ...filter }]) => {
    const conditions = [
      ...conditionsOf({ ...filter, reach: 'everywhere' }, dialect),
      isReadable[filter.kind],
      ...(isToCall === true ? [isInBlock('to-call', p.today)] : []),
    ];
    const found = sql`select 1 from entries e where ${sql.join(conditions, sql` and `)} limit ${sql.lit(maxWaiting)}`;
    return sql`(select count(*) from (${found}) as counted) as ${sql.ref(name)}`;
  });
  return sql`select ${sql.join(counts)}`;
});
