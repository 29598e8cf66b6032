import ArrowBack from '@mui/icons-material/ArrowBack';
import { Button, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { Title } from 'react-admin';
import { Link, useLocation, useParams } from 'react-router';
import { useRead } from '../api/queries.ts';
import { useRight } from '../session/access.ts';
import { RouteTabs } from '../ui/RouteTabs.tsx';
import { TextBlock } from '../ui/TextBlock.tsx';
import { Toggles } from '../ui/Toggles.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';
import { JobOfferList } from './JobOfferList.tsx';
import { ResidenceDetails } from './ResidenceDetails.tsx';
import { mayChange } from './residence.ts';
import { StaffList } from './StaffList.tsx';

const partTexts = {
  staff: 'Personnel',
  details: 'Fiche',
  jobs: 'Offres d’emploi',
  public: 'Réponse de l’API',
};

const tabs = ['details', 'staff', 'jobs', 'public'] as const;

/** One residence: details, staff, job offers, and its public answer. */
export function ResidenceShow() {
  const { id = '' } = useParams();
  const { pathname } = useLocation();
  const { data, error } = useRead('GET /desk/establishments/:id', { id: Number(id) });
  const base = `/establishments/${id}`;
  // What sites are answered is for those who connect them.
  const offered = useRight('integrations') ? tabs : tabs.filter((name) => name !== 'public');
  const tab = offered.find((name) => pathname === `${base}/${name}`) ?? 'details';
  const addressOf = (name: string) => (name === 'details' ? base : `${base}/${name}`);
  return (
    <>
      <Title title={data?.name ?? 'Résidences'} />
      <Button component={Link} to="/establishments" startIcon={<ArrowBack />} sx={{ mb: 1 }}>
        Toutes les résidences
      </Button>
      <WhenLoaded data={data} error={error}>
        {(residence) => (
          <>
            <RouteTabs
              label={residence.name}
              tabs={offered.map((name) => ({
                to: addressOf(name),
                text: partTexts[name],
              }))}
            />
            {tab === 'details' && <ResidenceDetails residence={residence} />}
            {tab === 'staff' && <StaffList residenceId={residence.id} mayChange={mayChange(residence)} />}
            {tab === 'jobs' && <JobOfferList residenceId={residence.id} mayChange={mayChange(residence)} />}
            {tab === 'public' && <PublicAnswer residenceId={residence.id} />}
          </>
        )}
      </WhenLoaded>
    </>
  );
}

function PublicAnswer({ residenceId }: { readonly residenceId: number }) {
  const [withPassword, setWithPassword] = useState(false);
  return (
    <WhenLoaded {...useRead('GET /desk/establishments/:id/public', { id: residenceId })}>
      {(answers) => {
        const shown = withPassword ? answers.withPassword : answers.withoutPassword;
        return (
          <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
            <Typography>{`Ce que répond l’API publique à l’adresse /fr/etablissement/show/${residenceId}, dès la prochaine requête.`}</Typography>
            {answers.withPassword !== undefined && (
              <Toggles
                label="À qui"
                values={[false, true]}
                textOf={(is) => (is ? 'Avec mot de passe' : 'Sans mot de passe')}
                value={withPassword}
                onChange={setWithPassword}
              />
            )}
            <TextBlock text={JSON.stringify(shown, null, 2)} />
          </Stack>
        );
      }}
    </WhenLoaded>
  );
}
