import Close from '@mui/icons-material/Close';
import { Box, IconButton, Link, Paper } from '@mui/material';
import { useEffect, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { type Query, request } from '../api/client.ts';
import type { EntryKind } from '../api/enumerations.ts';
import { type ArrivedName, type News, useLiveUpdates } from '../api/use-live-updates.ts';
import { translate } from '../i18n/texts.ts';

const shownMs = 8_000;
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
const folders: Readonly<Record<EntryKind, string>> = {
  commercial: '/leads',
  survey: '/surveys',
  postuler: '/applications',
};

interface Notice {
  readonly text: string;
  /** The address of what has arrived. */
  readonly to?: string;
}

/** Shows what has arrived, with a link to it and without moving the page. What has only changed is shown for a moment. */
export function NewsNotice() {
  const [notice, setNotice] = useState<Notice>();
  useLiveUpdates((news) => {
    const text = textOf(news, translate);
    if (text !== undefined) void linkTo(news).then((link) => setNotice({ text, ...link }));
  });
  useEffect(() => {
    // A link that goes away by itself could not be followed in time by everybody.
    if (notice === undefined || notice.to !== undefined) return undefined;
    const timer = window.setTimeout(() => setNotice(undefined), shownMs);
    return () => window.clearTimeout(timer);
  }, [notice]);
  const close = () => setNotice(undefined);
  return (
    <Box
      role="status"
      className="screen-only"
      sx={{
        position: 'fixed',
        // On a phone the acts on an entry are at the bottom; below what an act says of itself.
        top: { xs: 120, md: 'auto' },
        bottom: { xs: 'auto', md: 16 },
        insetInline: 16,
        zIndex: 'snackbar',
        display: 'flex',
        justifyContent: 'center',
        // The page below stays clickable.
        pointerEvents: 'none',
      }}
    >
      {notice !== undefined && (
        <Paper
          elevation={4}
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1,
            px: 2,
            py: notice.to === undefined ? 1 : 0,
            border: 1,
            borderColor: 'divider',
            pointerEvents: 'auto',
          }}
        >
          {notice.to === undefined ? (
            notice.text
          ) : (
            <>
              <Link component={RouterLink} to={notice.to} onClick={close} sx={{ py: 1.25 }}>
                {notice.text}
              </Link>
              <IconButton size="small" edge="end" aria-label={translate('ra.action.close')} onClick={close}>
                <Close fontSize="small" />
              </IconButton>
            </>
          )}
        </Paper>
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
    return { to: entry === undefined ? list : `${folders[kind]}/${entry.id}` };
  } catch {
    return { to: list };
  }
}

function textOf(
  { arrived, hasChanged, entryHasChanged }: News,
  translate: (key: string, options?: Record<string, unknown>) => string,
): string | undefined {
  if (entryHasChanged) return translate('accueil.queues.news.entry');
  if (arrived.length === 0) return hasChanged ? translate('accueil.queues.news.changed') : undefined;
  const what = arrived
    .map(({ name, count }) => translate(`accueil.queues.news.${name}`, { smart_count: count }))
    .join(', ');
  return translate('accueil.queues.news.title', { what });
}
