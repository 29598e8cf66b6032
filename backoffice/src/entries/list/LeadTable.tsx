import { DataTable } from 'react-admin';
import type { ListedEntry } from '../../api/responses.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Value } from '../../ui/Value.tsx';
import { EntryMarks, EntryName, ResidenceName, StageChip } from '../EntryParts.tsx';
import { ActionText } from './ActionText.tsx';
import { EmptyList } from './EntryList.tsx';

// The button « Colonnes » shows them.
const hiddenColumns = [
  'contactName',
  'email',
  'type',
  'sejourType',
  'motif',
  'received',
  'lastAction',
  'customId',
];

/** The list as a table, whose columns the user chooses. */
export function LeadTable() {
  const format = useFormat();
  const label = (name: string) => `accueil.leads.column.${name}`;
  return (
    <DataTable<ListedEntry>
      bulkActionButtons={false}
      hiddenColumns={hiddenColumns}
      empty={<EmptyList texts="accueil.leads" />}
      rowClick={(id) => `/leads/${id}`}
      sx={{
        '& .RaDataTable-tableWrapper': { overflowX: 'auto' },
        '& .MuiTableCell-root': { px: 1 },
        '& .MuiTableCell-root:first-of-type': { pl: 2 },
        '& .MuiTableCell-head': { whiteSpace: 'nowrap' },
      }}
    >
      <DataTable.Col<ListedEntry>
        source="name"
        label={label('name')}
        disableSort
        render={(lead) => <EntryName entry={lead} />}
      />
      <DataTable.Col<ListedEntry> source="contactName" label={label('contactName')} disableSort />
      <DataTable.Col<ListedEntry>
        source="establishmentId"
        label={label('establishmentId')}
        disableSort
        cellSx={() => ({ minWidth: 120 })}
        render={({ establishmentId }) => <ResidenceName id={establishmentId} />}
      />
      <DataTable.Col<ListedEntry>
        source="phone"
        label={label('phone')}
        disableSort
        cellSx={() => ({ whiteSpace: 'nowrap' })}
      />
      <DataTable.Col<ListedEntry> source="email" label={label('email')} disableSort />
      <DataTable.Col<ListedEntry>
        source="stage"
        label={label('stage')}
        disableSort
        render={({ stage }) => <StageChip stage={stage} />}
      />
      <DataTable.Col<ListedEntry>
        source="status"
        label={label('status')}
        disableSort
        render={(lead) => <EntryMarks entry={lead} />}
      />
      {(['motif', 'type', 'sejourType'] as const).map((source) => (
        <DataTable.Col<ListedEntry>
          key={source}
          source={source}
          label={label(source)}
          disableSort
          render={(lead) => <Value of={lead[source]} isEnumerated />}
        />
      ))}
      <DataTable.Col<ListedEntry>
        source="contactDate"
        label={label('contactDate')}
        render={({ contactDate }) => format.day(contactDate)}
      />
      <DataTable.Col<ListedEntry>
        source="received"
        label={label('received')}
        render={({ receivedAt }) => format.moment(receivedAt)}
      />
      <DataTable.Col<ListedEntry>
        source="nextAction"
        label={label('nextAction')}
        disableSort
        render={({ nextAction }) => <ActionText action={nextAction} isPlanned />}
      />
      <DataTable.Col<ListedEntry>
        source="lastAction"
        label={label('lastAction')}
        disableSort
        render={({ lastAction }) => <ActionText action={lastAction} />}
      />
      <DataTable.Col<ListedEntry> source="customId" label={label('customId')} disableSort />
    </DataTable>
  );
}
