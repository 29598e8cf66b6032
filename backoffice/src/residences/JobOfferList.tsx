import { Chip, Link } from '@mui/material';
import { required, TextInput } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import { textsOf, translate } from '../i18n/texts.ts';
import { ActButton } from '../ui/ActButton.tsx';
import { AddButton, EditButton } from '../ui/FormButton.tsx';
import { RowList } from '../ui/RowList.tsx';
import { Row } from '../ui/Rows.tsx';

const t = textsOf('residences.jobs');

interface JobOfferListProps {
  readonly residenceId: number;
  readonly mayChange: boolean;
}

export function JobOfferList({ residenceId, mayChange }: JobOfferListProps) {
  const titleInput = <TextInput source="title" label={t('name')} validate={required()} />;
  return (
    <RowList
      title={translate('accueil.residences.parts.jobs')}
      act={
        mayChange && (
          <AddButton
            text={t('add')}
            values={{ title: '' }}
            send={({ title }) =>
              request('POST /desk/establishments/:id/announcements', { id: residenceId, title })
            }
          >
            {titleInput}
          </AddButton>
        )
      }
      none={t('none')}
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
              label={t(open ? 'open' : 'closed')}
            />
          }
          notes={[
            applications !== null && (
              <Link
                key="applications"
                component={RouterLink}
                to={`/applications?${new URLSearchParams({ filter: JSON.stringify({ announcementId: id }) })}`}
              >
                {t('applications', { smart_count: applications })}
              </Link>
            ),
          ]}
          acts={
            mayChange && (
              <>
                <EditButton
                  label={t('editThis', { title })}
                  title={t('edit')}
                  values={{ title }}
                  send={(typed) => request('PATCH /desk/announcements/:id', { id, title: typed.title })}
                >
                  {titleInput}
                </EditButton>
                <ActButton
                  texts={`residences.jobs.${open ? 'close' : 'reopen'}`}
                  options={{ title }}
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
