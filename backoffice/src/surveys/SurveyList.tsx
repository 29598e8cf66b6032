import { Box, Stack } from '@mui/material';
import { TopToolbar, usePermissions } from 'react-admin';
import { Navigate } from 'react-router';
import { useCounts } from '../api/queries.ts';
import type { Right } from '../api/responses.ts';
import { NewSurveyButton } from '../entries/create/NewEntryButton.tsx';
import { EntryMarks } from '../entries/EntryParts.tsx';
import { EntryCard, EntryList, type ListView } from '../entries/list/EntryList.tsx';
import { useCommonFilters } from '../entries/list/filters.tsx';
import { format } from '../i18n/format.ts';
import { useRight } from '../session/access.ts';
import { RouteTabs } from '../ui/RouteTabs.tsx';
import { Deadlines, Note, OwnerName, SurveyActs, type SurveyName } from './SurveyParts.tsx';
import { SurveyTable } from './SurveyTable.tsx';

const tabTexts = { survey: 'Satisfaction', contact: 'Contacts', complaint: 'Réclamations' };

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

const views = [
  { name: 'new', filter: { status: 'new' } },
  { name: 'processed', filter: { status: 'processed' } },
  { name: 'all', filter: {} },
  { name: 'presumed', filter: { aside: 'presumed' } },
] as const satisfies readonly ListView[];

const [open, ...others] = views;
const ofComplaints = [open, { name: 'late', filter: { late: 'true' } }, ...others].map((view) => ({
  ...view,
  // Those that are open for longest come first.
  sort: { field: 'received', order: 'ASC' } as const,
}));

/** The surveys of one kind, new ones by default. */
function SurveyQueue({ name }: { readonly name: SurveyName }) {
  const filters = useCommonFilters();
  // Only contact forms are open leads.
  const isSelectable = useRight('entries.change') && name === 'contact';
  const texts = `accueil.queues.surveys.${name}`;
  return (
    <EntryList
      resource="surveys"
      name={`surveys.${name}`}
      title="Contacts et avis"
      texts={texts}
      filter={{ type: `survey.type.${name}` }}
      views={name === 'complaint' ? ofComplaints : views}
      filters={filters}
      {...(name !== 'contact' && {
        actions: (
          <TopToolbar>
            <NewSurveyButton name={name} />
          </TopToolbar>
        ),
      })}
      isSelectable={isSelectable}
      table={<SurveyTable name={name} texts={texts} isSelectable={isSelectable} />}
      card={(survey) => (
        <EntryCard
          entry={survey}
          {...(name === 'complaint' && {
            subtitle: `N° ${survey.id}`,
          })}
        >
          {name === 'complaint' ? (
            <Box>
              <Deadlines survey={survey} />
              <OwnerName survey={survey} />
            </Box>
          ) : (
            <Stack direction="row" sx={{ gap: 0.5 }}>
              <Note survey={survey} />
              <EntryMarks entry={survey} />
            </Stack>
          )}
          <SurveyActs survey={survey} name={name} />
        </EntryCard>
      )}
    />
  );
}
