import type { Queries } from '../../store/database.ts';
import { statement } from '../../store/statement.ts';
import { type ActionPatch, recordedActionFields } from './actions.ts';
import type { Fields } from './diff.ts';
import type { EntryPatch, FieldPatch } from './patch.ts';
import { isSamePerson } from './persons.ts';
import type { EntryState } from './state.ts';
import type { Detail } from './undo.ts';

/** What staff or a partner have changed of an entry since a line of its history. */
export interface Touched {
  /** Fields, and members of a patch. */
  readonly names: ReadonlySet<string>;
  /** Fields of related persons, as `0.email`. */
  readonly gaps: ReadonlySet<string>;
  /** The persons and actions as they were. */
  readonly persons: readonly Fields[];
  readonly actions: ReadonlySet<string>;
}

const linesSince = statement<{ entryId: number; since: number }>()((db, p) =>
  db
    .selectFrom('history')
    .select(['change', 'detail'])
    .where('entry_id', '=', p.entryId)
    .where('id', '>', p.since)
    .orderBy('id', 'desc'),
);

export async function touchedSince(read: Queries, now: EntryState, since: number): Promise<Touched> {
  const names = new Set<string>();
  const gaps = new Set<string>();
  const persons = new Map<number, Fields>();
  const actions = new Map<number, Fields>();
  for (const { change, detail } of await read.all(linesSince, { entryId: now.row.id, since })) {
    if (change === 'united' || change === 'separated') continue;
    if (change === 'seen') names.add('flagged');
    const { changes = {}, relations = {}, actions: tasks = {}, ownerId }: Detail = JSON.parse(detail);
    for (const name of Object.keys(changes)) names.add(name);
    if (ownerId !== undefined) names.add('ownerId');
    for (const [key, differences] of Object.entries(relations)) {
      const position = Number(key);
      for (const name of Object.keys(differences)) gaps.add(`${position}.${name}`);
      persons.set(position, {
        ...(persons.get(position) ?? now.relations.get(position)),
        ...before(differences),
      });
    }
    for (const [key, differences] of Object.entries(tasks)) {
      const position = Number(key);
      actions.set(position, {
        ...(actions.get(position) ?? now.actions.get(position)),
        ...before(differences),
      });
    }
  }
  return {
    names,
    gaps,
    persons: [...persons.values()],
    actions: new Set([...actions.values()].map(contentOf)),
  };
}

const before = (differences: NonNullable<Detail['changes']>): Fields =>
  Object.fromEntries(Object.entries(differences).map(([name, { from }]) => [name, from ?? undefined]));

/** Returns a patch of `state` without what would take back a change since. */
export function exceptTouched(state: EntryState, patch: EntryPatch, touched: Touched): EntryPatch {
  const {
    fields,
    relations = new Map<number, FieldPatch>(),
    relationExtras,
    actions,
    reached,
    ...values
  } = patch;
  const isFree = (name: string) => !touched.names.has(name);
  const isNew = (position: number) => !state.relations.has(position);
  const isKnown = (position: number) => {
    const person = relations.get(position) ?? {};
    return isNew(position) && touched.persons.some((one) => isSamePerson(one, person));
  };
  const ofPersons = (patches: ReadonlyMap<number, FieldPatch | null> = new Map()) =>
    new Map(
      [...patches].flatMap(([position, person]) =>
        isKnown(position)
          ? []
          : [
              [
                position,
                only(person ?? {}, (name) => isNew(position) || !touched.gaps.has(`${position}.${name}`)),
              ],
            ],
      ),
    );
  return {
    ...only(values, isFree),
    reached: state.row.reached === 1 || (reached === true && isFree('reached')),
    fields: only(fields ?? {}, isFree),
    relations: ofPersons(relations),
    relationExtras: ofPersons(relationExtras),
    actions: (actions ?? []).filter(
      (action) => action.position !== undefined || !touched.actions.has(contentOf(action)),
    ),
  };
}

function contentOf(action: Fields | ActionPatch): string {
  return JSON.stringify(recordedActionFields.map((name) => ({ ...action })[name] ?? null));
}

function only<T extends object>(values: T, keep: (name: string) => boolean): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => keep(name))) as Partial<T>;
}
