import PhoneIphone from '@mui/icons-material/PhoneIphone';
import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import { format } from '../i18n/format.ts';
import { textsOf } from '../i18n/texts.ts';
import { ActButton } from '../ui/ActButton.tsx';
import { ReadDialog } from '../ui/ReadDialog.tsx';
import { RowList } from '../ui/RowList.tsx';
import { Row } from '../ui/Rows.tsx';

const t = textsOf('agenda.phone');

/** The calendar feeds of the user: a button and its dialog. */
export function PhoneCalendars() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        aria-label={t('open')}
        onClick={() => setOpen(true)}
        sx={{ minWidth: 44, minHeight: 44, gap: 1 }}
      >
        <PhoneIphone />
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
          {t('open')}
        </Box>
      </Button>
      {isOpen && <CalendarsDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function CalendarsDialog({ onClose }: { readonly onClose: () => void }) {
  const { data, error } = useRead('GET /desk/calendars');
  return (
    <ReadDialog
      title={t('title')}
      onClose={onClose}
      act={
        <ActButton
          texts="agenda.phone.make"
          variant="contained"
          onAct={() => request('POST /desk/calendars')}
          once={({ url }) => ({ title: t('title'), shown: [{ label: t('url'), value: url }] })}
        />
      }
    >
      <Typography>{t('intro')}</Typography>
      <RowList none={t('none')} data={data} error={error}>
        {({ id, createdAt }) => (
          <Row
            name={t('made', { moment: format.moment(createdAt) })}
            acts={
              <ActButton
                texts="agenda.phone.revoke"
                options={{ moment: format.moment(createdAt) }}
                onAct={() => request('POST /desk/calendars/:id/revoke', { id })}
              />
            }
          />
        )}
      </RowList>
    </ReadDialog>
  );
}
