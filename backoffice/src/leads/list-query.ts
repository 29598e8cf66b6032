/** Where the commercial entries that a list shows are, all of them in one CSV file. */
export function exportAddress(
  filters: Readonly<Record<string, unknown>>,
  sort: { readonly field: string; readonly order: string },
): string {
  const query = new URLSearchParams({ kind: 'commercial' });
  for (const [name, value] of Object.entries(filters)) {
    const text = value === null || value === undefined ? '' : String(value);
    if (text !== '' && !isTooShort(name, text)) query.set(name, text);
  }
  query.set('sort', sort.field);
  query.set('order', sort.order.toLowerCase());
  return `/desk/entries.csv?${query}`;
}

/** The service searches for two characters or more. */
function isTooShort(name: string, text: string): boolean {
  return name === 'q' && [...text.trim()].length < 2;
}
