/** Returns the cursor of a list: opaque to its clients, and fit for a query. */
export function encodeCursor(content: unknown): string {
  return Buffer.from(JSON.stringify(content)).toString('base64url');
}

/** Returns what a cursor holds, to be checked by its list; undefined for anything that is not a cursor. */
export function decodeCursor(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}
