import { Box, Card, CardActionArea, CardContent, Stack, Typography } from '@mui/material';
import type { ComponentType } from 'react';
import { NumberInput, required, TextInput, Title, useRedirect } from 'react-admin';
import { Link, Route, Routes } from 'react-router';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import type { Residence } from '../api/responses.ts';
import { mayChangeAllResidences, useRight, useSession } from '../session/access.ts';
import { AddButton, EditButton } from '../ui/forms.tsx';
import { RouteTabs } from '../ui/RouteTabs.tsx';
import { RowList } from '../ui/Rows.tsx';
import { SectionCard, SectionHead } from '../ui/SectionCard.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';
import { ImportTab } from './ImportTab.tsx';
import { GroupInput } from './ResidenceDetails.tsx';
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

function GroupList() {
  const nameInput = <TextInput source="name" label="Nom" validate={required()} />;
  const detailInput = <TextInput source="detail" label="Précisions" multiline />;
  return (
    <RowList
      isCards
      {...useRead('GET /desk/groups')}
      title="Groupes"
      act={
        <AddButton
          text="Ajouter un groupe"
          send={({ slug, name, detail }) =>
            request('POST /desk/groups', { slug, name, detail: detail ?? null })
          }
        >
          {nameInput}
          <TextInput
            source="slug"
            label="Nom court"
            helperText="Il figure dans les adresses : minuscules sans accent, chiffres, - et _. Il ne change plus."
            validate={required()}
          />
          {detailInput}
        </AddButton>
      }
    >
      {(group) => (
        <Stack spacing={1}>
          <SectionCard
            isArticle
            title={group.name}
            act={
              <EditButton
                label={`Modifier ${group.name}`}
                title="Modifier le groupe"
                values={group}
                send={({ name, detail }) =>
                  request('PATCH /desk/groups/:id', { id: group.id, name, detail: detail ?? null })
                }
              >
                {nameInput}
                {detailInput}
              </EditButton>
            }
          >
            <Typography variant="body2" color="textSecondary">
              {`Nom court : ${group.slug}`}
            </Typography>
            <Typography sx={{ overflowWrap: 'anywhere' }}>{group.detail}</Typography>
          </SectionCard>
          <TargetsCard group={group} />
        </Stack>
      )}
    </RowList>
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

/** The residences within the user's reach, by group. */
function ResidenceList({ mayAdd }: { readonly mayAdd: boolean }) {
  const { data, error } = useRead('GET /desk/establishments');
  return (
    <>
      {mayAdd && (
        <Box sx={{ display: 'flex', justifyContent: 'flex-end', mb: 1 }}>
          <NewResidenceButton />
        </Box>
      )}
      <WhenLoaded data={data} error={error}>
        {({ data: residences }) => (
          <>
            {[...Map.groupBy(residences, ({ groupName }) => groupName)].map(([groupName, members]) => (
              <Box key={groupName} component="section" sx={{ mb: 3 }}>
                <SectionHead title={groupName} />
                <Box
                  sx={{
                    display: 'grid',
                    gap: 2,
                    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 260px), 1fr))',
                  }}
                >
                  {members.map((residence) => (
                    <ResidenceCard key={residence.id} residence={residence} />
                  ))}
                </Box>
              </Box>
            ))}
          </>
        )}
      </WhenLoaded>
    </>
  );
}

function ResidenceCard({ residence }: { readonly residence: Residence }) {
  const { id, name, cp, city, phone } = residence;
  return (
    <Card>
      <CardActionArea component={Link} to={`/establishments/${id}`} sx={{ height: '100%' }}>
        <CardContent>
          <Typography component="h3" sx={{ fontWeight: 600 }}>
            {name}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {[cp, city].filter(Boolean).join(' ')}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {phone}
          </Typography>
        </CardContent>
      </CardActionArea>
    </Card>
  );
}

/** Adds a residence, and opens its page. */
function NewResidenceButton() {
  const redirect = useRedirect();
  return (
    <AddButton
      text="Ajouter une résidence"
      send={async ({ name, groupId, id }) => {
        const residence = { name, groupId, ...(typeof id === 'number' && { id }) };
        const added = await request('POST /desk/establishments', residence);
        redirect(`/establishments/${added.id}`);
      }}
    >
      <TextInput source="name" label="Nom" validate={required()} />
      <GroupInput />
      <NumberInput source="id" label="Numéro" helperText="Vide : le prochain numéro libre." min={1} />
    </AddButton>
  );
}
