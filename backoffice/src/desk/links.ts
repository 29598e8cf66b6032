/** What dials a phone number as somebody has typed it; undefined when it can't be dialled. */
export function phoneLink(phone: string): string | undefined {
  // Of two numbers in a field the first one.
  const [first = ''] = phone.split(/[/;,]|\bou\b/);
  const dialled = first.replace(/(?!^\s*\+)[^\d]/g, '').trim();
  return /^\+?\d{4,15}$/.test(dialled) ? `tel:${encodeURIComponent(dialled).replace('%2B', '+')}` : undefined;
}

/** What writes to an e-mail address; undefined when it doesn't look like one. */
export function mailLink(email: string): string | undefined {
  return /^[^\s@]+@[^\s@]+$/.test(email)
    ? `mailto:${encodeURIComponent(email).replace('%40', '@')}`
    : undefined;
}
