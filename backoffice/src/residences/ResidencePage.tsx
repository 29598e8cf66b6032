import ArrowBack from '@mui/icons-material/ArrowBack';
import { Button } from '@mui/material';
import { Title, useGetOne, useTranslate } from 'react-admin';
import { Link, useLocation, useParams } from 'react-router';
import { RouteTabs } from '../administration/RouteTabs.tsx';
import { WhenLoaded } from '../administration/WhenLoaded.tsx';
import { JobOffers } from './JobOffers.tsx';
import { PublicAnswer } from './PublicAnswer.tsx';
import { ResidenceDetails } from './ResidenceDetails.tsx';
import { mayChange, type Residence } from './residence.ts';
import { StaffList } from './StaffList.tsx';

const tabs = ['details', 'staff', 'jobs', 'public'] as const;

/** One residence: its details, staff and job offers, and what the main API answers of it. */
export function ResidencePage() {
  const translate = useTranslate();
  const { id = '' } = useParams();
  const { pathname } = useLocation();
  const { data, error } = useGetOne<Residence>('establishments', { id: Number(id) });
  const base = `/establishments/${id}`;
  const tab = tabs.find((name) => pathname === `${base}/${name}`) ?? 'details';
  const addressOf = (name: string) => (name === 'details' ? base : `${base}/${name}`);
  return (
    <>
      <Title title={data?.name ?? translate('accueil.menu.residences')} />
      <Button component={Link} to="/establishments" startIcon={<ArrowBack />} sx={{ mb: 1 }}>
        {translate('accueil.residences.all')}
      </Button>
      <WhenLoaded data={data} error={error}>
        {(residence) => (
          <>
            <RouteTabs
              label={residence.name}
              open={addressOf(tab)}
              tabs={tabs.map((name) => ({
                to: addressOf(name),
                text: translate(`accueil.residences.parts.${name}`),
              }))}
            />
            {tab === 'details' && <ResidenceDetails residence={residence} />}
            {tab === 'staff' && <StaffList residenceId={residence.id} mayChange={mayChange(residence)} />}
            {tab === 'jobs' && <JobOffers residenceId={residence.id} mayChange={mayChange(residence)} />}
            {tab === 'public' && <PublicAnswer residenceId={residence.id} />}
          </>
        )}
      </WhenLoaded>
    </>
  );
}
