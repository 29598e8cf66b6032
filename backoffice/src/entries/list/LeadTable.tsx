import { contractName } from '../../../../server/src/french/labels.ts';
import { format } from '../../i18n/format.ts';
import { ActionText } from '../ActionText.tsx';
import { EntryMarks, FollowUpChip, StageChip } from '../EntryParts.tsx';
import { phoneToCall } from '../entry.ts';
import { PhoneNumber } from '../PhoneNumber.tsx';
import { commonColumns, type EntryColumn, EntryTable } from './EntryTable.tsx';

const { name, residence, received, message } = commonColumns;

// The button « Colonnes » shows them.
const hiddenColumns = [
  'contactName',
  'email',
  'message',
  'owner',
  'lastContact',
  'type',
  'sejourType',
  'motif',
  'received',
  'lastAction',
  'customId',
];

/** The list as a table, whose columns the user chooses. */
export function LeadTable({ isSelectable }: { readonly isSelectable: boolean }) {
  const columns: EntryColumn[] = [
    name,
    { name: 'contactName' },
    residence,
    {
      name: 'phone',
      render: (lead) => <PhoneNumber phone={phoneToCall(lead)} objectedOn={lead.objectedOn} />,
    },
    { name: 'email' },
    message,
    { name: 'owner', render: ({ owner }) => owner?.name },
    { name: 'stage', render: ({ stage }) => <StageChip stage={stage} /> },
    {
      name: 'status',
      render: (lead) => (
        <>
          <EntryMarks entry={lead} />
          <FollowUpChip entry={lead} />
        </>
      ),
    },
    { name: 'motif', render: ({ motif }) => motif && contractName(motif) },
    { name: 'type', render: ({ type }) => type && contractName(type) },
    { name: 'sejourType', render: ({ sejourType }) => sejourType && contractName(sejourType) },
    { name: 'contactDate', isSortable: true, render: ({ contactDate }) => format.day(contactDate) },
    received,
    {
      name: 'nextAction',
      isSortable: true,
      render: ({ nextAction }) => <ActionText action={nextAction} isPlanned />,
    },
    { name: 'lastAction', render: ({ lastAction }) => <ActionText action={lastAction} /> },
    {
      name: 'lastContact',
      render: ({ lastContact }) => (lastContact === null ? null : format.day(lastContact)),
    },
    { name: 'customId' },
  ];
  return (
    <EntryTable
      texts="accueil.leads"
      columns={columns}
      isSelectable={isSelectable}
      hiddenColumns={hiddenColumns}
    />
  );
}
