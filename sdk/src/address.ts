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

/** Returns path and query of a call. Throws a TypeError for a part that a URL path can't contain. */
export function addressOf({ path, query }: Pick<Outgoing, 'path' | 'query'>): string {
  const parts = path.map((part) => {
    // URL normalization would remove these and change the path.
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

/** Removes the secret from a text of the server or a proxy, which may repeat the URL. */
export function withoutSecret(text: string, secret: string | undefined): string {
  if (secret === undefined) return text;
  // Raw, as this client encodes it in URLs, and in form encoding, which URL parsers produce.
  const asInForms = new URLSearchParams({ '': secret }).toString().slice(1);
  return [secret, encodeURIComponent(secret), asInForms].reduce(
    (cleaned, written) => cleaned.replaceAll(written, '…'),
    text,
  );
}
