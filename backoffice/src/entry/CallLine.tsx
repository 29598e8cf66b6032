import { Stack, type Theme, Typography, useMediaQuery } from '@mui/material';
import { useTranslate } from 'react-admin';
import { PhoneLink } from '../lists/PhoneLink.tsx';
import { actionText } from './history-sentences.ts';
import { nameOf } from './people.ts';
import { inOrder } from './timeline.ts';
import { useWords } from './use-words.ts';
import type { WholeEntry } from './whole-entry.ts';

/** On a phone: whom to call, and what is planned next, before anything has to be scrolled. */
export function CallLine({ entry }: { readonly entry: WholeEntry }) {
  const translate = useTranslate();
  const words = useWords();
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  if (!isNarrow) return null;
  const next = inOrder(entry.actions).find(({ done }) => !done);
  return (
    <Stack spacing={0.5}>
      {phonesOf(entry).map(({ phone, who }) => (
        <Typography key={phone} sx={{ overflowWrap: 'anywhere' }}>
          <PhoneLink phone={phone} />
          {who !== '' && ` ${who}`}
        </Typography>
      ))}
      {next !== undefined && (
        <Typography>
          {translate('accueil.entry.state.next', { action: actionText({ ...next }, words) })}
        </Typography>
      )}
    </Stack>
  );
}

/** At most two: the first numbers of the person, then of those around them, who are mostly the ones to call. */
function phonesOf({ fields, relations }: WholeEntry): { phone: string; who: string }[] {
  const own = [fields.phoneClient, fields.cellphoneClient, fields.phone].map((phone) => ({ phone, who: '' }));
  const others = relations.flatMap(({ fields: related }) =>
    [related.cellphone, related.phone].map((phone) => ({ phone, who: nameOf(related) })),
  );
  const known = [...others, ...own].flatMap(({ phone, who }) =>
    typeof phone === 'string' ? [{ phone, who }] : [],
  );
  return known.slice(0, 2);
}
