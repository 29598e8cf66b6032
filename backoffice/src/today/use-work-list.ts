import { useState } from 'react';
import type { Today } from '../api/responses.ts';
import { familyBlocks, type TodayBlock, type TodayEntry } from './today.ts';

/** A family in the list of the day. */
export interface WorkItem {
  /** One that was dealt with may come again, under another heading or at another hour. */
  readonly key: string;
  readonly block: (typeof familyBlocks)[number];
  readonly entry: TodayEntry;
  /** Dealt with since the list was opened: it stays in its place, so that nothing moves under the cursor. */
  readonly isDone: boolean;
}

interface Done {
  readonly item: WorkItem;
  /** Its place below its heading. */
  readonly index: number;
  /** On which day it was dealt with. */
  readonly day: string;
}

/** The families of the day by heading, the one that is open, and those that are dealt with. */
export function useWorkList({ blocks, day }: Pick<Today, 'blocks' | 'day'>) {
  const [everDone, setDone] = useState<readonly Done[]>([]);
  // In a tab that stays open overnight, those of yesterday go.
  const done = everDone.filter((one) => one.day === day);
  const groups = familyBlocks.flatMap((name) => {
    const block = blocks.find((one) => one.name === name);
    return block === undefined ? [] : [{ block, items: itemsOf(name, block, done) }];
  });
  const items = groups.flatMap((group) => group.items);
  const [chosen, choose] = useState(items[0]);
  return {
    groups,
    items,
    chosen,
    choose,
    /** Goes on to the next family that waits. */
    end(item: WorkItem) {
      const at = items.findIndex(({ key }) => key === item.key);
      const index = items.slice(0, at).filter(({ block }) => block === item.block).length;
      const others = [...items.slice(at + 1), ...items.slice(0, Math.max(at, 0))];
      setDone((all) => [...all, { item, index, day }]);
      choose(others.find(({ isDone }) => !isDone));
    },
    /** What was done to it is undone. */
    restore: (item: WorkItem) => setDone((all) => all.filter((one) => one.item.key !== item.key)),
  };
}

function itemsOf(name: WorkItem['block'], { data }: TodayBlock, done: readonly Done[]): WorkItem[] {
  const doneHere = done.filter(({ item }) => item.block === name);
  const items = data.map((entry) => {
    const { date = '', time = '' } = entry.nextAction ?? {};
    const key = `${name}:${entry.id}:${date}:${time}`;
    return { key, block: name, entry, isDone: doneHere.some(({ item }) => item.key === key) };
  });
  for (const { item, index } of doneHere.toSorted((a, b) => a.index - b.index))
    if (!items.some(({ key }) => key === item.key)) items.splice(index, 0, { ...item, isDone: true });
  return items;
}
