import { Link } from '@mui/material';
import { phoneLink } from '../desk/links.ts';

/** A phone number, to be called by a click where it can be. */
export function PhoneLink({ phone }: { readonly phone: string | null }) {
  if (phone === null) return null;
  const link = phoneLink(phone);
  return link === undefined ? phone : <Link href={link}>{phone}</Link>;
}
