import { Box, Chip, Stack, Typography } from '@mui/material';
import { TopToolbar, usePermissions } from 'react-admin';
import { Navigate } from 'react-router';
import { useCounts } from '../api/queries.ts';
import type { ListedEntry, Right } from '../api/responses.ts';
import { NewSurveyButton } from '../entries/create/NewEntryButton.tsx';
import { ComplaintDue } from '../entries/EntryParts.tsx';
import { statusName } from '../entries/entry.ts';
import { EntryCard, EntryList, ListMarks, type ListView } from '../entries/list/EntryList.tsx';
import { commonColumns, type EntryColumn, type ListTexts } from '../entries/list/EntryTable.tsx';
import { useCommonFilters } from '../entries/list/filters.tsx';
import { format } from '../i18n/format.ts';
import { useRight } from '../session/access.ts';
import { RouteTabs } from '../ui/RouteTabs.tsx';

const tabTexts: Readonly<Record<SurveyName, string>> = {
  contact: 'Contacts',
  complaint: 'Réclamations',
  survey: 'Satisfaction',
};
const addresses: Readonly<Record<SurveyName, string>> = {
  contact: '/surveys',
  complaint: '/surveys/complaints',
  survey: '/surveys/satisfaction',
};
const names: readonly SurveyName[] = ['contact', 'complaint', 'survey'];

/** Contacts, complaints and satisfaction surveys, each in a tab. */
export function SurveyList({ name }: { readonly name: SurveyName }) {
  const counts = useCounts();
  const { permissions } = usePermissions<readonly Right[]>();
  const mayReadComplaints = permissions?.includes('complaints.read') ?? true;
  if (name === 'complaint' && !mayReadComplaints) return <Navigate to={addresses.contact} replace />;
  const textOf = (one: SurveyName) => {
    const tab = tabTexts[one];
    const count = counts?.surveys[one] ?? 0;
    return count === 0 ? tab : `${tab} (${format.number(count)})`;
  };
  return (
    <Box sx={{ mt: 1 }}>
      <RouteTabs
        label="Contacts et avis, par nature"
        tabs={names
          .filter((one) => one !== 'complaint' || mayReadComplaints)
          .map((one) => ({ to: addresses[one], text: textOf(one) }))}
      />
      <SurveyQueue name={name} />
    </Box>
  );
}

/** The kinds of surveys, named as in the counts. */
type SurveyName = 'contact' | 'complaint' | 'survey';

/** Until when something is to be done about a complaint, or that it is closed. */
function Deadlines({ survey }: { readonly survey: ListedEntry }) {
  return survey.due === null ? statusName(survey) : <ComplaintDue entry={survey} />;
}

/** The note of a satisfaction survey; an unhappy one stands out. */
function Note({ survey: { note, unhappy } }: { readonly survey: ListedEntry }) {
  if (note === null) return null;
  return (
    <Chip
      size="small"
      variant={unhappy ? 'filled' : 'outlined'}
      color={unhappy ? 'error' : 'default'}
      label={unhappy ? `${note} – mécontent` : note}
    />
  );
}

const listTexts: Readonly<Record<SurveyName, ListTexts>> = {
  contact: { one: 'contact', empty: 'Aucun contact ici.', done: 'Tous les contacts sont traités.' },
  complaint: { one: 'réclamation', empty: 'Aucune réclamation ici.', done: 'Aucune réclamation ouverte.' },
  survey: { one: 'avis', many: 'avis', empty: 'Aucun avis ici.', done: 'Tous les avis sont lus.' },
};

function viewsOf(name: SurveyName): readonly ListView[] {
  const presumed = { text: 'Spam probable', filter: { aside: 'presumed' } };
  const open = { status: 'new' };
  const closed = { status: 'processed' };
  if (name === 'complaint') {
    const views: readonly ListView[] = [
      { text: 'Ouvertes', filter: open },
      { text: 'En retard', filter: { late: 'true' } },
      { text: 'Closes', filter: closed },
      { text: 'Toutes', filter: {} },
      presumed,
    ];
    // Those that are open for longest come first.
    return views.map((view) => ({ ...view, sort: { field: 'received', order: 'ASC' } }));
  }
  return [
    { text: name === 'contact' ? 'À traiter' : 'À lire', filter: open },
    { text: name === 'contact' ? 'Traités' : 'Lus', filter: closed },
    { text: 'Tous', filter: {} },
    presumed,
  ];
}

const { name: person, residence, received, message, phone, status } = commonColumns;
const receivedOn: EntryColumn = { ...received, label: 'Reçu le' };

const columns: Readonly<Record<SurveyName, readonly EntryColumn[]>> = {
  contact: [person, message, residence, phone, receivedOn, status],
  // It is called from its page: its days need the room.
  complaint: [
    { name: 'id', label: 'N°' },
    ...[person, message, residence, received],
    { name: 'due', label: 'Échéances', render: (survey) => <Deadlines survey={survey} /> },
    { name: 'owner', label: 'Confiée à', render: ({ owner }) => owner?.name ?? 'Personne' },
  ],
  survey: [
    person,
    { name: 'note', label: 'Note', render: (survey) => <Note survey={survey} /> },
    ...[message, residence, phone, receivedOn, status],
  ],
};

/** The surveys of one kind, new ones by default. */
function SurveyQueue({ name }: { readonly name: SurveyName }) {
  const filters = useCommonFilters();
  // Only contact forms are open leads.
  const isSelectable = useRight('entries.change') && name === 'contact';
  return (
    <EntryList
      resource="surveys"
      name={`surveys.${name}`}
      title="Contacts et avis"
      texts={listTexts[name]}
      filter={{ type: `survey.type.${name}` }}
      views={viewsOf(name)}
      filters={filters}
      {...(name !== 'contact' && {
        actions: (
          <TopToolbar>
            <NewSurveyButton name={name} />
          </TopToolbar>
        ),
      })}
      isSelectable={isSelectable}
      columns={columns[name]}
      card={(survey) => (
        <EntryCard entry={survey} {...(name === 'complaint' && { subtitle: `N° ${survey.id}` })}>
          {name === 'complaint' ? (
            <Box>
              <Deadlines survey={survey} />
              <Typography variant="body2" color={survey.owner === null ? 'textSecondary' : 'textPrimary'}>
                {`Confiée à ${survey.owner?.name ?? 'personne'}`}
              </Typography>
            </Box>
          ) : (
            <Stack direction="row" sx={{ gap: 0.5 }}>
              <Note survey={survey} />
              <ListMarks entry={survey} />
            </Stack>
          )}
        </EntryCard>
      )}
    />
  );
}
