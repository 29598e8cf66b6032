import { Chip, Link } from '@mui/material';
import { required, TextInput } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { counted } from '../../../server/src/french/dates.ts';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import { ActButton } from '../ui/ActButton.tsx';
import { AddButton, EditButton } from '../ui/FormButton.tsx';
import { RowList } from '../ui/RowList.tsx';
import { Row } from '../ui/Rows.tsx';

interface JobOfferListProps {
  readonly residenceId: number;
  readonly mayChange: boolean;
}

export function JobOfferList({ residenceId, mayChange }: JobOfferListProps) {
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
