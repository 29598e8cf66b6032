import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import { Alert, Box, FormControlLabel, Link, Stack, Switch, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { Confirm, NumberInput, required, TextInput } from 'react-admin';
import { request } from '../api/client.ts';
import { useNotedDownload, useRead } from '../api/queries.ts';
import type { Conversions } from '../api/responses.ts';
import { format } from '../i18n/format.ts';
import { Facts } from '../ui/Facts.tsx';
import { ActButton, FormButton, useSend } from '../ui/forms.tsx';
import { SectionCard } from '../ui/SectionCard.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';

export function ConversionsTab() {
  return (
    <WhenLoaded {...useRead('GET /desk/conversions')}>
      {(conversions) => (
        <Stack spacing={2}>
          <Typography color="textSecondary" sx={{ maxWidth: 760 }}>
            Quand une famille vient d’une annonce, le compte publicitaire peut savoir ce que sa demande est
            devenue : un contact qualifié, une admission. Il ne reçoit que l’identifiant du clic, un nom
            neutre et une date, jamais un nom, une adresse ou un numéro de téléphone.
          </Typography>
          {!conversions.on && <Alert severity="info">L’export est désactivé : rien ne sort.</Alert>}
          <ChoicesCard conversions={conversions} />
          <AccessCard conversions={conversions} />
          <CountsCard conversions={conversions} />
        </Stack>
      )}
    </WhenLoaded>
  );
}

const milestoneTexts = { qualified: 'Contact qualifié', admitted: 'Admission réalisée' };

const milestones = ['qualified', 'admitted'] as const;

function ChoicesCard({ conversions }: { readonly conversions: Conversions }) {
  const { on, consentAssured, qualified, admitted } = conversions;
  const named = ({ name, value }: Conversions['qualified']) =>
    value === null ? name : `${name} · ${euros.format(value)}`;
  return (
    <SectionCard title="Réglages" act={<NamesButton conversions={conversions} />}>
      <Choice name="on" chosen={on} />
      <Choice name="consentAssured" chosen={consentAssured} />
      <Facts
        facts={[
          ['Contact qualifié', named(qualified)],
          ['Admission réalisée', named(admitted)],
        ]}
      />
    </SectionCard>
  );
}

const choices = {
  on: {
    label: 'Exporter les conversions',
    help: 'Le compte publicitaire peut alors venir chercher le fichier ci-dessous.',
    question: 'Activer l’export ?',
    consequence:
      'Le compte publicitaire pourra chercher, pour chaque contact qualifié et chaque admission venus d’une annonce, l’identifiant du clic et la date. Vos familles doivent en être informées.',
    confirm: 'Activer l’export',
    switchedOn: 'Export activé.',
    switchedOff: 'Export désactivé : plus rien ne sort.',
  },
  consentAssured: {
    label: 'Nos sites n’envoient un identifiant de clic qu’avec le consentement',
    help: 'Compte pour les demandes qui ne disent rien du consentement. Un refus est toujours respecté.',
    question: 'Vos sites recueillent-ils vraiment le consentement ?',
    consequence:
      'En l’activant, vous déclarez que chacun de vos sites n’envoie un identifiant de clic qu’après l’accord du visiteur. Les demandes qui ne disent rien du consentement partiront alors vers le compte publicitaire.',
    confirm: 'Oui, je le déclare',
    switchedOn: 'Noté : sans indication, le consentement est acquis.',
    switchedOff: 'Noté : sans indication, la conversion est retenue.',
  },
};

function Choice({ name, chosen }: { readonly name: keyof typeof choices; readonly chosen: boolean }) {
  const { label, help, question, consequence, confirm, switchedOn, switchedOff } = choices[name];
  const { send, isBusy } = useSend();
  const [isAsking, setAsking] = useState(false);
  const id = useId();
  const turn = () =>
    send(() => request('PATCH /desk/conversions', { [name]: !chosen }), chosen ? switchedOff : switchedOn);
  return (
    <>
      <FormControlLabel
        label={label}
        control={
          <Switch
            checked={chosen}
            disabled={isBusy}
            slotProps={{ input: { 'aria-describedby': id } }}
            onChange={() => (chosen ? void turn() : setAsking(true))}
          />
        }
      />
      {/* Only what makes more data leave is asked about. */}
      <Confirm
        isOpen={isAsking}
        title={question}
        content={consequence}
        confirm={confirm}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void turn();
        }}
      />
      <Typography id={id} variant="body2" color="textSecondary" sx={{ mb: 2, maxWidth: 720 }}>
        {help}
      </Typography>
    </>
  );
}

