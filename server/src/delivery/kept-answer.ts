const mostBytes = 1024;

/**
 * The first KiB of an answer as text: bytes that are no UTF-8, and control characters, which no database and no
 * terminal should get, become U+FFFD. It is whatever the receiver chose to say: escape it where it is shown.
 */
export function keptAnswer(bytes: Uint8Array): string {
  if (bytes.byteLength === 0) return '';
  const text = firstKib(bytes).replaceAll(/[^\P{Cc}\t\n\r]/gu, '\uFFFD');
  // U+FFFD takes three bytes where there was one.
  return firstKib(Buffer.from(text));
}

/** Without the character that the limit cuts in two. */
function firstKib(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, mostBytes), { stream: true });
}
