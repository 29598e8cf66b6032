import type { NewEntry, Suspicion } from '../entries/entry.ts';

/** A field that people don't see, and programs fill (docs/capture.md, « Spam »). */
export const trapField = 'sujetAnnexe';
/** How long the form had been there when it was sent, in milliseconds. */
export const durationField = 'formDurationMs';
/** Nobody fills a form faster. */
const shortestMs = 3_000;

/**
 * Why an entry that came with a `browser` password looks like spam; undefined when it does not. Whoever has a full
 * password is a server and is believed. Both fields are ones that the contract does not name: a form without them is
 * never suspected.
 */
export function suspicionOf({ extra }: Pick<NewEntry, 'extra'>): Suspicion | undefined {
  if (extra === null) return undefined;
  const sent: Readonly<Record<string, unknown>> = JSON.parse(extra);
  if (trapField in sent) return 'trap';
  const duration = sent[durationField];
  if (duration === undefined) return undefined;
  return Number(duration) >= shortestMs ? undefined : 'haste';
}
