import { Typography } from '@mui/material';
import { contractName } from '../../../../server/src/french/labels.ts';
import type { FollowedEntry } from '../../api/responses.ts';
import { format } from '../../i18n/format.ts';
import { ActionText } from '../ActionText.tsx';
import { EntryMarks, Initials, StageChip } from '../EntryParts.tsx';
import { isToCall, statusName } from '../entry.ts';
import { PhoneNumber } from '../PhoneNumber.tsx';
import { commonColumns, type EntryColumn, EntryTable } from './EntryTable.tsx';

const { name, residence, received, message } = commonColumns;

// The button « Colonnes » shows them.
const hiddenColumns = [
  'email',
  'stage',
  'status',
  'lastContact',
  'motif',
  'admittedOn',
  'type',
  'sejourType',
  'contactDate',
  'received',
  'lastAction',
  'customId',
];

/** The list as a table, whose columns the user chooses. */
export function LeadTable({ isSelectable }: { readonly isSelectable: boolean }) {
  const columns: EntryColumn[] = [
    { ...name, sx: { minWidth: 240 } },
    message,
    {
      name: 'phone',
      render: (lead) => <PhoneNumber phone={lead.contact.phone} objection={lead.objection} />,
    },
    { name: 'state', sx: { whiteSpace: 'nowrap' }, render: (lead) => <LeadState lead={lead} /> },
    {
      name: 'nextAction',
      isSortable: true,
      render: ({ nextAction }) => <ActionText action={nextAction} isPlanned />,
    },
    residence,
    { name: 'owner', render: ({ owner }) => owner !== null && <Initials name={owner.name} /> },
    { name: 'email', render: ({ contact }) => contact.email },
    { name: 'stage', render: ({ stage }) => <StageChip stage={stage} /> },
    { name: 'status', render: statusName },
    { name: 'motif', render: ({ motif }) => motif && contractName(motif) },
    { name: 'admittedOn', render: ({ admittedOn }) => admittedOn && format.day(admittedOn) },
    { name: 'type', render: ({ type }) => type && contractName(type) },
    { name: 'sejourType', render: ({ sejourType }) => sejourType && contractName(sejourType) },
    { name: 'contactDate', isSortable: true, render: ({ contactDate }) => format.day(contactDate) },
    received,
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

/** How a lead stands, and since when a family waits. */
export function LeadState({ lead }: { readonly lead: FollowedEntry }) {
  return (
    <>
      <EntryMarks entry={lead} />
      {isToCall(lead) && (
        <Typography variant="body2" component="div" color="textSecondary">
          {`depuis ${format.since(lead.receivedAt)}`}
        </Typography>
      )}
    </>
  );
}
