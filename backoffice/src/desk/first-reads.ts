import { today } from '../i18n/format.ts';
import { columnQuery, columns } from '../leads/board/columns.ts';
import { beginReading } from './client.ts';

/** More than any house has. */
export const mostResidences = 1_000;

/**
 * Begins to read what the page of an address, `#/…`, asks for first, while the libraries that show it are being read:
 * half a second on a slow machine. A page that asks for something else goes on by itself.
 */
export function beginReadingFor(hash: string): void {
  const [path, query] = hash.slice(1).split('?');
  beginReading('/desk/counts');
  beginReading('/desk/establishments', { limit: mostResidences });
  // Their choices stand behind the question mark: the page reads them.
  if (query !== undefined) return;
  switch (path) {
    case undefined:
    case '':
    case '/':
      beginReading('/desk/today');
      break;
    case '/board':
      for (const column of columns) beginReading('/desk/entries', columnQuery(column));
      break;
    case '/statistics':
      beginReading('/desk/statistics', { year: Number(today().slice(0, 4)) });
      break;
    default:
  }
}
