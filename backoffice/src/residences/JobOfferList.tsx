import { Button, Chip, Link, Stack, Typography } from '@mui/material';
import { required, TextInput, useRefresh, useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { useAct } from '../ui/use-act.ts';
import { EditableList } from './EditableList.tsx';

interface JobOfferListProps {
  readonly residenceId: number;
  readonly mayChange: boolean;
}

/** The job offers of a residence. */
export function JobOfferList({ residenceId, mayChange }: JobOfferListProps) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const { act, isBusy } = useAct();
  const t = useTexts('residences.jobs');
  return (
    <EditableList
      title={translate('accueil.residences.parts.jobs')}
      add={t('add')}
      none={t('none')}
      {...useRead('GET /desk/establishments/:id/announcements', { id: residenceId })}
      mayChange={mayChange}
      row={({ id, title, open, applications }, onEdit) => (
        <>
          <Typography sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>{title}</Typography>
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
            {applications !== null && (
              <Link
                component={RouterLink}
                to={`/applications?${new URLSearchParams({ filter: JSON.stringify({ announcementId: id }) })}`}
              >
                {t('applications', { smart_count: applications })}
              </Link>
            )}
            <Chip
              size="small"
              variant="outlined"
              color={open ? 'success' : 'default'}
              label={t(open ? 'open' : 'closed')}
            />
            {mayChange && (
              <>
                <Button size="small" aria-label={t('editThis', { title })} onClick={onEdit}>
                  {translate('ra.action.update')}
                </Button>
                <Button
                  size="small"
                  loading={isBusy}
                  aria-label={t(open ? 'closeThis' : 'reopenThis', { title })}
                  onClick={() => act(() => request('PATCH /desk/announcements/:id', { id, open: !open }))}
                >
                  {t(open ? 'close' : 'reopen')}
                </Button>
              </>
            )}
          </Stack>
        </>
      )}
      dialog={(offer, onClose) => (
        <FormDialog
          title={t(offer === undefined ? 'add' : 'edit')}
          submit={translate(offer === undefined ? 'ra.action.add' : 'ra.action.save')}
          values={{ title: offer?.title ?? '' }}
          onClose={onClose}
          onSubmit={async ({ title }) => {
            if (offer === undefined)
              await request('POST /desk/establishments/:id/announcements', { id: residenceId, title });
            else await request('PATCH /desk/announcements/:id', { id: offer.id, title });
            refresh();
            onClose();
          }}
        >
          <TextInput source="title" label={t('name')} validate={required()} />
        </FormDialog>
      )}
    />
  );
}
