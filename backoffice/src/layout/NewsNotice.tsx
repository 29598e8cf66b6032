import { Box, Link } from '@mui/material';
import { useEffect, useState } from 'react';
import { Link as RouterLink, useLocation } from 'react-router';
import { counted } from '../../../server/src/french/dates.ts';
import type { Query } from '../api/address.ts';
import { request } from '../api/client.ts';
import type { EntryKind } from '../api/enumerations.ts';
import { type ArrivedName, type News, useLiveUpdates } from '../api/use-live-updates.ts';
import { entryPath } from '../entries/entry.ts';

const newestFirst = { status: 'new', sort: 'received', order: 'desc', limit: 1 } as const;

/** Where entries that arrive are listed, and how the newest of them is found. */
const places: Readonly<
  Record<ArrivedName, { readonly list: string; readonly kind: EntryKind; readonly query: Query }>
> = {
  leads: { list: '/leads', kind: 'commercial', query: {} },
  contact: { list: '/surveys', kind: 'survey', query: { type: 'survey.type.contact' } },
  complaint: { list: '/surveys/complaints', kind: 'survey', query: { type: 'survey.type.complaint' } },
  survey: { list: '/surveys/satisfaction', kind: 'survey', query: { type: 'survey.type.survey' } },
  applications: { list: '/applications', kind: 'postuler', query: {} },
};
interface Notice {
  readonly text: string;
  /** The address of what has arrived. */
  readonly to?: string;
}

/**
 * Shows in the bar what has arrived, with a link to it, until it is opened or for a while: the numbers of the menu stay. There
 * it covers nothing, and moves nothing.
 */
export function NewsNotice() {
  const [notice, setNotice] = useState<Notice>();
  const { pathname } = useLocation();
  useLiveUpdates((news) => {
    const text = textOf(news);
    if (text !== undefined) void linkTo(news).then((link) => setNotice({ text, ...link }));
  });
  useEffect(() => {
    if (notice === undefined) return undefined;
    const timer = window.setTimeout(() => setNotice(undefined), notice.to === undefined ? 8_000 : 20_000);
    return () => window.clearTimeout(timer);
  }, [notice]);
  const isOver = notice === undefined || notice.to === pathname;
  return (
    <Box role="status" className="screen-only" sx={{ minWidth: 0, mx: 1, lineHeight: 1.3 }}>
      {isOver ? null : notice.to === undefined ? (
        notice.text
      ) : (
        <Link
          component={RouterLink}
          to={notice.to}
          onClick={() => setNotice(undefined)}
          sx={{ display: 'inline-block', py: 1.5, fontWeight: 600 }}
        >
          {notice.text}
        </Link>
      )}
    </Box>
  );
}

/** The address of the entry that has arrived, or of the list that has several. */
async function linkTo({ arrived }: News): Promise<Pick<Notice, 'to'>> {
  const [first] = arrived;
  if (first === undefined) return {};
  const { list, kind, query } = places[first.name];
  if (arrived.length > 1 || first.count > 1) return { to: list };
  try {
    const { data } = await request('GET /desk/entries', { kind, ...query, ...newestFirst });
    const [entry] = data;
    return { to: entry === undefined ? list : entryPath(entry) };
  } catch {
    return { to: list };
  }
}

const nouns: Readonly<Record<ArrivedName, readonly [one: string, many?: string]>> = {
  leads: ['demande'],
  contact: ['contact'],
  complaint: ['réclamation'],
  survey: ['avis', 'avis'],
  applications: ['candidature'],
};

function textOf({ arrived, entryHasChanged }: News): string | undefined {
  if (entryHasChanged) return 'Quelqu’un a modifié cette fiche : elle est à jour';
  if (arrived.length === 0) return undefined;
  const what = arrived.map(({ name, count }) => counted(count, ...nouns[name])).join(', ');
  return `Nouveau : ${what}`;
}
