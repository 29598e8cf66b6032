import { Alert, Box, type SxProps, Typography } from '@mui/material';
import type { MouseEvent, ReactNode } from 'react';
import { DataTable, useListContext } from 'react-admin';
import { useResidences } from '../../api/queries.ts';
import type { FollowedEntry } from '../../api/responses.ts';
import { format } from '../../i18n/format.ts';
import { errorText } from '../../ui/error-text.ts';
import { EntryMarks, EntryName, Message, ResidenceName } from '../EntryParts.tsx';
import { entryPath } from '../entry.ts';
import { PhoneNumber } from '../PhoneNumber.tsx';
import { Selectable } from './BulkBar.tsx';

/** What a list says of its entries. */
export interface ListTexts {
  /** What it has, as in « 12 demandes ». */
  readonly one: string;
  readonly many?: string;
  readonly empty: string;
  /** Where nothing is left to do. */
  readonly done: string;
}

/** A column of {@link EntryTable}. */
export interface EntryColumn {
  readonly name: string;
  readonly label: string;
  /** The cell; the field of this name without it. */
  readonly render?: (entry: FollowedEntry) => ReactNode;
  readonly isSortable?: boolean;
  readonly sx?: SxProps;
}

interface Props {
  readonly texts: ListTexts;
  readonly columns: readonly EntryColumn[];
  readonly hiddenColumns: string[] | undefined;
  /** Whether its rows have boxes, which choose them for the acts of `BulkBar`. */
  readonly isSelectable: boolean;
}

/** Entries in a table, which scrolls in itself. A row opens its entry. */
export function EntryTable({ texts, columns, hiddenColumns, isSelectable }: Props) {
  const isOneResidence = useResidences().all.length <= 1;
  const shown = columns.filter(({ name }) => name !== 'establishmentId' || !isOneResidence);
  const { filterValues, data = [] } = useListContext<FollowedEntry>();
  // What all rows have in common, or none of them has. react-admin keeps the user's order of columns by their places.
  const hidden = [
    ...(filterValues.status === undefined ? [] : ['.column-status']),
    ...(data.some(({ nextAction }) => nextAction !== null) ? [] : ['.column-nextAction']),
    ...(data.some(({ applicationStep }) => applicationStep !== null) ? [] : ['.column-step']),
  ];
  return (
    <DataTable<FollowedEntry>
      {...(hiddenColumns !== undefined && { hiddenColumns })}
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
        [`& :is(${hidden.join(', ')})`]: { display: 'none' },
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

/** Whether a click was meant for something inside: a link, a button, a box. */
export function isAct({ target }: MouseEvent<HTMLElement>): boolean {
  return target instanceof Element && target.closest('a, button, input') !== null;
}

/** Shown when nothing matches, or nothing could be read. */
export function EmptyList({ texts }: { readonly texts: ListTexts }) {
  const { filterValues, error } = useListContext();
  if (error)
    return (
      <Alert severity="error" sx={{ m: 2 }}>
        {errorText(error)}
      </Alert>
    );
  // Without a search or a filter of the user's there is nothing to loosen: the work is done.
  const isDone = [{ status: 'new' }, { block: 'to-call' }].some(
    (todo) => JSON.stringify(todo) === JSON.stringify(filterValues),
  );
  return (
    <Box sx={{ p: 4, textAlign: 'center' }}>
      <Typography>{isDone ? texts.done : texts.empty}</Typography>
      {!isDone && (
        <Typography variant="body2" color="textSecondary">
          Essayez avec moins de filtres, ou un autre mot.
        </Typography>
      )}
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
    sx: { whiteSpace: 'nowrap' },
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
