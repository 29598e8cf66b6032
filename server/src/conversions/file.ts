import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../store/database.ts';
import type { Instant } from '../store/tables.ts';
import { type Conversion, dueConversions } from './due.ts';

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
