import { Box, type SxProps } from '@mui/material';
import type { ReactNode } from 'react';
import { DataTable, type DataTableProps, useListContext } from 'react-admin';
import { useResidences } from '../../api/queries.ts';
import type { FollowedEntry } from '../../api/responses.ts';
import { format } from '../../i18n/format.ts';
import { EntryMarks, EntryName, Message, ResidenceName } from '../EntryParts.tsx';
import { entryPath } from '../entry.ts';
import { PhoneNumber } from '../PhoneNumber.tsx';
import { Selectable } from './BulkBar.tsx';
import { EmptyList, isAct, type ListTexts } from './EntryList.tsx';

/** A column of {@link EntryTable}. */
export interface EntryColumn {
  readonly name: string;
  readonly label: string;
  /** The cell; the field of this name without it. */
  readonly render?: (entry: FollowedEntry) => ReactNode;
  readonly isSortable?: boolean;
  readonly sx?: SxProps;
}

interface Props extends Pick<DataTableProps<FollowedEntry>, 'hiddenColumns'> {
  readonly texts: ListTexts;
  readonly columns: readonly EntryColumn[];
  /** Whether its rows have boxes, which choose them for the acts of `BulkBar`. */
  readonly isSelectable?: boolean;
}

/** Entries in a table, which scrolls in itself. A row opens its entry. */
export function EntryTable({ texts, columns, isSelectable = false, ...props }: Props) {
  const isOneResidence = useResidences().all.length <= 1;
  const shown = columns.filter(({ name }) => name !== 'establishmentId' || !isOneResidence);
  const { filterValues, data = [] } = useListContext<FollowedEntry>();
  // What all rows have in common, or none of them has. react-admin keeps the user's order of columns by their places.
  const isStatusSaid = filterValues.status !== undefined;
  const isNonePlanned = data.every(({ nextAction }) => nextAction === null);
  return (
    <DataTable<FollowedEntry>
      {...props}
      // react-admin's own boxes have no name for screen readers.
      bulkActionButtons={false}
      empty={<EmptyList texts={texts} />}
      rowClick={(_id, _resource, entry) => entryPath(entry)}
      sx={{
        '& .RaDataTable-tableWrapper': { overflowX: 'auto' },
        '& .MuiTableCell-root': { px: 1 },
        '& .MuiTableCell-root:first-of-type': { pl: 2 },
        '& .MuiTableCell-root:last-of-type': { pr: 2 },
        '& .MuiTableCell-head': { whiteSpace: 'nowrap' },
        ...(isStatusSaid && { '& .column-status': { display: 'none' } }),
        ...(isNonePlanned && { '& .column-nextAction': { display: 'none' } }),
      }}
    >
      {shown.map(({ name, label, render, isSortable = false, sx: cellSx }) => (
        <DataTable.Col<FollowedEntry>
          key={name}
          source={name}
          label={label}
          disableSort={!isSortable}
          {...(render !== undefined && {
            render: (entry) => (
              <Cell>
                {isSelectable && name === 'name' ? (
                  <Selectable entry={entry}>{render(entry)}</Selectable>
                ) : (
                  render(entry)
                )}
              </Cell>
            ),
          })}
          {...(cellSx !== undefined && { cellSx: () => cellSx })}
        />
      ))}
    </DataTable>
  );
}

/** A cell whose links, buttons and dialogs do not open the row. */
function Cell({ children }: { readonly children: ReactNode }) {
  return (
    <Box
      sx={{ display: 'contents' }}
      onClick={(event) => {
        if (isAct(event)) event.stopPropagation();
      }}
    >
      {children}
    </Box>
  );
}

export const commonColumns = {
  name: { name: 'name', label: 'Famille', render: (entry) => <EntryName entry={entry} /> },
  residence: {
    name: 'establishmentId',
    label: 'Résidence',
    sx: { minWidth: 105 },
    render: ({ establishmentId }) => <ResidenceName id={establishmentId} />,
  },
  received: {
    name: 'received',
    label: 'Reçue le',
    isSortable: true,
    render: ({ receivedAt }) => format.since(receivedAt),
  },
  message: {
    name: 'message',
    label: 'Message',
    sx: { minWidth: 180, maxWidth: 420 },
    render: (entry) => <Message entry={entry} />,
  },
  phone: {
    name: 'phone',
    label: 'Téléphone',
    render: ({ contact, objection }) => <PhoneNumber phone={contact.phone} objection={objection} />,
  },
  status: { name: 'status', label: 'Statut', render: (entry) => <EntryMarks entry={entry} /> },
} as const satisfies Readonly<Record<string, EntryColumn>>;
