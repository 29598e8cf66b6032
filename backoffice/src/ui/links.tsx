import { Link, Typography } from '@mui/material';
import { translate } from '../i18n/texts.ts';
import { readPhone } from './phone.ts';

interface PhoneLinkProps {
  readonly phone: string | null;
  /** Also shows what was typed, where it is another number of digits or signs. */
  readonly isTypedShown?: boolean;
}

/** A phone number, as a link that calls it; high enough for a finger on a touch screen. */
export function PhoneLink({ phone, isTypedShown = false }: PhoneLinkProps) {
  if (phone === null) return null;
  const { text, link } = readPhone(phone);
  const isOther = isTypedShown && withoutSeparators(text) !== withoutSeparators(phone);
  return (
    <>
      {link === undefined ? (
        text
      ) : (
        <Link
          href={link}
          sx={{
            // Two numbers in one field may take two lines.
            whiteSpace: text.length > 20 ? 'normal' : 'nowrap',
            '@media (pointer: coarse)': { display: 'inline-flex', alignItems: 'center', minHeight: 44 },
          }}
          // A row of a list opens its entry.
          onClick={(event) => event.stopPropagation()}
        >
          {text}
        </Link>
      )}
      {isOther && (
        <Typography component="span" variant="body2" color="textSecondary">
          {` ${translate('accueil.entry.typed', { phone })}`}
        </Typography>
      )}
    </>
  );
}

function withoutSeparators(phone: string): string {
  return phone.replace(/[\s./-]/g, '');
}

/** The `mailto:` address of a typed e-mail address; undefined when it doesn't look like one. */
export function mailLink(email: string): string | undefined {
  return /^[^\s@]+@[^\s@]+$/.test(email)
    ? `mailto:${encodeURIComponent(email).replace('%40', '@')}`
    : undefined;
}
