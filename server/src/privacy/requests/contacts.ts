import { addDays, parisDay } from '../../clock.ts';
import { parsedFields, storedRelations } from '../../entries/change/relations.ts';
import { findEntry } from '../../entries/change/row.ts';
import { isFields } from '../../entries/diff.ts';
import type { Queries } from '../../store/database.ts';
import { query } from '../../store/statement.ts';
import type { Day } from '../../store/tables.ts';

/** What came by a public form may be anybody's: it proves nothing until it is so many days old. */
const youngDays = 30;
const names = ['phoneClient', 'cellphoneClient', 'emailClient', 'phone', 'cellphone', 'email'];

export interface KnownContact {
  /** Names it in this entry: `entry.phoneClient`, `0.email`. */
  readonly key: string;
  /** Shortened: `06 … 51`. */
  readonly shown: string;
  /** The day since which the entry has it. */
  readonly since: string;
  /** Not one that came by a public form less than {@link youngDays} ago: that says nothing of who asks. */
  readonly counts: boolean;
}

/** Returns the phone numbers and e-mail addresses of an entry, by which the identity of who asks can be checked. */
export async function contactsOf(read: Queries, entryId: number, today: Day): Promise<KnownContact[]> {
  const entry = await findEntry(read, entryId);
  if (entry === undefined) return [];
  const lines = await read.all(
    query((db) =>
      db
        .selectFrom('history')
        .select(['at', 'change', 'detail'])
        .where('entry_id', '=', entryId)
        .orderBy('id', 'desc'),
    ),
  );
  // A form that became a lead still came as a form.
  const changes = lines
    .filter(({ change }) => change !== 'converted')
    .map(({ detail, ...line }) => ({ ...line, detail: parsedFields(detail) }));
  const contactsIn = (person: 'entry' | number, fields: Readonly<Record<string, unknown>>) =>
    names.flatMap((name) => {
      const value = fields[name];
      if (typeof value !== 'string') return [];
      const changed = changes.find(({ detail: { changes: own, relations } }) => {
        const of = person === 'entry' ? own : isFields(relations) && relations[person];
        const change = isFields(of) && of[name];
        return isFields(change) && change.to === value;
      });
      const since = parisDay(new Date(changed?.at ?? entry.received_at));
      // What an entry has taken over may have come by a public form too.
      const isOfForm = changed === undefined ? entry.browser === 1 : changed.change === 'united';
      const counts = !isOfForm || since <= addDays(today, -youngDays);
      return [{ key: `${person}.${name}`, shown: shortened(value), since, counts }];
    });
  const related = await storedRelations(read, entryId);
  return [
    ...contactsIn('entry', parsedFields(entry.fields)),
    ...related.flatMap(({ position, fields }) => contactsIn(position, fields)),
  ];
}

function shortened(value: string): string {
  const at = value.lastIndexOf('@');
  return at > 0 ? `${value.slice(0, 2)}…${value.slice(at)}` : `${value.slice(0, 2)} … ${value.slice(-2)}`;
}
