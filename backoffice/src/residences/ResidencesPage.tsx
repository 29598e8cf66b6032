import { Box } from '@mui/material';
import { Title } from 'react-admin';
import { Route, Routes, useLocation } from 'react-router';
import { translate } from '../i18n/texts.ts';
import { mayChangeAllResidences, useSession } from '../session/access.ts';
import { RouteTabs } from '../ui/RouteTabs.tsx';
import { GroupList } from './GroupList.tsx';
import { ImportTab } from './ImportTab.tsx';
import { ResidenceList } from './ResidenceList.tsx';
import { ResidenceShow } from './ResidenceShow.tsx';
import { TargetsCard } from './TargetsCard.tsx';

const tabs = [
  { to: '/establishments', text: 'residences' },
  { to: '/establishments/groups', text: 'groups' },
  { to: '/establishments/import', text: 'import' },
] as const;

/** Residences, groups, imports; and one residence. */
export function ResidencesPage() {
  return (
    <Box sx={{ mt: 1, mb: 4 }}>
      <Routes>
        <Route path="/:id/*" element={<ResidenceShow />} />
        <Route path="/" element={<Overview />} />
        <Route path="/groups" element={<Overview />} />
        <Route path="/import" element={<Overview />} />
      </Routes>
    </Box>
  );
}

function Overview() {
  const { pathname } = useLocation();
  // Groups and imports concern every residence.
  const session = useSession();
  const mayChangeAll = session !== undefined && mayChangeAllResidences(session);
  const open = tabs.find(({ to }) => to === pathname) ?? tabs[0];
  return (
    <>
      <Title title="accueil.menu.residences" />
      {mayChangeAll && (
        <RouteTabs
          label={translate('accueil.menu.residences')}
          open={open.to}
          tabs={tabs.map(({ to, text }) => ({ to, text: translate(`accueil.residences.tabs.${text}`) }))}
        />
      )}
      {open.text === 'residences' || !mayChangeAll ? (
        <>
          <ResidenceList mayAdd={mayChangeAll} />
          {mayChangeAll && <TargetsCard />}
        </>
      ) : open.text === 'groups' ? (
        <GroupList />
      ) : (
        <ImportTab />
      )}
    </>
  );
}
