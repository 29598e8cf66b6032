import Add from '@mui/icons-material/Add';
import { Button, Card, Chip, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { required, TextInput, useRefresh, useTranslate } from 'react-admin';
import { change } from '../api/client.ts';
import { useDeskRead } from '../api/queries.ts';
import type { JobOffer } from '../api/responses.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { SectionHead } from '../ui/SectionHead.tsx';
import { useAct } from '../ui/use-act.ts';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';

/** The list of one residence does not name it. */
type Offer = Omit<JobOffer, 'establishmentId'>;

interface JobOffersProps {
  readonly residenceId: number;
  readonly mayChange: boolean;
}

/** The job offers of a residence. */
export function JobOfferList({ residenceId, mayChange }: JobOffersProps) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const t = useTexts('residences.jobs');
  const { data, error } = useDeskRead(`/desk/establishments/${residenceId}/announcements`);
  const [edited, setEdited] = useState<Offer | 'new'>();
  return (
    <>
      <SectionHead title={t('title')}>
        {mayChange && (
          <Button variant="contained" startIcon={<Add />} onClick={() => setEdited('new')}>
            {t('add')}
          </Button>
        )}
      </SectionHead>
      <WhenLoaded data={data} error={error}>
        {({ data: offers }) =>
          offers.length === 0 ? (
            <Typography color="textSecondary">{t('none')}</Typography>
          ) : (
            <Card component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {offers.map((offer) => (
                <Stack
                  component="li"
                  direction="row"
                  key={offer.id}
                  sx={{
                    flexWrap: 'wrap',
                    gap: 1,
                    px: 2,
                    py: 1,
                    alignItems: 'center',
                    justifyContent: 'space-between',
                    '&:not(:last-child)': { borderBottom: 1, borderColor: 'divider' },
                  }}
                >
                  <Typography sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>{offer.title}</Typography>
                  <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
                    <Chip
                      size="small"
                      variant="outlined"
                      color={offer.open ? 'success' : 'default'}
                      label={t(offer.open ? 'open' : 'closed')}
                    />
                    {mayChange && <JobOfferActs offer={offer} onEdit={() => setEdited(offer)} />}
                  </Stack>
                </Stack>
              ))}
            </Card>
          )
        }
      </WhenLoaded>
      {edited !== undefined && (
        <FormDialog
          title={t(edited === 'new' ? 'add' : 'edit')}
          submit={translate(edited === 'new' ? 'ra.action.add' : 'ra.action.save')}
          values={{ title: edited === 'new' ? '' : edited.title }}
          onClose={() => setEdited(undefined)}
          onSubmit={async ({ title }) => {
            if (edited === 'new')
              await change('POST', `/desk/establishments/${residenceId}/announcements`, { title });
            else await change('PATCH', `/desk/announcements/${edited.id}`, { title });
            refresh();
            setEdited(undefined);
          }}
        >
          <TextInput source="title" label={t('name')} validate={required()} />
        </FormDialog>
      )}
    </>
  );
}

interface JobOfferActsProps {
  readonly offer: Offer;
  readonly onEdit: () => void;
}

function JobOfferActs({ offer, onEdit }: JobOfferActsProps) {
  const translate = useTranslate();
  const { act, isBusy } = useAct();
  const t = useTexts('residences.jobs');
  return (
    <>
      <Button size="small" aria-label={t('editThis', { title: offer.title })} onClick={onEdit}>
        {translate('ra.action.update')}
      </Button>
      <Button
        size="small"
        loading={isBusy}
        aria-label={t(offer.open ? 'closeThis' : 'reopenThis', { title: offer.title })}
        onClick={() => act(() => change('PATCH', `/desk/announcements/${offer.id}`, { open: !offer.open }))}
      >
        {t(offer.open ? 'close' : 'reopen')}
      </Button>
    </>
  );
}
