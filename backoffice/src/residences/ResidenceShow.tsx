import ArrowBack from '@mui/icons-material/ArrowBack';
import { Button, Chip, Link } from '@mui/material';
import { BooleanInput, required, TextInput, Title } from 'react-admin';
import { Link as RouterLink, useLocation, useParams } from 'react-router';
import { counted } from '../../../server/src/french/dates.ts';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import { ActButton, AddButton, EditButton, type FormValues } from '../ui/forms.tsx';
import { RouteTabs } from '../ui/RouteTabs.tsx';
import { Row, RowList } from '../ui/Rows.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';
import { mayChange, ResidenceDetails } from './ResidenceDetails.tsx';

const partTexts = {
  staff: 'Personnel',
  details: 'Fiche',
  jobs: 'Offres d’emploi',
};

const tabs = ['details', 'staff', 'jobs'] as const;

/** One residence: details, staff, job offers. */
export function ResidenceShow() {
  const { id = '' } = useParams();
  const { pathname } = useLocation();
  const { data, error } = useRead('GET /desk/establishments/:id', { id: Number(id) });
  const base = `/establishments/${id}`;
  const tab = tabs.find((name) => pathname === `${base}/${name}`) ?? 'details';
  const addressOf = (name: string) => (name === 'details' ? base : `${base}/${name}`);
  return (
    <>
      <Title title={data?.name ?? 'Résidences'} />
      <Button component={RouterLink} to="/establishments" startIcon={<ArrowBack />} sx={{ mb: 1 }}>
        Toutes les résidences
      </Button>
      <WhenLoaded data={data} error={error}>
        {(residence) => (
          <>
            <RouteTabs
              label={residence.name}
              tabs={tabs.map((name) => ({
                to: addressOf(name),
                text: partTexts[name],
              }))}
            />
            {tab === 'details' && <ResidenceDetails residence={residence} />}
            {tab === 'staff' && <StaffList residenceId={residence.id} mayChange={mayChange(residence)} />}
            {tab === 'jobs' && <JobOfferList residenceId={residence.id} mayChange={mayChange(residence)} />}
          </>
        )}
      </WhenLoaded>
    </>
  );
}

interface PartProps {
  readonly residenceId: number;
  readonly mayChange: boolean;
}

function StaffList({ residenceId, mayChange }: PartProps) {
  return (
    <RowList
      title="Personnel"
      act={
        mayChange && (
          <AddButton
            text="Ajouter une personne"
            values={{ medical: false, doctor: false, active: true }}
            send={(typed) =>
              request('POST /desk/establishments/:id/staff', { id: residenceId, ...memberIn(typed) })
            }
          >
            <MemberInputs />
          </AddButton>
        )
      }
      none="Personne pour l’instant."
      {...useRead('GET /desk/establishments/:id/staff', { id: residenceId })}
    >
      {({ id, name, job, doctor, medical, active }) => (
        <Row
          name={name}
          notes={[job]}
          acts={
            <>
              {(doctor || medical) && (
                <Chip size="small" variant="outlined" label={doctor ? 'Médecin' : 'Personnel médical'} />
              )}
              {!active && <Chip size="small" variant="outlined" label="N’est plus en poste" />}
              {mayChange && (
                <EditButton
                  label={`Modifier ${name}`}
                  title="Modifier une personne"
                  values={{ name, job, doctor, medical, active }}
                  send={(typed) => request('PATCH /desk/staff/:id', { id, ...memberIn(typed) })}
                >
                  <MemberInputs />
                </EditButton>
              )}
            </>
          }
        />
      )}
    </RowList>
  );
}

function MemberInputs() {
  return (
    <>
      <TextInput source="name" label="Nom" validate={required()} />
      <TextInput source="job" label="Fonction" validate={required()} />
      <BooleanInput source="medical" label="Personnel médical" />
      <BooleanInput source="doctor" label="Médecin" />
      <BooleanInput source="active" label="En poste" />
    </>
  );
}

/** A doctor is medical staff. */
function memberIn({ name, job, medical, doctor, active }: FormValues) {
  return { name, job, medical: medical || doctor, doctor, active };
}

function JobOfferList({ residenceId, mayChange }: PartProps) {
  const titleInput = <TextInput source="title" label="Intitulé" validate={required()} />;
  return (
    <RowList
      title="Offres d’emploi"
      act={
        mayChange && (
          <AddButton
            text="Ajouter une offre"
            values={{ title: '' }}
            send={({ title }) =>
              request('POST /desk/establishments/:id/announcements', { id: residenceId, title })
            }
          >
            {titleInput}
          </AddButton>
        )
      }
      none="Aucune offre pour l’instant."
      {...useRead('GET /desk/establishments/:id/announcements', { id: residenceId })}
    >
      {({ id, title, open, applications }) => (
        <Row
          name={title}
          marks={
            <Chip
              size="small"
              variant="outlined"
              color={open ? 'success' : 'default'}
              label={open ? 'Ouverte' : 'Fermée'}
            />
          }
          notes={[
            applications !== null && (
              <Link
                key="applications"
                component={RouterLink}
                to={`/applications?${new URLSearchParams({ filter: JSON.stringify({ announcementId: id }) })}`}
              >
                {counted(applications, 'candidature')}
              </Link>
            ),
          ]}
          acts={
            mayChange && (
              <>
                <EditButton
                  label={`Modifier ${title}`}
                  title="Modifier l’offre"
                  values={{ title }}
                  send={(typed) => request('PATCH /desk/announcements/:id', { id, title: typed.title })}
                >
                  {titleInput}
                </EditButton>
                <ActButton
                  {...(open
                    ? {
                        text: 'Fermer l’offre',
                        label: `Fermer l’offre ${title}`,
                        title: `Fermer l’offre ${title} ?`,
                        content: 'Les sites ne la montrent plus. Ses candidatures restent.',
                        done: 'Offre fermée.',
                      }
                    : {
                        text: 'Rouvrir l’offre',
                        label: `Rouvrir l’offre ${title}`,
                        done: 'Offre rouverte.',
                      })}
                  onAct={() => request('PATCH /desk/announcements/:id', { id, open: !open })}
                />
              </>
            )
          }
        />
      )}
    </RowList>
  );
}
