import Add from '@mui/icons-material/Add';
import { Button, Card, CardContent, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { required, TextInput, useGetList, useRefresh, useTranslate } from 'react-admin';
import { request } from '../api/client.ts';
import type { Group } from '../api/responses.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { SectionHead } from '../ui/SectionHead.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';
import { TargetsCard } from './TargetsCard.tsx';

/** Groups of residences. */
export function GroupList() {
  const translate = useTranslate();
  const refresh = useRefresh();
  const t = useTexts('residences.groups');
  const { data, error } = useGetList<Group>('groups');
  const [edited, setEdited] = useState<Group | 'new'>();
  return (
    <>
      <SectionHead title={translate('accueil.residences.tabs.groups')}>
        <Button variant="contained" startIcon={<Add />} onClick={() => setEdited('new')}>
          {t('add')}
        </Button>
      </SectionHead>
      <WhenLoaded data={data} error={error}>
        {(groups) => (
          <Stack spacing={2}>
            {groups.map((group) => (
              <Stack key={group.id} spacing={1}>
                <Card component="article" aria-label={group.name}>
                  <CardContent>
                    <SectionHead title={group.name}>
                      <Button
                        size="small"
                        aria-label={t('editThis', { name: group.name })}
                        onClick={() => setEdited(group)}
                      >
                        {translate('ra.action.update')}
                      </Button>
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
      {edited !== undefined && (
        <FormDialog
          title={t(edited === 'new' ? 'add' : 'edit')}
          submit={translate(edited === 'new' ? 'ra.action.add' : 'ra.action.save')}
          values={edited === 'new' ? {} : edited}
          onClose={() => setEdited(undefined)}
          onSubmit={async ({ slug, name, detail }) => {
            const body = { name, detail: detail ?? null };
            if (edited === 'new') await request('POST /desk/groups', { slug, ...body });
            else await request('PATCH /desk/groups/:id', { id: edited.id, ...body });
            refresh();
            setEdited(undefined);
          }}
        >
          <TextInput source="name" label={t('name')} validate={required()} />
          {edited === 'new' && (
            <TextInput source="slug" label={t('slug')} helperText={t('slugHelp')} validate={required()} />
          )}
          <TextInput source="detail" label={t('detail')} multiline />
        </FormDialog>
      )}
    </>
  );
}
