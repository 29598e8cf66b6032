/** One call, before it is sent. */
export interface Outgoing {
  readonly method: 'GET' | 'POST';
  /** The parts of the path, not yet encoded. */
  readonly path: readonly (string | number)[];
  /** Absent values are left out. */
  readonly query: Readonly<Record<string, string | number | undefined>>;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
  /** A password or token that no message may show. */
  readonly secret: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Path and query of a call. Throws a TypeError for a part that an address can't hold. */
export function addressOf({ path, query }: Pick<Outgoing, 'path' | 'query'>): string {
  const parts = path.map((part) => {
    // Addresses are tidied on their way: these would name another path.
    if (part === '' || part === '.' || part === '..') {
      throw new TypeError(`An address can't hold « ${part} » as a part of its path`);
    }
    return `/${encodeURIComponent(part)}`;
  });
  const values = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return parts.join('') + (values.length === 0 ? '' : `?${values.join('&')}`);
}

/** A text that comes from elsewhere, without the secret, should it repeat the address. */
export function withoutSecret(text: string, secret: string | undefined): string {
  if (secret === undefined) return text;
  // As it is, as this client writes it into an address, as forms and those who parse an address write it.
  const asInForms = new URLSearchParams({ '': secret }).toString().slice(1);
  return [secret, encodeURIComponent(secret), asInForms].reduce(
    (cleaned, written) => cleaned.replaceAll(written, '…'),
    text,
  );
}
