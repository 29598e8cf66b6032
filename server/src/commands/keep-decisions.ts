import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { connect } from '../store/sqlite/connection.ts';
import type { Tables } from '../store/tables.ts';
import type { Context } from './context.ts';

/** What a restore keeps of a table of the present database, attached as `present`. */
interface Kept {
  /** The rows of a backup that give way to a later state. None by default. */
  readonly gone?: string;
  /** The rows of the present database, as `p`, that are taken over. All by default. */
  readonly taken?: string;
  /** What a column becomes, where it is not simply taken over. */
  readonly values?: Readonly<Record<string, string>>;
  /** Whether it is taken over from any database, also from one that is no later state of the backup. */
  readonly always?: true;
}

/** Ids of entries that were deleted may have been given again: the moment of receipt has to agree. */
const inBoth = (id: string) => `exists (
  select 1 from present.entries a join main.entries b on b.id = a.id and b.received_at = a.received_at where a.id = ${id})`;

const isNew = (table: string) => `p.hash not in (select hash from main.${table})`;

/** The author in a column. Users that were added since are not there: their name, or e-mail address, stands for them. */
const authorIn = (column: string, shown: 'name' | 'email' = 'name') => ({
  [column]: `coalesce((select u.${shown} from present.users u
    where 'user:' || u.id = p.${column} and u.id not in (select id from main.users)), p.${column})`,
});

/**
 * What every table is after a restore: what the `backup` says of it, or what follows from others (`derived`), or the rows that
 * are kept of the present database. What was decided about persons must survive, and so must the trail of who did what.
 * Kept tables are taken over in this order.
 */
export const restored = {
  // With their entries and steps.
  privacy_requests: { gone: 'true' },
  privacy_request_entries: {},
  privacy_request_steps: { values: authorIn('author') },
  holds: {
    gone: inBoth('entry_id'),
    taken: inBoth('p.entry_id'),
    values: { ...authorIn('author'), ...authorIn('ended_by') },
  },
  pending_erasures: {
    gone: inBoth('entry_id'),
    taken: inBoth('p.entry_id'),
    values: authorIn('decided_by'),
  },
  retention_rules: { gone: 'true', values: authorIn('confirmed_by', 'email') },
  register_texts: { gone: 'true', values: authorIn('author', 'email') },
  // The backup has these fields again: they are looked for from the first entry on.
  refused_fields: {
    gone: 'true',
    values: { ...authorIn('author'), ...authorIn('ended_by'), purged_to: '0', purged_at: 'null' },
  },
  audit: {
    taken: 'p.id > (select coalesce(max(id), 0) from main.audit)',
    values: { user_id: '(select id from main.users where id = p.user_id)' },
  },
  objections: {
    gone: 'true',
    taken: 'not exists (select 1 from main.objections o where o.hash = p.hash and o.kind = p.kind)',
    values: { entry_id: `case when ${inBoth('p.entry_id')} then p.entry_id end` },
    always: true,
  },
  // By which a partner's request is recognized that was received after the backup.
  erased_messages: { taken: isNew('erased_messages'), always: true },
  // `erased` events that are still to be delivered. Their entries are erased next.
  outbox: {
    taken: `p.event = 'erased' and p.state = 'pending' and ${inBoth('p.entry_id')}
      and exists (select 1 from present.endpoints a join main.endpoints b on b.id = a.id and b.created_at = a.created_at
        where a.id = p.endpoint_id)
      and not exists (select 1 from main.outbox where webhook_id = p.webhook_id)`,
  },

  // Erasures are repeated (erase-restored.ts), corrected entries are named.
  erasures: 'derived',
  entries: 'backup',
  entry_phones: 'derived',
  relations: 'backup',
  actions: 'backup',
  files: 'backup',
  orientations: 'backup',
  history: 'backup',
  idempotency_keys: 'backup',
  upload_bytes: 'backup',
  attempts: 'backup',
  contact_counts: 'derived',
  conversions: 'backup',
  conversion_settings: 'backup',
  retention_runs: 'derived',

  // Access that the backup brings back is listed (restored-access.ts).
  callers: 'backup',
  passwords: 'backup',
  endpoints: 'backup',
  partners: 'backup',
  tokens: 'backup',
  users: 'backup',
  recovery_codes: 'backup',
  known_addresses: 'backup',
  grants: 'backup',
  sessions: 'backup',
  calendar_tokens: 'backup',

  groups: 'backup',
  establishments: 'backup',
  staff: 'backup',
  announcements: 'backup',
  assignment_rules: 'backup',
  targets: 'backup',
  templates: 'backup',
  settings: 'backup',
  installation: 'backup',
  revisions: 'backup',
  migrations: 'backup',
  notifications: 'backup',
  deferred_notifications: 'backup',
  notices: 'backup',
  letters: 'backup',
  refused_creations: 'backup',
} satisfies Record<keyof Tables, 'backup' | 'derived' | Kept>;

