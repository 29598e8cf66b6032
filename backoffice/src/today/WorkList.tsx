import { Box, Card, Drawer, Link, List, Stack, type Theme, Typography, useMediaQuery } from '@mui/material';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link as RouterLink } from 'react-router';
import { counted } from '../../../server/src/french/dates.ts';
import type { Today } from '../api/responses.ts';
import { EntryPanel } from '../entries/panel/EntryPanel.tsx';
import { PanelSkeleton } from '../entries/panel/PanelSkeleton.tsx';
import { addToDraft } from '../entries/use-draft.ts';
import { nowIn } from '../i18n/days.ts';
import { format } from '../i18n/format.ts';
import { Fold } from '../ui/Fold.tsx';
import { useDebounced } from '../ui/use-debounced.ts';
import { usePageKeys } from '../ui/use-page-keys.ts';
import { listAddress, type TodayBlock, type TodayQuery, whenOf } from './today.ts';
import { useWorkList, type WorkItem } from './use-work-list.ts';
import { WorkRow } from './WorkRow.tsx';

/** Above the entries of each block of families. */
const blockNames: Readonly<Partial<Record<TodayBlock['name'], string>>> = {
  'to-call': 'Maintenant',
  appointments: 'Aujourd’hui',
  late: 'En retard',
  unplanned: 'Rien de prévu',
};

const listNames = { commercial: 'Demandes', survey: 'Contacts et avis', postuler: 'Candidatures' };

interface Props {
  readonly today: Today;
  readonly query: TodayQuery;
  readonly foot: ReactNode;
}

/** Each entry that is read is noted in the audit trail: not those that the arrow keys pass. */
const restMs = 250;
/** Of those that wait after a family, on a phone. */
const maxQueue = 50;

