import Add from '@mui/icons-material/Add';
import { Box, Button, Card, CardActionArea, CardContent, Typography } from '@mui/material';
import { useState } from 'react';
import {
  NumberInput,
  required,
  SelectInput,
  TextInput,
  useGetList,
  useRedirect,
  useTranslate,
} from 'react-admin';
import { Link } from 'react-router';
import { request } from '../api/client.ts';
import type { Group, Residence } from '../api/responses.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { SectionHead } from '../ui/SectionHead.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';

/** The residences within the user's reach, by group. */
export function ResidenceList({ mayAdd }: { readonly mayAdd: boolean }) {
  const translate = useTranslate();
  const { data, error } = useGetList<Residence>('establishments');
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      {mayAdd && (
        <Box sx={{ display: 'flex', justifyContent: 'flex-end', mb: 1 }}>
          <Button variant="contained" startIcon={<Add />} onClick={() => setAdding(true)}>
            {translate('accueil.residences.add')}
          </Button>
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
      {isAdding && <NewResidenceDialog onClose={() => setAdding(false)} />}
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
function NewResidenceDialog({ onClose }: { readonly onClose: () => void }) {
  const translate = useTranslate();
  const redirect = useRedirect();
  const t = useTexts('residences');
  const { data: groups = [] } = useGetList<Group>('groups');
  return (
    <FormDialog
      title={t('add')}
      submit={translate('ra.action.add')}
      onClose={onClose}
      onSubmit={async ({ name, groupId, id }) => {
        const added = await request('POST /desk/establishments', {
          name,
          groupId,
          ...(typeof id === 'number' && { id }),
        });
        redirect(`/establishments/${added.id}`);
      }}
    >
      <TextInput source="name" label={t('fields.name')} validate={required()} />
      <SelectInput
        source="groupId"
        label={t('fields.groupId')}
        choices={groups.map(({ id, name }) => ({ id, name }))}
        translateChoice={false}
        validate={required()}
      />
      <NumberInput source="id" label={t('fields.id')} helperText={t('idHelp')} min={1} />
    </FormDialog>
  );
}
