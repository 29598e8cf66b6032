import type { Database } from '../store/database.ts';
import type { Conversion } from './decide.ts';
import { adsTime, isoTime } from './paris-time.ts';
import { type Asked, dueConversions, type Retraction, retractions } from './serve.ts';

/** The files there are, by their names without `.csv`. */
export const files = ['google-ads', 'data-manager', 'adjustments'] as const;
export type File = (typeof files)[number];

const conversionHeader =
  'Google Click ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency,Order ID,Ad User Data,Ad Personalization\r\n';
const adjustmentHeader =
  'Order ID,Conversion Name,Adjustment Time,Adjustment Type,Adjusted Value,Adjusted Value Currency\r\n';

/** The lines of a file, in pieces of some hundred, as fast as they are taken. */
export async function* linesOf(file: File, database: Database, asked: Asked): AsyncGenerator<string> {
  switch (file) {
    case 'google-ads':
      // Every time has its offset: the zone is what Google Ads asks for as the file's first line.
      yield `Parameters:TimeZone=Europe/Paris\r\n${conversionHeader}`;
      for await (const due of dueConversions(database, asked))
        yield due.map((one) => conversionLine(one, adsTime)).join('');
      return;
    case 'data-manager':
      yield conversionHeader;
      for await (const due of dueConversions(database, asked))
        yield due.map((one) => conversionLine(one, isoTime)).join('');
      return;
    case 'adjustments':
      yield adjustmentHeader;
      for await (const undone of retractions(database, asked)) yield undone.map(adjustmentLine).join('');
      return;
    default:
      file satisfies never;
  }
}

// What is told of is told with consent to that, or not at all.
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

/** No cell begins with `=`, `+`, `-` or `@`: names and click identifiers that do are refused before they come here. */
function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
