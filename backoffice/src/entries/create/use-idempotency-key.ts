import { useRef } from 'react';

/**
 * Returns the header that belongs to a content: a second click or a retry after a lost answer then creates no second entry.
 */
export function useIdempotencyKey(): (content: string) => Readonly<Record<string, string>> {
  const sent = useRef({ content: '', key: '' });
  return (content) => {
    if (sent.current.content !== content) sent.current = { content, key: randomKey() };
    return { 'idempotency-key': sent.current.key };
  };
}

/** 128 random bits. `crypto.randomUUID` needs https. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
