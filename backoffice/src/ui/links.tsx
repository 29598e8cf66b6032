import { Link } from '@mui/material';

/** A phone number, as a link where it can be dialled. */
export function PhoneLink({ phone }: { readonly phone: string | null }) {
  if (phone === null) return null;
  const link = phoneLink(phone);
  return link === undefined ? phone : <Link href={link}>{inPairs(phone)}</Link>;
}

/** Groups the digits of a French number without spaces; any other stays as typed. */
function inPairs(phone: string): string {
  return phone.replace(/^(?:(\+33)|(?=0))(0?\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1 $2 $3 $4 $5 $6').trim();
}

/** The `tel:` address of a typed number; undefined when it can't be dialled. */
export function phoneLink(phone: string): string | undefined {
  // A field may hold two numbers: the first is dialled.
  const [first = ''] = phone.split(/[/;,]|\bou\b/);
  const dialled = first.replace(/(?!^\s*\+)[^\d]/g, '').trim();
  return /^\+?\d{4,15}$/.test(dialled) ? `tel:${encodeURIComponent(dialled).replace('%2B', '+')}` : undefined;
}

/** The `mailto:` address of a typed e-mail address; undefined when it doesn't look like one. */
export function mailLink(email: string): string | undefined {
  return /^[^\s@]+@[^\s@]+$/.test(email)
    ? `mailto:${encodeURIComponent(email).replace('%40', '@')}`
    : undefined;
}
