import { type RawBuilder, sql } from 'kysely';
import { type EntryClass, isNowhere, type Reach, reachOfEntry } from '../../access/roles.ts';
import { parisDay } from '../../clock.ts';
import { isInBlock } from '../../follow-up/today-blocks.ts';
import { deskRoute } from '../../http/desk-route.ts';
import { rawStatement } from '../../store/statement.ts';
import type { DeskDeps } from '../deps.ts';
import { conditionsOf, type EntryFilter } from './filter.ts';
import { listPage } from './list.ts';
import { complaint, listOf } from './list-query.ts';

/** Counting further would take longer than it is worth. */
const maxWaiting = 10_000;

/** The numbers in the menu. */
export const showCounts = deskRoute('showCounts', 'GET /desk/counts', {
  right: 'entries.read',
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
      leads: { new: n('lead'), toCall: n('leadToCall') },
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
  lead: { kind: 'commercial', status: 'new' },
  leadToCall: { kind: 'commercial', isToCall: true },
  contact: { kind: 'survey', type: 'survey.type.contact', status: 'new' },
  complaint: { kind: 'survey', type: 'survey.type.complaint', status: 'new' },
  survey: { kind: 'survey', type: 'survey.type.survey', status: 'new' },
  contactToCall: { kind: 'survey', isToCall: true },
  application: { kind: 'postuler', status: 'new' },
} as const satisfies Readonly<Record<string, Counted>>;
type Counted = Pick<EntryFilter, 'kind' | 'type' | 'status'> & { readonly isToCall?: true };
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

/** The views of the leads. */
const views = ['to-call', 'appointments', 'late', 'unplanned', 'asleep', 'orientations'] as const;

/** The numbers of the views above the list of leads. */
export const showViewCounts = deskRoute('showViewCounts', 'GET /desk/counts/views', {
  right: 'entries.read',
  async run({ database: { background: read }, clock }: DeskDeps, { by }) {
    const today = parisDay(clock());
    const data = [];
    for (const name of views) {
      const filter = name === 'asleep' ? { followUp: name } : { block: name };
      const list = listOf(by, { kind: 'commercial', ...filter }, today);
      const { total } = await listPage(read, list, { from: undefined, backwards: false, limit: 1 });
      data.push({ name, total });
    }
    return { data };
  },
});
