import PhoneOutlined from '@mui/icons-material/PhoneOutlined';
import { Box, Button, Link, Typography } from '@mui/material';
import { type SyntheticEvent, useState } from 'react';
import type { ListedEntry } from '../api/responses.ts';
import { format } from '../i18n/format.ts';
import { type Phone, readPhone } from '../ui/phone.ts';
import { touched } from '../ui/styles.ts';

type Objection = ListedEntry['objection'];

interface Props {
  readonly phone: string | null;
  readonly objection: Objection;
  /** The button with the name of who answers; without the number on a phone, where a press calls it. A link otherwise. */
  readonly button?: { readonly name: string | null; readonly isCompact?: boolean };
  /** Also shows what was typed, where it is another number of digits or signs. */
  readonly isTypedShown?: boolean;
}

/**
 * A phone number of an entry, as a link or a button that calls it. In its place stands the objection of who waits for no call,
 * beside it that somebody wants no messages. Nothing else on the pages calls.
 */
export function PhoneNumber({ phone, objection, button, isTypedShown = false }: Props) {
  if (phone === null) return null;
  const read = readPhone(phone);
  if (isCovered(objection)) return <Covered says={objectionText(objection)} text={read.text} />;
  // Rows and cards say it in a line of their own.
  const says = button?.isCompact ? null : objectionText(objection);
  const beside = says !== null && (
    <Typography component="span" variant="body2" sx={{ color: 'warning.dark' }}>
      {` ${says}`}
    </Typography>
  );
  if (button !== undefined)
    return (
      <>
        <CallButton {...read} {...button} />
        {beside}
      </>
    );
  const isOther = isTypedShown && withoutSeparators(read.text) !== withoutSeparators(phone);
  return (
    <>
      <CallLink {...read} />
      {isOther && (
        <Typography component="span" variant="body2" color="textSecondary">
          {` (saisi : ${phone})`}
        </Typography>
      )}
      {beside}
    </>
  );
}

/** A family that asks to be called may be: the number shows when asked for, and is dialled by hand. */
function Covered({ says, text }: { readonly says: string | null; readonly text: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <Typography component="span" variant="body2" onClick={stop}>
      <Box component="span" sx={{ color: 'warning.dark', fontWeight: 600 }}>
        {says}
      </Box>{' '}
      {isShown ? (
        text
      ) : (
        <Link component="button" type="button" onClick={() => setShown(true)} sx={touched}>
          Voir le numéro
        </Link>
      )}
    </Typography>
  );
}

/** Whether nobody waits for a contact in this way, to which the person objects. */
export function isCovered(objection: Objection, way: 'phone' | 'email' = 'phone'): boolean {
  return objection?.recontact === true && objection.ways.includes(way);
}

/** « S’est opposée à la prospection le 02/03/2026 », where a call is covered, or « Plus de messages automatiques ». */
export function objectionText(objection: Objection): string | null {
  if (objection === null) return null;
  if (isCovered(objection)) return objectedText(objection.on);
  return objection.ways.some((way) => way !== 'phone') ? 'Plus de messages automatiques' : null;
}

/** « S’est opposée à la prospection le 02/03/2026 » */
export function objectedText(objectedOn: string): string {
  return `S’est opposée à la prospection le ${format.day(objectedOn)}`;
}

/** A row of a list opens its entry. */
function stop(event: SyntheticEvent): void {
  event.stopPropagation();
}

function CallLink({ text, link }: Phone) {
  if (link === undefined) return text;
  return (
    // Two numbers in one field may take two lines.
    <Link href={link} sx={{ whiteSpace: text.length > 20 ? 'normal' : 'nowrap', ...touched }} onClick={stop}>
      {text}
    </Link>
  );
}

function CallButton({ text, link, name, isCompact = false }: Phone & NonNullable<Props['button']>) {
  if (link === undefined) return <Typography variant="body2">{text}</Typography>;
  return (
    <Button
      href={link}
      aria-label={name === null ? text : `Appeler ${name} : ${text}`}
      variant="outlined"
      sx={{
        minHeight: 44,
        minWidth: 44,
        flexShrink: 0,
        whiteSpace: 'nowrap',
        gap: 1,
        px: isCompact ? { xs: 0, sm: 2 } : 2,
      }}
    >
      <PhoneOutlined fontSize="small" />
      <Box component="span" sx={{ display: isCompact ? { xs: 'none', sm: 'inline' } : 'inline' }}>
        {text}
      </Box>
    </Button>
  );
}

function withoutSeparators(phone: string): string {
  return phone.replace(/[\s./-]/g, '');
}
