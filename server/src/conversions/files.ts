import type { Database } from '../store/database.ts';
import type { Conversion } from './decide.ts';
import { dueConversions, type ExportOptions } from './due.ts';
import { adsTime, isoTime } from './paris-time.ts';
import { type Retraction, retractions } from './retractions.ts';

/** Names of the files, without `.csv`. */
export const files = ['google-ads', 'data-manager', 'adjustments'] as const;
export type File = (typeof files)[number];

const conversionHeader =
  'Google Click ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency,Order ID,Ad User Data,Ad Personalization\r\n';
const adjustmentHeader =
  'Order ID,Conversion Name,Adjustment Time,Adjustment Type,Adjusted Value,Adjusted Value Currency\r\n';

/** Yields the lines of a file in chunks of some hundred, at the pace of the consumer. */
export async function* linesOf(
  file: File,
  database: Database,
  options: ExportOptions,
): AsyncGenerator<string> {
  switch (file) {
    case 'google-ads':
      // Google Ads requires this first line, although every time has its own offset.
      yield `Parameters:TimeZone=Europe/Paris\r\n${conversionHeader}`;
      for await (const due of dueConversions(database, options))
        yield due.map((one) => conversionLine(one, adsTime)).join('');
      return;
    case 'data-manager':
      yield conversionHeader;
      for await (const due of dueConversions(database, options))
        yield due.map((one) => conversionLine(one, isoTime)).join('');
      return;
    case 'adjustments':
      yield adjustmentHeader;
      for await (const retracted of retractions(database, options))
        yield retracted.map(adjustmentLine).join('');
      return;
    default:
      file satisfies never;
  }
}

// The first consent is always granted: without it a conversion is withheld.
function conversionLine(
  { gclid, name, at, cents, orderId, personalization }: Conversion,
  timeOf: (instant: string) => string,
): string {
  const worth = cents === null ? ['', ''] : [(cents / 100).toFixed(2), 'EUR'];
  return line([gclid, name, timeOf(at), ...worth, orderId, 'GRANTED', personalization]);
}

function adjustmentLine({ orderId, name, at }: Retraction): string {
  return line([orderId, name, adsTime(at), 'RETRACT', '', '']);
}

function line(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

/** Quotes a cell. None begins with `=`, `+`, `-` or `@`: such names and click identifiers are rejected earlier. */
function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
