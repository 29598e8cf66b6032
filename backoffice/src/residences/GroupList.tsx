import { Stack, Typography } from '@mui/material';
import { required, TextInput } from 'react-admin';
import { request } from '../api/client.ts';
import type { Group } from '../api/responses.ts';
import { textsOf, translate } from '../i18n/texts.ts';
import { CardList } from '../ui/CardList.tsx';
import { AddButton, EditButton } from '../ui/FormButton.tsx';
import { SectionCard } from '../ui/SectionCard.tsx';
import { TargetsCard } from './TargetsCard.tsx';

const t = textsOf('residences.groups');

export function GroupList() {
  const nameInput = <TextInput source="name" label={t('name')} validate={required()} />;
  const detailInput = <TextInput source="detail" label={t('detail')} multiline />;
  return (
    <CardList<Group>
      resource="groups"
      title={translate('accueil.residences.tabs.groups')}
      act={
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
      }
    >
      {(group) => (
        <Stack spacing={1}>
          <SectionCard
            isArticle
            title={group.name}
            act={
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
            }
          >
            <Typography variant="body2" color="textSecondary">
              {t('slugIs', { slug: group.slug })}
            </Typography>
            <Typography sx={{ overflowWrap: 'anywhere' }}>{group.detail}</Typography>
          </SectionCard>
          <TargetsCard group={group} />
        </Stack>
      )}
    </CardList>
  );
}
