import { Box, Card, Link as MuiLink, Stack, Typography } from '@mui/material';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import { List, useListContext } from 'react-admin';
import { Link } from 'react-router';
import { format, plural } from '../i18n/format.ts';
import { useErrorNotice } from './error-text.ts';
import { SectionHead } from './SectionCard.tsx';
import { Steps } from './Steps.tsx';
import { touched } from './styles.ts';
import { WhenLoaded } from './WhenLoaded.tsx';

type Listed = { readonly id: number | string };

interface AdminListProps<Item> {
  readonly resource: string;
  readonly perPage?: number;
  /** What it has, as in « 12 envois ». */
  readonly one: string;
  /** Shown where nothing matches. */
  readonly none: string;
  readonly filters: ReactElement[];
  readonly children: (item: Item) => ReactNode;
}

/** A long list of an administrator's page, newest first. */
export function AdminList<Item extends Listed>({
  resource,
  perPage = 25,
  one,
  none,
  filters,
  children,
}: AdminListProps<Item>) {
  const failed = useErrorNotice();
  return (
    <List<Item>
      resource={resource}
      // Kept in the address alone: what was searched stays on no shared computer.
      storeKey={false}
      title={false}
      component="div"
      perPage={perPage}
      sort={{ field: 'id', order: 'DESC' }}
      exporter={false}
      empty={false}
      actions={false}
      pagination={<ListPagination one={one} />}
      filters={filters}
      queryOptions={{ onError: failed }}
    >
      <Page none={none}>{children}</Page>
    </List>
  );
}

function Page<Item extends Listed>(props: Pick<RowListProps<Item>, 'none' | 'children'>) {
  const { data, error } = useListContext<Item>();
  return <RowList data={data && { data }} error={error} {...props} />;
}

interface RowListProps<Item> {
  readonly title?: string;
  readonly act?: ReactNode;
  /** Between the title and the list. */
  readonly intro?: ReactNode;
  readonly none?: string;
  readonly data: { readonly data: readonly Item[] } | undefined;
  readonly error: unknown;
  /** Whether each is a card of its own, not a row. */
  readonly isCards?: boolean;
  /** A row: what it is about, then its buttons. */
  readonly children: (item: Item) => ReactNode;
}

/** A list with its title, as the service answers it: a progress bar while it is read, or the error. */
export function RowList<Item extends Listed>(props: RowListProps<Item>) {
  const { title, act, intro, none, data, error, isCards = false, children } = props;
  return (
    <section aria-label={title}>
      {title !== undefined && <SectionHead title={title}>{act}</SectionHead>}
      {intro !== undefined && <Box sx={{ mb: 2, color: 'text.secondary' }}>{intro}</Box>}
      <WhenLoaded data={data} error={error}>
        {({ data: items }) =>
          items.length === 0 ? (
            <Typography color="textSecondary">{none}</Typography>
          ) : isCards ? (
            <Stack spacing={2}>
              {items.map((item) => (
                <Fragment key={item.id}>{children(item)}</Fragment>
              ))}
            </Stack>
          ) : (
            <Card>
              <Rows of={items}>{children}</Rows>
            </Card>
          )
        }
      </WhenLoaded>
    </section>
  );
}

interface RowsProps<Item> {
  readonly of: readonly Item[];
  readonly children: (item: Item) => ReactNode;
}

/** A line below each row but the last. */
export function Rows<Item extends Listed>({ of: items, children }: RowsProps<Item>) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {items.map((item) => (
        <Stack
          component="li"
          direction="row"
          key={item.id}
          sx={{
            position: 'relative',
            flexWrap: 'wrap',
            gap: 1,
            px: 2,
            py: 1,
            alignItems: 'center',
            '&:not(:last-child)': { borderBottom: 1, borderColor: 'divider' },
          }}
        >
          {children(item)}
        </Stack>
      ))}
    </Box>
  );
}

interface RowProps {
  /** What it is about, with the address of its page where it has one. */
  readonly name: ReactNode;
  readonly to?: string | undefined;
  /** What a click on the row shows, where it has no page. */
  readonly onOpen?: () => void;
  readonly marks?: ReactNode;
  /** Below the name, in the words of a person. */
  readonly said?: string | null;
  /** Below that, each on a line. */
  readonly notes?: readonly ReactNode[];
  readonly children?: ReactNode;
  readonly acts?: ReactNode;
}

/** What stands in a row of a list: name and marks, lines below them, and the buttons on the right. */
export function Row({ name, to, onOpen, marks, said, notes = [], children, acts }: RowProps) {
  return (
    <>
      <Stack spacing={0.5} sx={{ minWidth: 0, flex: '1 1 260px', overflowWrap: 'anywhere' }}>
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          {name !== null && (
            <Typography sx={{ fontWeight: 600, minWidth: 0 }}>
              {onOpen !== undefined ? (
                <MuiLink
                  component="button"
                  type="button"
                  color="textPrimary"
                  underline="hover"
                  onClick={onOpen}
                  sx={{
                    font: 'inherit',
                    ...touched,
                    '&::after': { content: '""', position: 'absolute', inset: 0 },
                  }}
                >
                  {name}
                </MuiLink>
              ) : to === undefined ? (
                name
              ) : (
                <MuiLink component={Link} to={to} sx={touched}>
                  {name}
                </MuiLink>
              )}
            </Typography>
          )}
          {marks}
        </Stack>
        {said && <Typography sx={{ whiteSpace: 'pre-line' }}>{said}</Typography>}
        {notes.filter(Boolean).map((note, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity
          <Typography key={i} variant="body2" component="div" color="textSecondary">
            {note}
          </Typography>
        ))}
        {children}
      </Stack>
      {acts}
    </>
  );
}

/** The total of a list, as « 12 demandes », and the buttons to the next and the previous page. */
export function ListPagination({ one, many }: { readonly one: string; readonly many?: string | undefined }) {
  const { page, perPage, setPage, hasNextPage, hasPreviousPage, total, meta, data, isPlaceholderData } =
    useListContext();
  if (data === undefined) return null;
  const all = totalOf(total, meta);
  const sum = `${format.total(all)} ${plural(all.count, one, many)}`;
  const first = format.number((page - 1) * perPage + 1);
  const last = format.number((page - 1) * perPage + data.length);
  // Until the next page has come, the one before it is shown: its range would be wrong.
  const isRanged = data.length > 0 && isPlaceholderData !== true;
  return (
    <Box
      component="nav"
      aria-label="Pages"
      sx={{ display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: 1, py: 1 }}
    >
      <Typography variant="body2" color="textSecondary" aria-live="polite">
        {isRanged ? `${first}–${last} · ${sum}` : sum}
      </Typography>
      <Steps
        previous="Page précédente"
        next="Page suivante"
        hasPrevious={hasPreviousPage === true}
        hasNext={hasNextPage === true}
        onStep={(step) => setPage(page + step)}
      />
    </Box>
  );
}

/** The total of a list; not exact when the data provider put it into `meta`. */
export function totalOf(total: number | undefined, meta: unknown) {
  if (typeof meta === 'object' && meta !== null && 'count' in meta && typeof meta.count === 'number')
    return { count: meta.count, exact: false };
  return { count: total ?? 0, exact: true };
}
