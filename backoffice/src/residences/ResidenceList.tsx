import { Box, Card, CardActionArea, CardContent, Typography } from '@mui/material';
import { NumberInput, required, TextInput, useGetList, useRedirect } from 'react-admin';
import { Link } from 'react-router';
import { request } from '../api/client.ts';
import type { Residence } from '../api/responses.ts';
import { AddButton } from '../ui/FormButton.tsx';
import { SectionHead } from '../ui/SectionHead.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';
import { GroupInput } from './GroupInput.tsx';

/** The residences within the user's reach, by group. */
export function ResidenceList({ mayAdd }: { readonly mayAdd: boolean }) {
  const { data, error } = useGetList<Residence>('establishments');
  return (
    <>
      {mayAdd && (
        <Box sx={{ display: 'flex', justifyContent: 'flex-end', mb: 1 }}>
          <NewResidenceButton />
        </Box>
      )}
      <WhenLoaded data={data} error={error}>
        {(residences) => (
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
