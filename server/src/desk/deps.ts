import type { MonotonicClock } from '../clock.ts';
import type { WireNames } from '../contract/wire-names.ts';
import type { DiskReserve } from '../entries/create/cv.ts';
import type { Objections } from '../entries/search/objections.ts';
import type { LetterDeps } from '../letters/write.ts';
import type { Secrets } from '../secrets.ts';
import type { Cached } from '../store/cache.ts';

/** What the routes of the desk need. */
export interface DeskDeps extends LetterDeps {
  readonly secrets: Secrets;
  readonly objections: Cached<Objections>;
  readonly monotonicClock: MonotonicClock;
  /** The URL of the service, without a trailing slash; known once it listens. */
  readonly publicUrl: () => string;
  readonly wireNames: WireNames;
  readonly version: string;
  /** The disk space that CVs must leave free; undefined where free space can't be determined. */
  readonly diskReserve: DiskReserve | undefined;
  /** Returns why an endpoint's URL can't be used, as a sentence; null when it can. */
  readonly refusalOfUrl: (url: string) => string | null;
}
