import { Stack, Typography } from '@mui/material';
import { required, TextInput } from 'react-admin';
import { request } from '../api/client.ts';
import type { Group } from '../api/responses.ts';
import { CardList } from '../ui/CardList.tsx';
import { AddButton, EditButton } from '../ui/FormButton.tsx';
import { SectionCard } from '../ui/SectionCard.tsx';
import { TargetsCard } from './TargetsCard.tsx';

export function GroupList() {
  const nameInput = <TextInput source="name" label="Nom" validate={required()} />;
  const detailInput = <TextInput source="detail" label="Précisions" multiline />;
  return (
    <CardList<Group>
      resource="groups"
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
    </CardList>
  );
}
