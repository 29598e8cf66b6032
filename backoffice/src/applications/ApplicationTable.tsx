import { DataTable } from 'react-admin';
import type { ListedEntry } from '../api/responses.ts';
import { EntryMarks, EntryName, ResidenceName } from '../entries/EntryParts.tsx';
import { EmptyList } from '../entries/list/EntryList.tsx';
import { useFormat } from '../i18n/use-format.ts';
import { ApplicationActs, OfferName } from './ApplicationParts.tsx';

export function ApplicationTable({ texts }: { readonly texts: string }) {
  const format = useFormat();
  return (
    <DataTable<ListedEntry>
      bulkActionButtons={false}
      empty={<EmptyList texts={texts} />}
      rowClick={false}
      sx={{ '& .RaDataTable-tableWrapper': { overflowX: 'auto' } }}
    >
      <DataTable.Col<ListedEntry>
        source="name"
        label="accueil.leads.column.name"
        disableSort
        render={(application) => <EntryName entry={application} />}
      />
      <DataTable.Col<ListedEntry>
        source="announcement"
        label="accueil.queues.applications.offer"
        disableSort
        render={(application) => <OfferName application={application} />}
      />
      <DataTable.Col<ListedEntry>
        source="establishmentId"
        label="accueil.leads.column.establishmentId"
        disableSort
        render={({ establishmentId }) => <ResidenceName id={establishmentId} />}
      />
      <DataTable.Col<ListedEntry>
        source="received"
        label="accueil.queues.received"
        render={({ receivedAt }) => format.moment(receivedAt)}
      />
      <DataTable.Col<ListedEntry>
        source="status"
        label="accueil.leads.column.status"
        disableSort
        render={(application) => <EntryMarks entry={application} />}
      />
      <DataTable.Col<ListedEntry>
        source="acts"
        label="accueil.queues.acts"
        disableSort
        render={(application) => <ApplicationActs application={application} />}
      />
    </DataTable>
  );
}
