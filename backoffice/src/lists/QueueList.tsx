import { type Theme, useMediaQuery } from '@mui/material';
import type { ReactElement, ReactNode } from 'react';
import { List, useNotify } from 'react-admin';
import { ListPagination } from './ListPagination.tsx';
import { type ListView, ListViews } from './ListViews.tsx';

interface Props {
  /** Of the data provider. */
  readonly resource: string;
  /** What is remembered of the list is remembered by this name. */
  readonly name: string;
  readonly title: string;
  /** Where its messages stand: `total`, `empty`, `view` and so on. */
  readonly texts: string;
  /** What the list is of, whatever else is chosen. */
  readonly only?: Readonly<Record<string, string>>;
  /** The first one is shown at first. */
  readonly views: readonly ListView[];
  readonly filters: ReactElement[];
  readonly order?: 'ASC' | 'DESC';
  readonly table: ReactNode;
  readonly cards: ReactNode;
}

/** A list of what waits for staff: what nobody has dealt with at first, a table or cards on a phone. */
export function QueueList({
  resource,
  name,
  title,
  texts,
  only,
  views,
  filters,
  order,
  table,
  cards,
}: Props) {
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  const notify = useNotify();
  const [first] = views;
  return (
    <List
      // Lists of one resource are not the same list.
      key={name}
      resource={resource}
      storeKey={name}
      title={title}
      perPage={25}
      sort={{ field: 'received', order: order ?? 'DESC' }}
      {...(only !== undefined && { filter: only })}
      filterDefaultValues={first?.filter ?? {}}
      filters={filters}
      actions={false}
      pagination={<ListPagination texts={texts} />}
      exporter={false}
      empty={false}
      queryOptions={{ onError: () => notify('accueil.leads.failed', { type: 'error' }) }}
    >
      <ListViews views={views} texts={texts} />
      {isNarrow ? cards : table}
    </List>
  );
}
