import type { Clock, MonotonicClock } from '../clock.ts';
import type { WireNames } from '../contract/wire-names.ts';
import type { DiskReserve } from '../entries/create/cv.ts';
import type { Objections } from '../entries/search/objections.ts';
import type { MailSettings } from '../mail/settings.ts';
import type { Secrets } from '../secrets.ts';
import type { SmsSettings } from '../sms/settings.ts';
import type { Cached } from '../store/cache.ts';
import type { Database } from '../store/database.ts';

/** What the routes of the desk need. */
export interface DeskDeps {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly objections: Cached<Objections>;
  readonly clock: Clock;
  readonly monotonicClock: MonotonicClock;
  /** The URL of the service, without a trailing slash; known once it listens. */
  readonly publicUrl: () => string;
  /** The start of links in messages to families; undefined without PUBLIC_URL. */
  readonly linkUrl: string | undefined;
  readonly wireNames: WireNames;
  readonly version: string;
  /** How mails to staff are sent; undefined when they are off. */
  readonly mail: MailSettings | undefined;
  /** How SMS are sent; undefined when they are off. */
  readonly sms: SmsSettings | undefined;
  /** The disk space that CVs must leave free; undefined where free space can't be determined. */
  readonly diskReserve: DiskReserve | undefined;
  /** Returns why an endpoint's URL can't be used, as a sentence; null when it can. */
  readonly refusalOfUrl: (url: string) => string | null;
}
