import { timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock, MonotonicClock } from '../clock.ts';
import { RequestError } from '../contract/request-error.ts';
import { addressGroup } from '../http/address.ts';
import type { App } from '../http/app-type.ts';
import { nothingThere } from '../http/errors.ts';
import { limiter, throwIfLimited, wrongGuesses } from '../http/limiter.ts';
import type { Secrets } from '../secrets.ts';
import type { Database } from '../store/database.ts';
import { operation } from '../store/operation.ts';
import type { Instant } from '../store/tables.ts';
import { type Conversion, dueConversions } from './due.ts';
import { changeSettings, readSettings } from './settings.ts';

/** The name of the file. */
export const fileName = 'google-ads.csv';

// Google Ads requires the first line, although every time has its own offset.
const head =
  'Parameters:TimeZone=Europe/Paris\r\nGoogle Click ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency,Order ID,Ad User Data,Ad Personalization\r\n';

async function* linesOf(database: Database, now: Date): AsyncGenerator<string> {
  yield head;
  for await (const due of dueConversions(database, now)) yield due.map(lineOf).join('');
}

/** The file, as it is read. A HEAD request must not mark conversions as served. */
export function fileOf(database: Database, now: Date, { method }: FastifyRequest, reply: FastifyReply) {
  reply.headers({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${fileName}"`,
  });
  return Readable.from(method === 'HEAD' ? [] : linesOf(database, now), { objectMode: false });
}

// The first consent is always granted: without it a conversion is withheld.
function lineOf({ gclid, name, at, cents, orderId, personalization }: Conversion): string {
  const worth = cents === null ? ['', ''] : [(cents / 100).toFixed(2), 'EUR'];
  const cells = [gclid, name, timeOf(at), ...worth, orderId, 'GRANTED', personalization];
  return `${cells.map(cell).join(',')}\r\n`;
}

/** `2026-03-04 10:15:00+0100` */
function timeOf(instant: Instant): string {
  const zoned = Temporal.Instant.from(instant).toZonedDateTimeISO('Europe/Paris');
  return zoned
    .toString({ smallestUnit: 'second', timeZoneName: 'never' })
    .replace('T', ' ')
    .replace(/:(?=\d\d$)/, '');
}

/** Quotes a cell. None begins with `=`, `+`, `-` or `@`: such names and click identifiers are rejected earlier. */
function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export interface ConversionDeps {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

const challenge = { 'www-authenticate': 'Basic realm="accueil conversions", charset="UTF-8"' };

/** Path of the file, relative to the service's URL. */
export const filePath = `/conversions/${fileName}`;

/**
 * `GET /conversions/google-ads.csv`: the file that an advertising account fetches. 404 while the export is off. Requires HTTP Basic
 * with the password of the export and any user name; no other credential is accepted.
 */
export function conversionRoutes(
  app: App,
  { database, secrets, clock, monotonicClock }: ConversionDeps & { readonly monotonicClock: MonotonicClock },
): void {
  const guesses = limiter({ ...wrongGuesses, clock: monotonicClock });

  async function requirePassword(request: FastifyRequest): Promise<void> {
    const { on, passwordHash } = await readSettings(database.read);
    if (!on) throw nothingThere();
    const given = passwordIn(request.headers.authorization);
    if (given === undefined)
      throw new RequestError('UNAUTHORIZED', 'Authorization: expected Basic and a password', challenge);
    if (passwordHash !== null && isEqual(passwordHash, secrets.hash(given))) return;
    throwIfLimited(guesses.take(addressGroup(request.ip)), 'Too many wrong passwords from this address');
    throw new RequestError('UNAUTHORIZED', 'Authorization: not the password of the export', challenge);
  }

  app.get(filePath, { schema: { hide: true }, onRequest: requirePassword }, async (request, reply) => {
    const now = clock();
    if (request.method !== 'HEAD') await database.write(notePull, null, now);
    return reply.send(fileOf(database, now, request, reply));
  });
}

/** Records that a file was fetched with the password. */
export const notePull = operation('notePull', async (tx, _: null, { now }) => {
  await changeSettings(tx, { pulled_at: now.toISOString() });
});

/** In the same time, whatever differs. */
function isEqual(hash: string, tried: string): boolean {
  return hash.length === tried.length && timingSafeEqual(Buffer.from(hash), Buffer.from(tried));
}

function passwordIn(authorization: string | undefined): string | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/=]+) *$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const decoded = Buffer.from(encoded, 'base64').toString();
  const colon = decoded.indexOf(':');
  return colon === -1 ? undefined : decoded.slice(colon + 1);
}