/** Edits the names and values of conversions in the advertising account. */
function NamesButton({ conversions }: { readonly conversions: Conversions }) {
  return (
    <FormButton
      text="Modifier les noms et valeurs"
      size="small"
      values={{ qualified: conversions.qualified, admitted: conversions.admitted }}
      send={({ qualified, admitted }) => request('PATCH /desk/conversions', { qualified, admitted })}
    >
      {milestones.map((milestone) => (
        <fieldset key={milestone} style={{ border: 0, margin: 0, padding: 0 }}>
          <legend style={{ marginBottom: 8 }}>{milestoneTexts[milestone]}</legend>
          <TextInput
            source={`${milestone}.name`}
            label="Nom dans le compte publicitaire"
            helperText="Exactement celui de l’action de conversion. Rien qui parle de santé."
            slotProps={{ htmlInput: { maxLength: 100 } }}
            validate={required()}
          />
          <NumberInput
            source={`${milestone}.value`}
            label="Valeur en euros (facultative)"
            helperText="Vide : celle du compte publicitaire."
            min={0}
            fullWidth
            step={0.01}
          />
        </fieldset>
      ))}
    </FormButton>
  );
}

const euros = new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' });

/** The address and the password for the advertising account, and the file for downloading by hand. */
function AccessCard({ conversions }: { readonly conversions: Conversions }) {
  const { on, url, userName, passwordMadeAt, pulledAt } = conversions;
  const noteDownload = useNotedDownload();
  return (
    <SectionCard
      title="Ce que le compte publicitaire vient chercher"
      act={
        <Box>
          <ActButton
            {...(passwordMadeAt === null
              ? { text: 'Créer un mot de passe' }
              : {
                  text: 'Changer le mot de passe',
                  title: 'Changer le mot de passe ?',
                  content:
                    'L’ancien est refusé dès maintenant : reportez le nouveau dans le compte publicitaire. Rien n’est perdu entre-temps.',
                })}
            color="primary"
            onAct={() => request('POST /desk/conversions/password')}
            once={({ password }) => ({
              title: 'Mot de passe créé',
              shown: [{ label: 'Mot de passe', value: password }],
            })}
          />
          {passwordMadeAt !== null && (
            <ActButton
              text="Révoquer"
              title="Révoquer le mot de passe ?"
              content="Personne ne pourra plus venir chercher le fichier, jusqu’à ce que vous en créiez un autre."
              done="Mot de passe révoqué."
              onAct={() => request('DELETE /desk/conversions/password')}
            />
          )}
        </Box>
      }
    >
      {!url.startsWith('https:') && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          Ce service n’est pas servi en https : un compte publicitaire ne viendra pas y chercher de fichier.
        </Alert>
      )}
      <Facts
        facts={[
          ['Adresse du fichier', url],
          ['Nom d’utilisateur', userName],
          [
            'Mot de passe',
            passwordMadeAt === null
              ? 'aucun : personne ne peut venir chercher le fichier'
              : `créé le ${format.moment(passwordMadeAt)}`,
          ],
          ['Dernier passage', pulledAt === null ? 'aucun' : format.moment(pulledAt)],
        ]}
      />
      {on && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
          <Link href="/desk/conversions/file" download="google-ads.csv" onClick={noteDownload}>
            <DownloadOutlined fontSize="inherit" sx={{ verticalAlign: 'middle', mr: 0.5 }} />
            Télécharger le fichier
          </Link>{' '}
          Ce qui est téléchargé compte comme transmis.
        </Typography>
      )}
    </SectionCard>
  );
}

/** How many conversions the file holds now, and how many were served. */
function CountsCard({ conversions }: { readonly conversions: Conversions }) {
  const { ready, served } = conversions;
  return (
    <SectionCard title="En chiffres">
      <Facts
        facts={[
          [
            'Prêtes à transmettre',
            `${format.total(ready)} dans le fichier, dont ${format.number(ready.unserved)} pour la première fois`,
          ],
          ['Transmises depuis un an', format.total(served)],
        ]}
      />
    </SectionCard>
  );
}