/** Whether an entry is limited follows from its holds, and from what is to be erased. */
const limitAsHeld = `
update main.entries set restriction = case when restriction is null then 'limited' end,
  told = case when restriction is null then '{}' end
where restriction is not 'erased' and (restriction is 'limited') <> (
  exists (select 1 from main.holds where entry_id = entries.id and kind = 'limitation' and ended_at is null)
  or exists (select 1 from main.pending_erasures where entry_id = entries.id))`;
/** Numbers that were given since are not given again: persons and proofs have them. */
const keepNumbers = `
insert into main.sqlite_sequence (name, seq)
  select name, 0 from present.sqlite_sequence where name not in (select name from main.sqlite_sequence);
update main.sqlite_sequence set seq = max(seq, (
  select coalesce(max(seq), 0) from present.sqlite_sequence p where p.name = sqlite_sequence.name))`;

/**
 * Whether the present database is a later state of the backup. Not so after a lost one was begun anew, or an older backup
 * was restored by mistake: then the backup knows more.
 */
const isLaterState = `
select (select created_at from main.callers order by id limit 1) is (select created_at from present.callers order by id limit 1)
  and coalesce((select max(id) from main.audit), 0) <= coalesce((select seq from present.sqlite_sequence where name = 'audit'), 0)
  and not exists (
    select 1 from main.audit b join present.audit p on p.id = b.id and p.at <> b.at
    where b.id = (select max(id) from main.audit)
  ) as found`;

/** Entries that were corrected for their persons since. */
const correctedSince = `
select distinct subject_id as id from present.audit
where id > (select coalesce(max(id), 0) from main.audit) and subject = 'entry' and detail ->> 'act' = 'rectified'
  and (select restriction from present.entries where id = subject_id) is not 'erased'
order by subject_id`;

/** What a restore has kept of the present database. */
export interface KeptDecisions {
  /** `later`: everything; `other`: what is the same in any database; `none`: there is no database, or it can't be read. */
  readonly from: 'later' | 'other' | 'none';
  /** The ids of entries that were corrected since the backup. */
  readonly corrected: readonly number[];
}

/** Takes over into a copy of a backup, whose schema is up to date, what the present database alone knows of persons. */
export function keepDecisions(present: string, copy: string, { notice }: Context): KeptDecisions {
  if (!existsSync(present)) {
    notice(`${lost}: the database of before is not there. ${decideAgain}`);
    return { from: 'none', corrected: [] };
  }
  let connection: DatabaseSync | undefined;
  try {
    // Attaching a file that is no database would delete its WAL, which is kept beside it.
    connect(present).close();
    connection = connect(copy);
    connection.prepare('attach database ? as present').run(present);
    const kept = keep(connection);
    if (kept.from === 'other')
      notice(
        `${lost}, but for objections: the database of before is no later state of this backup. ${decideAgain}`,
      );
    return kept;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    notice(`${lost}: it can't be read from ${present} (${why}). ${decideAgain}`);
    return { from: 'none', corrected: [] };
  } finally {
    connection?.close();
  }
}

const lost = 'What was decided about persons since the backup is lost';
const decideAgain =
  'See to requests, objections, limitations, holds and retention rules before you serve, and tell sites that were still to be told of erasures.';

function keep(connection: DatabaseSync): KeptDecisions {
  const isLater = connection.prepare(isLaterState).get()?.found === 1;
  const corrected = isLater ? connection.prepare(correctedSince).all() : [];
  connection.exec('begin immediate');
  for (const [table, kept] of Object.entries<'backup' | 'derived' | Kept>(restored))
    if (typeof kept === 'object' && (isLater || kept.always)) keepTable(connection, table, kept, isLater);
  if (isLater) connection.exec(`${limitAsHeld}; ${keepNumbers}`);
  connection.exec('commit');
  return {
    from: isLater ? 'later' : 'other',
    corrected: corrected.map(({ id }) => Number(id)),
  };
}

function keepTable(
  connection: DatabaseSync,
  table: string,
  { gone = 'false', taken = 'true', values = {} }: Kept,
  isLater: boolean,
): void {
  const columnsIn = (schema: string) =>
    connection
      .prepare('select name from pragma_table_info(?, ?)')
      .all(table, schema)
      .map(({ name }) => String(name));
  const known = new Set(columnsIn('main'));
  // The present database may be older than this program. In another one ids mean other rows.
  const columns = columnsIn('present').filter((name) => known.has(name) && (isLater || name !== 'id'));
  if (columns.length === 0) return;
  const selected = columns.map((name) => values[name] ?? `p."${name}"`);
  connection.exec(`
    delete from main.${table} where ${isLater ? gone : 'false'};
    insert into main.${table} (${columns.map((name) => `"${name}"`).join(', ')})
      select ${selected.join(', ')} from present.${table} p where ${taken}`);
}
