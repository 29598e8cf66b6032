import { Typography } from '@mui/material';
import { contractName } from '../../../../server/src/french/labels.ts';
import type { FollowedEntry } from '../../api/responses.ts';
import { format } from '../../i18n/format.ts';
import { ActionText } from '../ActionText.tsx';
import { EntryMarks, Initials, StageChip } from '../EntryParts.tsx';
import { isToCall, statusName } from '../entry.ts';
import { PhoneNumber } from '../PhoneNumber.tsx';
import type { ListTexts } from './EntryList.tsx';
import { commonColumns, type EntryColumn, EntryTable } from './EntryTable.tsx';

const { name, residence, received, message } = commonColumns;

/** Of the list of leads. */
export const leadTexts: ListTexts = {
  one: 'demande',
  empty: 'Aucune demande ne correspond.',
  done: 'Personne n’attend d’être rappelé.',
};

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
      label: 'Téléphone',
      render: (lead) => <PhoneNumber phone={lead.contact.phone} objection={lead.objection} />,
    },
    {
      name: 'state',
      label: 'État',
      sx: { whiteSpace: 'nowrap' },
      render: (lead) => <LeadState lead={lead} />,
    },
    {
      name: 'nextAction',
      label: 'Prochaine action',
      isSortable: true,
      render: ({ nextAction }) => <ActionText action={nextAction} isPlanned />,
    },
    residence,
    {
      name: 'owner',
      label: 'Confiée à',
      render: ({ owner }) => owner !== null && <Initials name={owner.name} />,
    },
    { name: 'email', label: 'E-mail', render: ({ contact }) => contact.email },
    { name: 'stage', label: 'Étape', render: ({ stage }) => <StageChip stage={stage} /> },
    { name: 'status', label: 'Statut', render: statusName },
    { name: 'motif', label: 'Motif', render: ({ motif }) => motif && contractName(motif) },
    {
      name: 'admittedOn',
      label: 'Admission le',
      render: ({ admittedOn }) => admittedOn && format.day(admittedOn),
    },
    { name: 'type', label: 'Origine', render: ({ type }) => type && contractName(type) },
    {
      name: 'sejourType',
      label: 'Séjour',
      render: ({ sejourType }) => sejourType && contractName(sejourType),
    },
    {
      name: 'contactDate',
      label: 'Premier contact le',
      isSortable: true,
      render: ({ contactDate }) => format.day(contactDate),
    },
    received,
    {
      name: 'lastAction',
      label: 'Dernière action',
      render: ({ lastAction }) => <ActionText action={lastAction} />,
    },
    {
      name: 'lastContact',
      label: 'Dernier contact',
      render: ({ lastContact }) => (lastContact === null ? null : format.day(lastContact)),
    },
    { name: 'customId', label: 'Référence du site' },
  ];
  return (
    <EntryTable
      texts={leadTexts}
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
