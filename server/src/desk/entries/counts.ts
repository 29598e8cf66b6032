import { type RawBuilder, sql } from 'kysely';
import Type from 'typebox';
import { type EntryClass, isNowhere, type Reach, reachOfEntry } from '../../access/roles.ts';
import { parisDay } from '../../clock.ts';
import { type FollowUpState, isInState } from '../../follow-up/state.ts';
import { isInBlock, type TodayBlock } from '../../follow-up/today-blocks.ts';
import { orNull } from '../../http/desk-answers.ts';
import { deskRoute } from '../../http/desk-route.ts';
import { rawStatement } from '../../store/statement.ts';
import type { DeskDeps } from '../deps.ts';
import { conditionsOf, type EntryFilter } from './filter.ts';
import { complaint } from './list-query.ts';

/** Counting further would take longer than it is worth. */
const maxWaiting = 10_000;

const waiting = Type.Integer({ description: 'Entries that staff have not dealt with.' });
const listed = Type.Integer({ description: 'As many as the list of this view has.' });
const Counts = Type.Object({
  leads: Type.Object(
    {
      new: waiting,
      'to-call': listed,
      appointments: listed,
      late: listed,
      unplanned: listed,
      asleep: listed,
      orientations: listed,
    },
    {
      description:
        'Commercial entries: by the blocks of « Ma journée » (`GET /desk/entries?kind=commercial&block=…`), and those that sleep (`followUp=asleep`).',
    },
  ),
  surveys: Type.Object(
    {
      contact: waiting,
      complaint: orNull(waiting),
      survey: waiting,
      toCall: Type.Integer({ description: 'Contact forms to call, as `block=to-call` lists them.' }),
    },
    { description: 'By type.' },
  ),
  applications: orNull(waiting),
});

/** The numbers in the menu and of the views. */
export const showCounts = deskRoute('showCounts', 'GET /desk/counts', {
  right: 'entries.read',
  tag: 'Entries',
  summary: 'Count what waits',
  description: `Of the residences within reach; without test entries, spam and duplicates. ${maxWaiting} stands for that many or more. \`surveys.complaint\` and \`applications\` are null without the right to read complaints and job applications.`,
  answer: Counts,
  async run({ database: { background: read }, clock }: DeskDeps, { by }) {
    const reachOf = (entry: EntryClass) => reachOfEntry(by.grants, 'read', entry);
    const application = { kind: 'postuler', type: null } as const;
    const found = await read.first(countWaiting, {
      today: parisDay(clock()),
      entries: reachText(reachOf({ kind: 'commercial', type: null })),
      complaints: reachText(reachOf(complaint)),
      applications: reachText(reachOf(application)),
    });
    const n = (name: CountName) => Number(found?.[name] ?? 0);
    return {
      leads: {
        new: n('new'),
        'to-call': n('to-call'),
        appointments: n('appointments'),
        late: n('late'),
        unplanned: n('unplanned'),
        asleep: n('asleep'),
        orientations: n('orientations'),
      },
      surveys: {
        contact: n('contact'),
        complaint: isNowhere(reachOf(complaint)) ? null : n('complaint'),
        survey: n('survey'),
        toCall: n('contactToCall'),
      },
      applications: isNowhere(reachOf(application)) ? null : n('application'),
    };
  },
});

/** What is counted, as the lists are filtered. */
const counted = {
  new: { kind: 'commercial', status: 'new' },
  'to-call': { kind: 'commercial', block: 'to-call' },
  appointments: { kind: 'commercial', block: 'appointments' },
  late: { kind: 'commercial', block: 'late' },
  unplanned: { kind: 'commercial', block: 'unplanned' },
  asleep: { kind: 'commercial', state: 'asleep' },
  orientations: { kind: 'commercial', block: 'orientations' },
  contact: { kind: 'survey', type: 'survey.type.contact', status: 'new' },
  complaint: { kind: 'survey', type: 'survey.type.complaint', status: 'new' },
  survey: { kind: 'survey', type: 'survey.type.survey', status: 'new' },
  contactToCall: { kind: 'survey', block: 'to-call' },
  application: { kind: 'postuler', status: 'new' },
} as const satisfies Readonly<Record<string, Counted>>;
type Counted = Pick<EntryFilter, 'kind' | 'type' | 'status'> & {
  readonly block?: TodayBlock;
  readonly state?: FollowUpState;
};
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
  const counts = Object.entries<Counted>(counted).map(([name, { block, state, ...filter }]) => {
    const conditions = [
      ...conditionsOf({ ...filter, reach: 'everywhere' }, dialect),
      isReadable[filter.kind],
      ...(block === undefined ? [] : [isInBlock(block, p.today)]),
      ...(state === undefined ? [] : [isInState(state, p.today)]),
    ];
    const found = sql`select 1 from entries e where ${sql.join(conditions, sql` and `)} limit ${sql.lit(maxWaiting)}`;
    return sql`(select count(*) from (${found}) as counted) as ${sql.ref(name)}`;
  });
  return sql`select ${sql.join(counts)}`;
});
