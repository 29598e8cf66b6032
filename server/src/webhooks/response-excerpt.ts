const maxBytes = 1024;

/**
 * The first KiB of a response as text. Invalid UTF-8, and control characters, which are harmful in a database or a
 * terminal, become U+FFFD. The text is under the receiver's control: escape it where it is shown.
 */
export function responseExcerpt(bytes: Uint8Array): string {
  if (bytes.byteLength === 0) return '';
  const text = firstKib(bytes).replaceAll(/[^\P{Cc}\t\n\r]/gu, '\uFFFD');
  // U+FFFD takes three bytes and may replace a single one.
  return firstKib(Buffer.from(text));
}

/** Drops a character cut in two by the limit. */
function firstKib(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, maxBytes), { stream: true });
}
