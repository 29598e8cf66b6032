import type { SxProps } from '@mui/material';
import type { ReactNode } from 'react';
import { DataTable, type DataTableProps } from 'react-admin';
import type { ListedEntry } from '../../api/responses.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { EntryMarks, EntryName, ResidenceName } from '../EntryParts.tsx';
import { EmptyList } from './EntryList.tsx';

/** A column of {@link EntryTable}. Its label is that of the leads' column of this name. */
export interface EntryColumn {
  readonly name: string;
  /** The key of another label. */
  readonly label?: string;
  /** The cell; the field of this name without it. */
  readonly render?: (entry: ListedEntry) => ReactNode;
  readonly isSortable?: boolean;
  readonly sx?: SxProps;
}

interface Props extends Pick<DataTableProps<ListedEntry>, 'hiddenColumns' | 'rowClick' | 'sx'> {
  /** The key of the list's messages. */
  readonly texts: string;
  readonly columns: readonly EntryColumn[];
}

/** Entries in a table, which scrolls in itself. */
export function EntryTable({ texts, columns, rowClick = false, sx, ...props }: Props) {
  return (
    <DataTable<ListedEntry>
      {...props}
      bulkActionButtons={false}
      empty={<EmptyList texts={texts} />}
      rowClick={rowClick}
      sx={{ '& .RaDataTable-tableWrapper': { overflowX: 'auto' }, ...sx }}
    >
      {columns.map(({ name, label, render, isSortable = false, sx: cellSx }) => (
        <DataTable.Col<ListedEntry>
          key={name}
          source={name}
          label={label ?? `accueil.leads.column.${name}`}
          disableSort={!isSortable}
          {...(render !== undefined && { render })}
          {...(cellSx !== undefined && { cellSx: () => cellSx })}
        />
      ))}
    </DataTable>
  );
}

/** The columns of several lists. */
export const commonColumns = {
  name: { name: 'name', render: (entry) => <EntryName entry={entry} /> },
  residence: {
    name: 'establishmentId',
    render: ({ establishmentId }) => <ResidenceName id={establishmentId} />,
  },
  received: { name: 'received', isSortable: true, render: (entry) => <ReceivedAt entry={entry} /> },
  status: { name: 'status', render: (entry) => <EntryMarks entry={entry} /> },
} as const satisfies Readonly<Record<string, EntryColumn>>;

function ReceivedAt({ entry: { receivedAt } }: { readonly entry: ListedEntry }) {
  return useFormat().moment(receivedAt);
}
