import { useRef, useState } from 'react';
import { request } from '../../api/client.ts';
import type { Trace } from '../../api/privacy-responses.ts';
import type { InputOf } from '../../api/routes.ts';

/** What a person is searched by; at least one is given. */
export type Criteria = Readonly<InputOf<'POST /desk/privacy/find'>>;

/** How far a deep search has come. */
interface DeepProgress {
  readonly state: 'running' | 'stopped' | 'done';
  readonly scanned: number;
  readonly total: number;
}

/** A search for a person, and what of it is chosen. */
export type Finding = ReturnType<typeof useFinding>;

/** The state of the page that searches for a person. */
export function useFinding() {
  const [criteria, setCriteria] = useState<Criteria>();
  const [traces, setTraces] = useState<readonly Trace[]>();
  const [truncated, setTruncated] = useState(false);
  const [deep, setDeep] = useState<DeepProgress>();
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map());
  /** Replaced by each search, so that answers to an earlier one are left out. */
  const latest = useRef({});
  /** The deep search that runs; undefined when it is stopped. */
  const running = useRef<object>(undefined);
  const cursor = useRef<string>(undefined);

  async function find(wanted: Criteria): Promise<void> {
    const search = {};
    latest.current = search;
    running.current = undefined;
    const found = await request('POST /desk/privacy/find', wanted);
    if (latest.current !== search) return;
    cursor.current = undefined;
    setDeep(undefined);
    setCriteria(wanted);
    setTraces(found.traces);
    setTruncated(found.truncated);
  }

  return {
    criteria,
    traces,
    truncated,
    deep,
    isChosen: (trace: Trace) => isChoosable(trace) && (choices.get(keyOf(trace)) ?? isTheirOwn(trace)),
    choose: (trace: Trace, isChosen: boolean) =>
      setChoices((known) => new Map(known).set(keyOf(trace), isChosen)),
    /** Searches by the indexes. Rejects with a `DeskError`. */
    async search(typed: Criteria) {
      setChoices(new Map());
      await find(withoutEmpty(typed));
    },
    /** Repeats the search: something was erased or held. */
    async again() {
      if (criteria !== undefined) await find(criteria);
    },
    /** Searches every text, slice by slice. Rejects with a `DeskError`; a second call continues. */
    async searchDeep() {
      const search = latest.current;
      const run = {};
      running.current = run;
      // After a stop and a new start, the answer that was still under way is left out: the new run asks for it again.
      const isReplaced = () =>
        latest.current !== search || (running.current !== undefined && running.current !== run);
      setDeep((known) => ({ scanned: 0, total: 0, ...known, state: 'running' }));
      try {
        while (running.current === run) {
          const slice = await request('POST /desk/privacy/find/deep', {
            ...criteria,
            ...(cursor.current !== undefined && { cursor: cursor.current }),
          });
          if (isReplaced()) return;
          const { traces: found, cursor: next, scanned, total } = slice;
          cursor.current = next ?? undefined;
          setTraces((known) => merged(known ?? [], found));
          const state = next === null ? 'done' : running.current === run ? 'running' : 'stopped';
          if (next === null) running.current = undefined;
          setDeep({ state, scanned, total });
        }
      } catch (error) {
        if (isReplaced()) return;
        running.current = undefined;
        setDeep((known) => known && { ...known, state: 'stopped' });
        throw error;
      }
    },
    stop() {
      running.current = undefined;
      setDeep((known) => known && { ...known, state: 'stopped' });
    },
  };
}

/** Whether a request can concern it: an entry whose data is still there. */
export function isChoosable({ entry }: Trace): boolean {
  return entry !== null && entry.restriction !== 'erased';
}

/** Whether the entry is likely that of the person who is sought. A relative's, and one that only names them, is chosen by hand. */
function isTheirOwn({ person, persons }: Trace): boolean {
  return person === 'entry' && persons.some((one) => one.person === 'entry' && one.strength === 'strong');
}

/** Identifies a trace: the ids of entries, users and staff are counted apart. */
export function keyOf({ place, id }: Trace): string {
  return `${place} ${id}`;
}

/** Adds traces of a deep search to those known: one line for each entry, with all reasons. */
function merged(known: readonly Trace[], found: readonly Trace[]): readonly Trace[] {
  const byKey = new Map(known.map((trace) => [keyOf(trace), trace]));
  for (const trace of found) {
    const before = byKey.get(keyOf(trace));
    byKey.set(keyOf(trace), before === undefined ? trace : both(before, trace));
  }
  return [...byKey.values()].sort((one, other) => rank(one) - rank(other));
}

function both(before: Trace, found: Trace): Trace {
  const union = <V>(some: readonly V[], others: readonly V[]) => [...new Set([...some, ...others])];
  return {
    ...before,
    strength: before.strength === 'strong' ? 'strong' : found.strength,
    reasons: union(before.reasons, found.reasons),
    files: union(before.files, found.files),
    where: union(before.where, found.where),
  };
}

/** Strong ones first; otherwise in the order in which they were found. */
function rank({ strength }: Trace): number {
  return strength === 'strong' ? 0 : 1;
}

/** The values that were typed, without spaces around them. */
function withoutEmpty(typed: Criteria): Criteria {
  const given = Object.entries<string | null | undefined>(typed).map(([name, value]) => [
    name,
    value?.trim(),
  ]);
  return Object.fromEntries(given.filter(([, text]) => text !== undefined && text !== ''));
}
