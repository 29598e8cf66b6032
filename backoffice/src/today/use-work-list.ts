import { useState } from 'react';
import { useResidences } from '../api/queries.ts';
import type { Today } from '../api/responses.ts';
import { familyBlocks, isAtHour, type TodayEntry } from './today.ts';

/** A family in the list of the day. */
export interface WorkItem {
  /** One that was dealt with may come again, under another heading or at another hour. */
  readonly key: string;
  readonly block: (typeof familyBlocks)[number];
  readonly entry: TodayEntry;
  /** What came of it, where it was dealt with since the list was opened. */
  readonly outcome?: string | undefined;
}

/**
 * The families of the day by heading, and below it by residence where no hour decides the order; the one that is open, and
 * those that were dealt with, which have left the headings.
 */
export function useWorkList({ blocks, day }: Pick<Today, 'blocks' | 'day'>, time: string) {
  const { nameAmong } = useResidences();
  const [everDone, setDone] = useState<readonly { readonly item: WorkItem; readonly day: string }[]>([]);
  // In a tab that stays open overnight, those of yesterday go.
  const allDone = everDone.filter((one) => one.day === day).map(({ item }) => item);
  const groups = familyBlocks.flatMap((name) => {
    const block = blocks.find((one) => one.name === name);
    if (block === undefined) return [];
    const items = block.data.map((entry) => itemOf(name, entry)).filter(isLeft);
    const count = block.total.count - block.data.length + items.length;
    const byResidence = Map.groupBy(items, ({ entry: { establishmentId: id } }) =>
      isAtHour(name) || id === null ? undefined : nameAmong(id),
    );
    const parts = [...byResidence].map(([residence, ofIt]) => ({ residence, items: ofIt }));
    return [{ block: { ...block, total: { ...block.total, count } }, parts }];
  });
  const items = groups.flatMap(({ parts }) => parts.flatMap((part) => part.items));
  const [chosen, choose] = useState(items[0]);
  return {
    groups,
    items,
    /** The newest first; a family once, and not where it waits again. */
    done: allDone
      .toReversed()
      .filter(
        ({ entry: { id } }, i, all) =>
          all.findIndex(({ entry }) => entry.id === id) === i && items.every(({ entry }) => entry.id !== id),
      ),
    chosen,
    choose,
    queueAfter,
    /** Goes on to the next family that waits. */
    end(item: WorkItem, outcome?: string) {
      setDone((all) => [...all, { item: { ...item, outcome }, day }]);
      choose(queueAfter(item)[0]);
    },
    restore: (item: WorkItem) => setDone((all) => all.filter((one) => one.item.key !== item.key)),
  };

  /** One that was dealt with is left where something is planned for later today. */
  function isLeft({ key, block, entry }: WorkItem): boolean {
    return !allDone.some((one) => one.key === key || (one.entry.id === entry.id && block !== 'appointments'));
  }

  /** Those under the same heading whose time has come: behind a family, then before it. */
  function queueAfter(item: WorkItem): WorkItem[] {
    const at = items.findIndex(({ key }) => key === item.key);
    return [...items.slice(at + 1), ...items.slice(0, Math.max(at, 0))].filter(
      ({ block, entry }) =>
        block === item.block && (block !== 'appointments' || (entry.nextAction?.time ?? '') <= time),
    );
  }
}

function itemOf(block: WorkItem['block'], entry: TodayEntry): WorkItem {
  const { date = '', time = '' } = entry.nextAction ?? {};
  return { key: `${block}:${entry.id}:${date}:${time}`, block, entry };
}
