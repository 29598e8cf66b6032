import type { ListTexts } from '../entries/list/EntryList.tsx';
import { commonColumns, type EntryColumn, EntryTable } from '../entries/list/EntryTable.tsx';
import { PhoneNumber } from '../entries/PhoneNumber.tsx';
import { Deadlines, Note, SurveyActs, type SurveyName } from './SurveyParts.tsx';

const { name: person, residence, received, message, status } = commonColumns;

interface Props {
  readonly name: SurveyName;
  readonly texts: ListTexts;
  readonly isSelectable: boolean;
}

export function SurveyTable({ name, texts, isSelectable }: Props) {
  const complaintColumns: EntryColumn[] = [
    { name: 'due', label: 'Échéances', render: (survey) => <Deadlines survey={survey} /> },
    { name: 'owner', label: 'Confiée à', render: ({ owner }) => owner?.name ?? 'Personne' },
  ];
  return (
    <EntryTable
      texts={texts}
      isSelectable={isSelectable}
      columns={[
        ...(name === 'complaint' ? [{ name: 'id', label: 'N°' }] : []),
        person,
        ...(name === 'survey'
          ? [
              {
                name: 'note',
                label: 'Note',
                render: (survey) => <Note survey={survey} />,
              } satisfies EntryColumn,
            ]
          : []),
        message,
        residence,
        // A complaint is called from its page: its days need the room.
        ...(name === 'complaint'
          ? []
          : [
              {
                name: 'phone',
                label: 'Téléphone',
                render: ({ contact, objection }) => (
                  <PhoneNumber phone={contact.phone} objection={objection} />
                ),
              } satisfies EntryColumn,
            ]),
        name === 'complaint' ? received : { ...received, label: 'Reçu le' },
        ...(name === 'complaint' ? complaintColumns : [status]),
        {
          name: 'acts',
          label: 'Actions',
          sx: { whiteSpace: 'nowrap' },
          render: (survey) => <SurveyActs survey={survey} name={name} />,
        },
      ]}
    />
  );
}
