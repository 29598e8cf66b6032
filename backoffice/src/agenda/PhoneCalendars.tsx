import PhoneIphone from '@mui/icons-material/PhoneIphone';
import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import { format } from '../i18n/format.ts';
import { ReadDialog } from '../ui/dialogs.tsx';
import { ActButton } from '../ui/forms.tsx';
import { Row, RowList } from '../ui/Rows.tsx';

/** The calendar feeds of the user: a button and its dialog. */
export function PhoneCalendars() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        aria-label="Sur mon téléphone"
        onClick={() => setOpen(true)}
        sx={{ minWidth: 44, minHeight: 44, gap: 1 }}
      >
        <PhoneIphone />
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
          Sur mon téléphone
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
      title="Mon agenda sur mon téléphone"
      onClose={onClose}
      act={
        <ActButton
          text="Créer une adresse"
          variant="contained"
          onAct={() => request('POST /desk/calendars')}
          once={({ url }) => ({
            title: 'Mon agenda sur mon téléphone',
            shown: [{ label: 'Adresse à coller dans votre agenda', value: url }],
          })}
        />
      }
    >
      <Typography>
        Une adresse que l’agenda de votre téléphone ou de votre ordinateur consulte tout seul. Elle montre vos
        rendez-vous et ceux que personne n’a pris dans vos résidences, sans nom de famille, sauf si un
        administrateur l’autorise. Un nouveau mot de passe y met fin : créez-en alors une autre.
      </Typography>
      <RowList none="Aucune adresse pour l’instant." data={data} error={error}>
        {({ id, createdAt }) => (
          <Row
            name={`Créée le ${format.moment(createdAt)}`}
            acts={
              <ActButton
                text="Supprimer"
                label={`Supprimer l’adresse créée le ${format.moment(createdAt)}`}
                title="Supprimer cette adresse ?"
                content="Les agendas qui l’utilisent ne verront plus rien, et elle ne pourra pas être rétablie."
                done="Adresse supprimée : les agendas qui l’utilisent ne voient plus rien."
                onAct={() => request('POST /desk/calendars/:id/revoke', { id })}
              />
            }
          />
        )}
      </RowList>
    </ReadDialog>
  );
}
