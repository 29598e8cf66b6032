import { Box } from '@mui/material';
import type { ComponentType } from 'react';
import { Title } from 'react-admin';
import { Route, Routes } from 'react-router';
import { mayChangeAllResidences, useRight, useSession } from '../session/access.ts';
import { RouteTabs } from '../ui/RouteTabs.tsx';
import { GroupList } from './GroupList.tsx';
import { ImportTab } from './ImportTab.tsx';
import { ResidenceList } from './ResidenceList.tsx';
import { ResidenceShow } from './ResidenceShow.tsx';
import { TargetsCard } from './TargetsCard.tsx';
import { TemplateList } from './TemplateList.tsx';

const tabs = [
  { to: '/establishments', text: 'Résidences' },
  { to: '/establishments/groups', text: 'Groupes' },
  { to: '/establishments/templates', text: 'Modèles' },
  { to: '/establishments/import', text: 'Import' },
];

/** Of who may change some residences. */
const ownTabs: ReadonlySet<string> = new Set(['/establishments', '/establishments/templates']);

/** Residences, groups, templates of messages, imports; and one residence. */
export function ResidencesPage() {
  return (
    <Box sx={{ mt: 1, mb: 4 }}>
      <Routes>
        <Route path="/:id/*" element={<ResidenceShow />} />
        <Route path="/groups" element={<Overview Tab={GroupList} />} />
        <Route path="/templates" element={<Overview Tab={TemplateList} />} />
        <Route path="/import" element={<Overview Tab={ImportTab} />} />
        <Route path="/" element={<Overview />} />
      </Routes>
    </Box>
  );
}

function Overview({ Tab }: { readonly Tab?: ComponentType }) {
  // Groups and imports concern every residence; each may have templates of its own.
  const session = useSession();
  const mayChangeAll = session !== undefined && mayChangeAllResidences(session);
  const mayChange = useRight('residences.change');
  const shown = mayChangeAll ? tabs : tabs.filter((tab) => ownTabs.has(tab.to));
  return (
    <>
      <Title title="Résidences" />
      {mayChange && <RouteTabs label="Résidences" tabs={shown} />}
      {Tab !== undefined && (mayChangeAll || (mayChange && Tab === TemplateList)) ? (
        <Tab />
      ) : (
        <>
          <ResidenceList mayAdd={mayChangeAll} />
          {mayChangeAll && <TargetsCard />}
        </>
      )}
    </>
  );
}
