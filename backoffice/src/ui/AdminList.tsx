import { Typography } from '@mui/material';
import type { ReactElement, ReactNode } from 'react';
import { List, type RaRecord, useListContext } from 'react-admin';
import { useErrorNotice } from './error-text.ts';
import { ListPagination } from './ListPagination.tsx';
import { WhenLoaded } from './WhenLoaded.tsx';

interface Props<Row> {
  readonly resource: string;
  readonly perPage?: number;
  /** Shown where nothing matches. */
  readonly none: string;
  readonly filters: ReactElement[];
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** A long list of an administrator's page, newest first. */
export function AdminList<Row extends RaRecord>({
  resource,
  perPage = 25,
  none,
  filters,
  children,
}: Props<Row>) {
  const failed = useErrorNotice();
  return (
    <List<Row>
      resource={resource}
      // Kept in the address alone: what was searched stays on no shared computer.
      storeKey={false}
      title={false}
      perPage={perPage}
      sort={{ field: 'id', order: 'DESC' }}
      exporter={false}
      empty={false}
      actions={false}
      pagination={<ListPagination />}
      filters={filters}
      queryOptions={{ onError: failed }}
    >
      <Rows none={none}>{children}</Rows>
    </List>
  );
}

function Rows<Row extends RaRecord>({ none, children }: Pick<Props<Row>, 'none' | 'children'>) {
  const { data, error } = useListContext<Row>();
  return (
    <WhenLoaded data={data} error={error}>
      {(rows) =>
        rows.length > 0 ? (
          children(rows)
        ) : (
          <Typography color="textSecondary" sx={{ p: 2 }}>
            {none}
          </Typography>
        )
      }
    </WhenLoaded>
  );
}
