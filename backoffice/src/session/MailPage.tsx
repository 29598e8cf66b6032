import { Alert, Box, Stack, Typography } from '@mui/material';
import { DateInput, RadioButtonGroupInput, required, Title } from 'react-admin';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import { ActButton, SendForm } from '../ui/forms.tsx';
import { SectionCard } from '../ui/SectionCard.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';
import { useRight } from './access.ts';

const choices = [
  [
    'at-once',
    'Au fil des arrivées',
    'Un e-mail tout de suite\u00A0; ce qui arrive dans le quart d’heure qui suit est réuni dans le prochain.',
  ],
  [
    'digest',
    'Une fois par jour, le matin',
    'Un e-mail à 7\u00A0h\u00A030 les jours ouvrés\u00A0: ce qui est à faire et ce qui est arrivé, en chiffres.',
  ],
  ['none', 'Jamais', 'Tout reste visible dans «\u202FMa journée\u202F».'],
].map(([id, name, help]) => ({
  id,
  name: (
    <Box sx={{ py: 0.5 }}>
      {name}
      <Typography variant="body2" color="textSecondary">
        {help}
      </Typography>
    </Box>
  ),
}));

/** The user's e-mail notifications, and when they are away. */
export function MailPage() {
  const looksAfterTokens = useRight('integrations');
  return (
    <Stack spacing={2} sx={{ maxWidth: 600, mt: 2 }}>
      <Title title="Mes e-mails" />
      <SectionCard title="Mes e-mails">
        <WhenLoaded {...useRead('GET /desk/session/mail')}>
          {({ mail, told, reminded, on }) =>
            told ? (
              <Stack spacing={2}>
                <Typography color="textSecondary">
                  {
                    'Ce qui arrive pour vos résidences (demandes, orientations et, pour la direction, réclamations et candidatures) peut vous être annoncé par e-mail. Ils contiennent des liens, et aucune donnée personnelle. Sauf «\u202FJamais\u202F», la direction est aussi avertie quand une famille attend son premier appel depuis plus de deux fois le délai prévu.'
                  }
                </Typography>
                {reminded && (
                  <Typography>
                    {
                      'Les demandes d’exercice de droits figurent dans le point du matin pendant les dix jours avant leur échéance, sauf si vous choisissez «\u00A0Jamais\u00A0».'
                    }
                  </Typography>
                )}
                {looksAfterTokens && (
                  <Typography>
                    La fin d’un jeton de partenaire figure dans le point du matin pendant les sept derniers
                    jours, sauf si vous choisissez « Jamais ».
                  </Typography>
                )}
                {!on && (
                  <Alert severity="info">
                    L’envoi d’e-mails n’est pas activé sur ce service. Votre choix comptera dès qu’il le sera.
                  </Alert>
                )}
                <SendForm
                  text="Enregistrer"
                  values={{ mail }}
                  send={(chosen) => request('PUT /desk/session/mail', { mail: chosen.mail })}
                  done="Choix enregistré."
                >
                  <RadioButtonGroupInput
                    source="mail"
                    label="Quand être averti"
                    row={false}
                    choices={choices}
                  />
                </SendForm>
              </Stack>
            ) : (
              <Alert severity="info">
                {
                  'Votre rôle ne reçoit pas ces e-mails\u00A0: ils sont pour la direction et le service commercial.'
                }
              </Alert>
            )
          }
        </WhenLoaded>
      </SectionCard>
      <AwayCard />
    </Stack>
  );
}

const change = 'PUT /desk/session/away';

function AwayCard() {
  return (
    <SectionCard title="Mon absence">
      <Typography color="textSecondary">
        Pendant ces jours, aucune demande ne vous est confiée à tour de rôle.
      </Typography>
      <WhenLoaded {...useRead('GET /desk/session/away')}>
        {({ away }) => (
          <SendForm
            // The key brings a saved absence into the form.
            key={JSON.stringify(away)}
            text="Noter l’absence"
            values={{ ...away }}
            send={({ from, until }) => request(change, { away: { from, until } })}
            done="Absence notée."
            act={
              away !== null && (
                <ActButton
                  text="Je suis là : l’effacer"
                  onAct={() => request(change, { away: null })}
                  done="Absence effacée."
                />
              )
            }
          >
            <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ columnGap: 2 }}>
              <DateInput source="from" label="Du" validate={required()} />
              <DateInput source="until" label="Au" validate={required()} />
            </Stack>
          </SendForm>
        )}
      </WhenLoaded>
    </SectionCard>
  );
}
