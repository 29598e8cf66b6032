import { useRef } from 'react';
import type { CallOptions } from '../api/client.ts';

/** Returns the options by which a body is stored once, also after a second click or a retry after a lost answer. */
export function useIdempotencyKey(): (body: object) => CallOptions {
  const sent = useRef({ content: '', key: '' });
  return (body) => {
    const content = JSON.stringify(body);
    if (sent.current.content !== content) sent.current = { content, key: randomKey() };
    return { headers: { 'idempotency-key': sent.current.key } };
  };
}

/** 128 random bits. `crypto.randomUUID` needs https. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
