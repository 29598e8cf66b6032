import PhoneIphone from '@mui/icons-material/PhoneIphone';
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Stack,
  Typography,
} from '@mui/material';
import { useId, useState } from 'react';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import { format } from '../i18n/format.ts';
import { translate } from '../i18n/texts.ts';
import { ShownOnceDialog } from '../ui/ShownOnceDialog.tsx';
import { useAct } from '../ui/use-act.ts';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';

/** The calendar feeds of the user: a button and its dialog. */
export function PhoneCalendars() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        aria-label={translate('accueil.agenda.phone.open')}
        onClick={() => setOpen(true)}
        sx={{ minWidth: 44, minHeight: 44, gap: 1 }}
      >
        <PhoneIphone />
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
          {translate('accueil.agenda.phone.open')}
        </Box>
      </Button>
      {isOpen && <CalendarsDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function CalendarsDialog({ onClose }: { readonly onClose: () => void }) {
  const titleId = useId();
  const { act, isBusy } = useAct();
  const { data, error } = useRead('GET /desk/calendars');
  const [url, setUrl] = useState<string>();
  if (url !== undefined)
    return (
      <ShownOnceDialog
        title={translate('accueil.agenda.phone.title')}
        shown={[{ label: translate('accueil.agenda.phone.url'), value: url }]}
        onClose={() => setUrl(undefined)}
      />
    );
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId} onClose={onClose}>
      <DialogTitle id={titleId}>{translate('accueil.agenda.phone.title')}</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 2 }}>{translate('accueil.agenda.phone.intro')}</Typography>
        <WhenLoaded data={data} error={error}>
          {({ data: calendars }) =>
            calendars.length === 0 ? (
              <Typography color="textSecondary">{translate('accueil.agenda.phone.none')}</Typography>
            ) : (
              calendars.map(({ id, createdAt }) => (
                <Stack
                  key={id}
                  direction="row"
                  sx={{ alignItems: 'center', justifyContent: 'space-between' }}
                >
                  <Typography>
                    {translate('accueil.agenda.phone.made', { moment: format.moment(createdAt) })}
                  </Typography>
                  <Button
                    color="error"
                    disabled={isBusy}
                    onClick={() =>
                      act(
                        () => request('POST /desk/calendars/:id/revoke', { id }),
                        'accueil.agenda.phone.revoked',
                      )
                    }
                  >
                    {translate('accueil.agenda.phone.revoke')}
                  </Button>
                </Stack>
              ))
            )
          }
        </WhenLoaded>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button onClick={onClose}>{translate('accueil.agenda.phone.close')}</Button>
        <Button
          variant="contained"
          loading={isBusy}
          onClick={() => act(async () => setUrl((await request('POST /desk/calendars')).url))}
        >
          {translate('accueil.agenda.phone.make')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
