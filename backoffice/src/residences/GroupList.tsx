import { Card, CardContent, Stack, Typography } from '@mui/material';
import { required, TextInput, useGetList } from 'react-admin';
import { request } from '../api/client.ts';
import type { Group } from '../api/responses.ts';
import { textsOf, translate } from '../i18n/texts.ts';
import { AddButton, EditButton } from '../ui/FormButton.tsx';
import { SectionHead } from '../ui/SectionHead.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';
import { TargetsCard } from './TargetsCard.tsx';

const t = textsOf('residences.groups');

/** Groups of residences. */
export function GroupList() {
  const { data, error } = useGetList<Group>('groups');
  const nameInput = <TextInput source="name" label={t('name')} validate={required()} />;
  const detailInput = <TextInput source="detail" label={t('detail')} multiline />;
  return (
    <>
      <SectionHead title={translate('accueil.residences.tabs.groups')}>
        <AddButton
          text={t('add')}
          send={({ slug, name, detail }) =>
            request('POST /desk/groups', { slug, name, detail: detail ?? null })
          }
        >
          {nameInput}
          <TextInput source="slug" label={t('slug')} helperText={t('slugHelp')} validate={required()} />
          {detailInput}
        </AddButton>
      </SectionHead>
      <WhenLoaded data={data} error={error}>
        {(groups) => (
          <Stack spacing={2}>
            {groups.map((group) => (
              <Stack key={group.id} spacing={1}>
                <Card component="article" aria-label={group.name}>
                  <CardContent>
                    <SectionHead title={group.name}>
                      <EditButton
                        label={t('editThis', { name: group.name })}
                        title={t('edit')}
                        values={group}
                        send={({ name, detail }) =>
                          request('PATCH /desk/groups/:id', { id: group.id, name, detail: detail ?? null })
                        }
                      >
                        {nameInput}
                        {detailInput}
                      </EditButton>
                    </SectionHead>
                    <Typography variant="body2" color="textSecondary">
                      {t('slugIs', { slug: group.slug })}
                    </Typography>
                    <Typography sx={{ overflowWrap: 'anywhere' }}>{group.detail}</Typography>
                  </CardContent>
                </Card>
                <TargetsCard group={group} />
              </Stack>
            ))}
          </Stack>
        )}
      </WhenLoaded>
    </>
  );
}
