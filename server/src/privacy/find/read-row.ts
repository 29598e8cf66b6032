import { setImmediate as nextTurn } from 'node:timers/promises';
import { hasName, type Mention, type Mentions } from './patterns.ts';
import { piecesOf, readingsOf } from './stored-text.ts';

type Test = Pick<Mention, 'isIn'>;

/**
 * Reads the texts of a row, a slice at a time: the event loop gets a turn after each, however long the texts are. Returns why
 * the row is about the person, and the columns that say so.
 */
export async function readRow(
  texts: readonly (readonly [column: string, text: string])[],
  { lastName, firstName, birthDate, others }: Mentions,
) {
  const names = [...lastName, ...firstName].flat();
  const tests: Test[] = [...others, ...names];
  if (birthDate !== undefined) tests.push(birthDate);
  const found = new Map(tests.map((test) => [test, new Set<string>()]));
  for (const [column, text] of texts) {
    for (const piece of piecesOf(text)) {
      const readings = readingsOf(piece, isJson(text));
      for (const [test, columns] of found)
        if (!columns.has(column) && readings.some((reading) => test.isIn(reading))) columns.add(column);
      await nextTurn();
    }
  }
  const columnsOf = (test: Test) => found.get(test) ?? new Set<string>();
  const has = (test: Test) => columnsOf(test).size > 0;

  const reasons = new Set(others.filter(has).map(({ reason }) => reason));
  const naming: Test[] = [...others];
  // In all texts of the row together. A last name without the first name may be another person's.
  if (lastName.length + firstName.length > 0 && hasName(lastName, has)) {
    const hasFirstName = hasName(firstName, has);
    if (hasFirstName) reasons.add('name');
    else if (lastName.length > 0) reasons.add('lastName');
    if (hasFirstName && birthDate !== undefined && has(birthDate)) reasons.add('birthDate');
    if (hasFirstName || lastName.length > 0) naming.push(...names);
  }
  return { reasons, columns: new Set(naming.flatMap((test) => [...columnsOf(test)])) };
}

function isJson(text: string): boolean {
  return text.startsWith('{') || text.startsWith('[');
}
