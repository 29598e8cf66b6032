const mostBytes = 1024;

/**
 * The first KiB of a response as text: bytes that are no UTF-8, and control characters, which neither a database nor a
 * terminal should get, become U+FFFD. The receiver chose what it says: escape it where it is shown.
 */
export function responseExcerpt(bytes: Uint8Array): string {
  if (bytes.byteLength === 0) return '';
  const text = firstKib(bytes).replaceAll(/[^\P{Cc}\t\n\r]/gu, '\uFFFD');
  // U+FFFD takes three bytes where there was one.
  return firstKib(Buffer.from(text));
}

/** Without the character that the limit cuts in two. */
function firstKib(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, mostBytes), { stream: true });
}