/** The families of the day in the order of acting; the one that is open beside them, and on a phone on its own page. */
export function WorkList({ today, query, foot }: Props) {
  const isWide = useMediaQuery<Theme>((theme) => theme.breakpoints.up('lg'), { noSsr: true });
  const isPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'), { noSsr: true });
  const { time: now } = nowIn('Europe/Paris');
  const { groups, items, done, chosen, choose, queueAfter, end, restore } = useWorkList(today, now);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [isMoving, setMoving] = useState(false);
  const settled = useDebounced(chosen?.key ?? '', isMoving ? restMs : 0);
  const page = useRef<HTMLDivElement>(null);
  const isSending = useRef(false);
  const isFocused = useRef(false);
  /** What is typed while an act is sent or a family is read: for the note that comes next, which « N » may have asked for. */
  const ahead = useRef('');

  const noteField = () => page.current?.querySelector<HTMLElement>('[aria-keyshortcuts="n"]') ?? null;
  function takeAhead() {
    if (ahead.current === '' || isSending.current || chosen === undefined) return;
    addToDraft(chosen.entry.id, ahead.current.replace(/^n/i, ''));
    ahead.current = '';
    noteField()?.focus();
  }

  function open(item: WorkItem | undefined, isByArrow = false) {
    // What others have changed is asked about beside the family that the act is for.
    if (item === undefined || isSending.current) return;
    takeAhead();
    ahead.current = '';
    setMoving(isByArrow);
    isFocused.current = isByArrow;
    setDrawerOpen(!isWide);
    choose(item);
  }

  usePageKeys((event, target) => {
    if (isWide && chosen !== undefined && (isSending.current || noteField() === null)) {
      const isText = ahead.current === '' ? /^\p{L}$/u.test(event.key) : event.key.length === 1;
      if (isText && !event.repeat && (target === document.body || page.current?.contains(target))) {
        ahead.current += event.key;
        event.preventDefault();
      }
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const row = target.closest<HTMLElement>('[data-row]')?.dataset.row;
    if (!isWide || step === undefined || (row === undefined && target !== document.body)) return;
    const at = items.findIndex((item) => item.key === (row ?? chosen?.key));
    // From the page itself the keys lead into the list.
    open(items[row === undefined ? Math.max(at, 0) : at + step], true);
    if (row === undefined) focusOpened(page.current);
    event.preventDefault();
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: when another one is open.
  useEffect(() => {
    if (isFocused.current) focusOpened(page.current);
    isFocused.current = false;
  }, [chosen?.key]);

  const panel =
    chosen !== undefined &&
    (settled === chosen.key ? (
      <EntryPanel
        key={chosen.key}
        entryId={chosen.entry.id}
        onSending={(is) => {
          isSending.current = is;
          // An act that has failed leaves its family open.
          if (!is) queueMicrotask(() => noteField() && takeAhead());
        }}
        onBar={takeAhead}
        onTurnEnded={(outcome) => {
          isFocused.current = isWide;
          setMoving(false);
          // It is closed before pages are read again: else it would be read once more, which is noted.
          flushSync(() => end(chosen, outcome));
        }}
        onUndone={() => restore(chosen)}
      />
    ) : (
      <PanelSkeleton />
    ));
  const next = items.find(({ block, entry }) => block === 'appointments' && entry.nextAction?.time);
  const isEmpty = items.length + done.length === 0;
  const row = (item: WorkItem) => {
    const isChosen = !isPhone && item.key === chosen?.key;
    const queue = queueAfter(item).slice(0, maxQueue);
    return (
      <WorkRow
        key={item.key}
        rowKey={item.key}
        entry={item.entry}
        when={
          item.outcome === undefined ? whenOf(item.entry, item.block, today.day, now) : { text: item.outcome }
        }
        isOpen={isChosen}
        isDone={item.outcome !== undefined}
        isPassed={isWide && item.key !== (chosen ?? items[0])?.key}
        {...(isPhone
          ? { queue: queue.map(({ entry: { id, kind } }) => ({ id, kind })) }
          : { onOpen: () => open(item) })}
      />
    );
  };
  return (
    <Box
      ref={page}
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: isEmpty ? {} : { lg: 'minmax(0, 4fr) minmax(0, 3fr)' },
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        {!isEmpty && (
          <Card sx={{ overflow: 'visible' }}>
            {done.length > 0 && (
              <Box sx={{ px: 2 }}>
                <Fold title={`${counted(done.length, 'fait')} – revoir`}>
                  <List disablePadding>{done.map(row)}</List>
                </Fold>
              </Box>
            )}
            {groups.map(({ block, parts }) => (
              <Heading key={block.name} block={block} query={query}>
                {parts.map(({ residence, items: shown }) => (
                  <Residence key={residence} name={residence}>
                    {shown.map(row)}
                  </Residence>
                ))}
              </Heading>
            ))}
          </Card>
        )}
        {foot}
      </Box>
      {isWide && !isEmpty && (
        <Card
          component="section"
          aria-label="Fiche ouverte"
          sx={{
            position: 'sticky',
            top: 64,
            ...(panel && { height: 'calc(100vh - 128px)', minHeight: 480 }),
          }}
        >
          {panel || (
            <Typography color="textSecondary" sx={{ p: 2 }}>
              C’est tout pour l’instant. {next && `Prochain : ${next.entry.nextAction?.time}`}
            </Typography>
          )}
        </Card>
      )}
      {!isWide && !isPhone && (
        <Drawer
          anchor="right"
          open={isDrawerOpen && chosen !== undefined}
          onClose={() => {
            if (!isSending.current) setDrawerOpen(false);
          }}
          slotProps={{
            paper: {
              'aria-label': 'Fiche ouverte',
              sx: { width: 440, maxWidth: '90vw' },
            },
          }}
        >
          {panel}
        </Drawer>
      )}
    </Box>
  );
}

function focusOpened(page: HTMLElement | null): void {
  page?.querySelector<HTMLElement>('[data-row][aria-current]')?.focus();
}

interface HeadingProps {
  readonly block: TodayBlock;
  readonly query: TodayQuery;
  readonly children: ReactNode;
}

/** A quiet rule above the first entries of a block, with its number; where it has more than stand here, the lists of all. */
function Heading({ block: { name, data, total, lists }, query, children }: HeadingProps) {
  const heading = useId();
  const title = blockNames[name] ?? '';
  return (
    <Box component="section" aria-labelledby={heading}>
      <Stack
        direction="row"
        sx={{
          alignItems: 'center',
          flexWrap: 'wrap',
          columnGap: 1,
          px: 2,
          minHeight: 40,
          bgcolor: 'action.hover',
        }}
      >
        <Typography id={heading} component="h2" variant="body2" sx={{ fontWeight: 650 }}>
          {title}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ flexGrow: 1 }}>
          {format.total(total)}
        </Typography>
        {total.count > data.length &&
          lists.map(({ kind, count: listed }) => (
            <Link
              key={kind}
              component={RouterLink}
              to={listAddress(name, kind, query)}
              variant="body2"
              sx={{
                display: 'inline-flex',
                alignItems: 'center',
                minHeight: { xs: 44, md: 32 },
                whiteSpace: 'nowrap',
              }}
            >
              {`${listNames[kind]} (${format.number(listed)})`}
            </Link>
          ))}
      </Stack>
      {children}
    </Box>
  );
}

function Residence({ name, children }: { readonly name: string | undefined; readonly children: ReactNode }) {
  return (
    <>
      {name !== undefined && (
        <Typography
          component="h3"
          variant="body2"
          color="textSecondary"
          sx={{ px: 2, py: 0.75, borderBottom: 1, borderColor: 'divider' }}
        >
          {name}
        </Typography>
      )}
      <List disablePadding>{children}</List>
    </>
  );
}
