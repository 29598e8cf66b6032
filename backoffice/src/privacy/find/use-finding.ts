import { useEffect, useRef, useState } from 'react';
import { request } from '../../api/client.ts';
import type { Trace } from '../../api/privacy-responses.ts';
import type { AnswerOf, InputOf } from '../../api/routes.ts';

/** What a person is searched by; at least one is given. */
export type Criteria = Readonly<Omit<InputOf<'POST /desk/privacy/find'>, 'cursor'>>;

type Part = AnswerOf<'POST /desk/privacy/find'>;

/** How far a search has come. `stopped`: by a failure, or by another search of the same user. */
interface Progress {
  readonly state: 'running' | 'stopped' | 'over';
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
  const [progress, setProgress] = useState<Progress>();
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map());
  /** Replaced by each search, and when the page goes: the one before then ends. */
  const latest = useRef({});
  useEffect(
    () => () => {
      latest.current = {};
    },
    [],
  );

  function show({ traces: found, truncated: isMore, cursor, scanned, total }: Part): void {
    setTraces((known = []) => merged(known, found));
    setTruncated((known) => known || isMore);
    setProgress({ state: cursor === null ? 'over' : 'running', scanned, total });
  }

  /** Resolves with what the indexes found; the rest follows. Rejects with a `DeskError`. */
  async function find(wanted: Criteria): Promise<void> {
    const first = await request('POST /desk/privacy/find', wanted);
    const search = {};
    latest.current = search;
    setCriteria(wanted);
    setTraces([]);
    setTruncated(false);
    show(first);
    void goOn(search, wanted, first.cursor);
  }

  async function goOn(search: object, wanted: Criteria, first: Part['cursor']): Promise<void> {
    try {
      for (let cursor = first; cursor !== null; ) {
        const part = await request('POST /desk/privacy/find', { ...wanted, cursor });
        if (latest.current !== search) return;
        show(part);
        ({ cursor } = part);
      }
    } catch {
      if (latest.current === search) setProgress((known) => known && { ...known, state: 'stopped' });
    }
  }

  return {
    criteria,
    traces,
    truncated,
    progress,
    isChosen: (trace: Trace) => isChoosable(trace) && (choices.get(keyOf(trace)) ?? isTheirOwn(trace)),
    choose: (trace: Trace, isChosen: boolean) =>
      setChoices((known) => new Map(known).set(keyOf(trace), isChosen)),
    /** Begins a search, which ends the one before. Resolves to false when nothing was typed. Rejects with a `DeskError`. */
    async search(typed: Criteria): Promise<boolean> {
      const wanted = withoutEmpty(typed);
      if (Object.keys(wanted).length === 0) return false;
      setChoices(new Map());
      await find(wanted);
      return true;
    },
    /** Repeats the search: something was erased or held. */
    async again() {
      if (criteria !== undefined) await find(criteria);
    },
  };
}

/** Whether a request can concern it: an entry whose data is still there. */
export function isChoosable({ entry }: Trace): boolean {
  return entry !== null && entry.restriction !== 'erased';
}

/** The kinds of criteria of a search, without their values. */
export function criteriaOf({ criteria = {} }: Finding) {
  return Object.keys(criteria) as (keyof Criteria)[];
}

/** Whether the entry is likely that of the person who is sought. A relative's, and one that only names them, is chosen by hand. */
function isTheirOwn({ person, persons }: Trace): boolean {
  return person === 'entry' && persons.some((one) => one.person === 'entry' && one.strength === 'strong');
}

/** Identifies a trace: the ids of entries, users and staff are counted apart. */
export function keyOf({ place, id }: Trace): string {
  return `${place} ${id}`;
}

/** Adds what a part of a search has found: one line for each entry, with all reasons. */
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
