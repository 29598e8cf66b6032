import { Link } from '@mui/material';

/** A phone number, to be called by a click where it can be. */
export function PhoneLink({ phone }: { readonly phone: string | null }) {
  if (phone === null) return null;
  const link = phoneLink(phone);
  return link === undefined ? phone : <Link href={link}>{inPairs(phone)}</Link>;
}

/** A French number that was sent without spaces, as it is read out; any other as it was typed. */
function inPairs(phone: string): string {
  return phone.replace(/^(?:(\+33)|(?=0))(0?\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1 $2 $3 $4 $5 $6').trim();
}

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
