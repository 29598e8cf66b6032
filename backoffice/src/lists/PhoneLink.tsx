import { Link } from '@mui/material';
import { phoneLink } from '../desk/links.ts';

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
