import { Box, Card, Drawer, Link, List, Stack, type Theme, Typography, useMediaQuery } from '@mui/material';
import { lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link as RouterLink } from 'react-router';
import { counted } from '../../../server/src/french/dates.ts';
import type { Today } from '../api/responses.ts';
import { PanelSkeleton } from '../entries/panel/PanelSkeleton.tsx';
import { addToDraft } from '../entries/use-draft.ts';
import { nowIn } from '../i18n/days.ts';
import { format } from '../i18n/format.ts';
import { Fold } from '../ui/Fold.tsx';
import { useDebounced } from '../ui/use-debounced.ts';
import { usePageKeys } from '../ui/use-page-keys.ts';
import {
  familyBlocks,
  listAddress,
  type TodayBlock,
  type TodayEntry,
  type TodayQuery,
  whenOf,
} from './today.ts';
import { WorkRow } from './WorkRow.tsx';

/** Above the entries of each block of families. */
const blockNames: Readonly<Partial<Record<TodayBlock['name'], string>>> = {
  'to-call': 'Maintenant',
  appointments: 'Aujourd’hui',
  late: 'En retard',
  unplanned: 'Rien de prévu',
};

const EntryPanel = lazy(() =>
  import('../entries/panel/EntryPanel.tsx').then((module) => ({ default: module.EntryPanel })),
);

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

  const panel = chosen !== undefined && (
    <Suspense fallback={<PanelSkeleton />}>
      {settled === chosen.key ? (
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
      )}
    </Suspense>
  );
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
        gridTemplateColumns: isEmpty ? {} : { lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
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
            {groups.map(({ block, items: shown }) => (
              <Heading key={block.name} block={block} query={query}>
                {shown.map(row)}
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
            ...(panel && { height: 'calc(100vh - 148px)', minHeight: 480 }),
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

/** A family in the list of the day. */
interface WorkItem {
  /** One that was dealt with may come again, under another heading or at another hour. */
  readonly key: string;
  readonly block: (typeof familyBlocks)[number];
  readonly entry: TodayEntry;
  /** What came of it, where it was dealt with since the list was opened. */
  readonly outcome?: string | undefined;
}

/** The families of the day by heading, the one that is open, and those that were dealt with, which have left the headings. */
function useWorkList({ blocks, day }: Pick<Today, 'blocks' | 'day'>, time: string) {
  const [everDone, setDone] = useState<readonly { readonly item: WorkItem; readonly day: string }[]>([]);
  // In a tab that stays open overnight, those of yesterday go.
  const allDone = everDone.filter((one) => one.day === day).map(({ item }) => item);
  const groups = familyBlocks.flatMap((name) => {
    const block = blocks.find((one) => one.name === name);
    if (block === undefined) return [];
    const items = block.data.map((entry) => itemOf(name, entry)).filter(isLeft);
    const count = block.total.count - block.data.length + items.length;
    return [{ block: { ...block, total: { ...block.total, count } }, items }];
  });
  const items = groups.flatMap((group) => group.items);
  const [chosen, choose] = useState(items[0]);
  return {
    groups,
    items,
    /** The newest first; a family once, and not where it waits again. */
    done: allDone
      .toReversed()
      .filter(
        ({ entry: { id } }, i, all) =>
          all.findIndex(({ entry }) => entry.id === id) === i && items.every(({ entry }) => entry.id !== id),
      ),
    chosen,
    choose,
    queueAfter,
    /** Goes on to the next family that waits. */
    end(item: WorkItem, outcome?: string) {
      setDone((all) => [...all, { item: { ...item, outcome }, day }]);
      choose(queueAfter(item)[0]);
    },
    restore: (item: WorkItem) => setDone((all) => all.filter((one) => one.item.key !== item.key)),
  };

  /** One that was dealt with is left where something is planned for later today. */
  function isLeft({ key, block, entry }: WorkItem): boolean {
    return !allDone.some((one) => one.key === key || (one.entry.id === entry.id && block !== 'appointments'));
  }

  /** Those under the same heading whose time has come: behind a family, then before it. */
  function queueAfter(item: WorkItem): WorkItem[] {
    const at = items.findIndex(({ key }) => key === item.key);
    return [...items.slice(at + 1), ...items.slice(0, Math.max(at, 0))].filter(
      ({ block, entry }) =>
        block === item.block && (block !== 'appointments' || (entry.nextAction?.time ?? '') <= time),
    );
  }
}

function itemOf(block: WorkItem['block'], entry: TodayEntry): WorkItem {
  const { date = '', time = '' } = entry.nextAction ?? {};
  return { key: `${block}:${entry.id}:${date}:${time}`, block, entry };
}

function focusOpened(page: HTMLElement | null): void {
  page?.querySelector<HTMLElement>('[data-row][aria-current]')?.focus();
}

interface HeadingProps {
  readonly block: TodayBlock;
  readonly query: TodayQuery;
  readonly children: ReactNode;
}

/** A quiet rule above the first entries of a block, with its number and the lists that have all of it. */
function Heading({ block: { name, total, lists }, query, children }: HeadingProps) {
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
        {lists.map(({ kind, count: listed }) => {
          const text =
            lists.length === 1
              ? 'Tout afficher'
              : {
                  commercial: `Demandes (${format.number(listed)})`,
                  survey: `Contacts et avis (${format.number(listed)})`,
                  postuler: `Candidatures (${format.number(listed)})`,
                }[kind];
          return (
            <Link
              key={kind}
              component={RouterLink}
              to={listAddress(name, kind, query)}
              variant="body2"
              aria-label={`${text} : ${title}`}
              sx={{
                display: 'inline-flex',
                alignItems: 'center',
                minHeight: { xs: 44, md: 32 },
                whiteSpace: 'nowrap',
              }}
            >
              {text}
            </Link>
          );
        })}
      </Stack>
      <List disablePadding>{children}</List>
    </Box>
  );
}
