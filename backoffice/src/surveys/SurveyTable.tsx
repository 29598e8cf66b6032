import { DataTable } from 'react-admin';
import type { ListedEntry } from '../api/responses.ts';
import { EntryMarks, EntryName, ResidenceName } from '../entries/EntryParts.tsx';
import { EmptyList } from '../entries/list/EntryList.tsx';
import { useFormat } from '../i18n/use-format.ts';
import { PhoneLink } from '../ui/links.tsx';
import { OwnerName, SurveyActs, SurveyAge, type SurveyName } from './SurveyParts.tsx';

interface Props {
  readonly name: SurveyName;
  readonly texts: string;
}

export function SurveyTable({ name, texts }: Props) {
  const format = useFormat();
  const isComplaint = name === 'complaint';
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
        render={(survey) => <EntryName entry={survey} />}
      />
      <DataTable.Col<ListedEntry>
        source="establishmentId"
        label="accueil.leads.column.establishmentId"
        disableSort
        render={({ establishmentId }) => <ResidenceName id={establishmentId} />}
      />
      <DataTable.Col<ListedEntry>
        source="phone"
        label="accueil.leads.column.phone"
        disableSort
        cellSx={() => ({ whiteSpace: 'nowrap' })}
        render={({ phone }) => <PhoneLink phone={phone} />}
      />
      <DataTable.Col<ListedEntry>
        source="received"
        label="accueil.queues.received"
        render={({ receivedAt }) => format.moment(receivedAt)}
      />
      {isComplaint && (
        <DataTable.Col<ListedEntry>
          source="age"
          label="accueil.queues.surveys.age"
          disableSort
          render={(survey) => <SurveyAge survey={survey} />}
        />
      )}
      {isComplaint && (
        <DataTable.Col<ListedEntry>
          source="owner"
          label="accueil.queues.surveys.owner"
          disableSort
          render={(survey) => <OwnerName survey={survey} />}
        />
      )}
      {!isComplaint && (
        <DataTable.Col<ListedEntry>
          source="status"
          label="accueil.leads.column.status"
          disableSort
          render={(survey) => <EntryMarks entry={survey} />}
        />
      )}
      <DataTable.Col<ListedEntry>
        source="acts"
        label="accueil.queues.acts"
        disableSort
        render={(survey) => <SurveyActs survey={survey} name={name} />}
      />
    </DataTable>
  );
}
