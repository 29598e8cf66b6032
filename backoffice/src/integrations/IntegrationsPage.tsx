import Add from '@mui/icons-material/Add';
import { Box, Chip, Link as MuiLink } from '@mui/material';
import { DateInput, required, SelectInput, TextInput, Title } from 'react-admin';
import { Link, Navigate, Route, Routes } from 'react-router';
import { counted } from '../../../server/src/french/dates.ts';
import { refusalText } from '../../../server/src/french/refusals.ts';
import { request } from '../api/client.ts';
import { useRead } from '../api/queries.ts';
import type { Mail, Partner } from '../api/responses.ts';
import { choicesIn } from '../i18n/choices.ts';
import { today } from '../i18n/days.ts';
import { format } from '../i18n/format.ts';
import type { ShownOnceProps } from '../ui/dialogs.tsx';
import { ActButton, AddButton, FormButton } from '../ui/forms.tsx';
import { RouteTabs } from '../ui/RouteTabs.tsx';
import { AdminList, Row, RowList } from '../ui/Rows.tsx';
import { SectionHead } from '../ui/SectionCard.tsx';
import { CallerFieldsPage, CallerList } from './CallerList.tsx';
import { CredentialCard, LabelInput } from './CredentialCard.tsx';
import { DeliveryList, DeliveryShow } from './DeliveryList.tsx';
import { EndpointList } from './EndpointList.tsx';

const tabs = [
  { to: '/integrations', text: 'Sites et prestataires' },
  { to: '/integrations/endpoints', text: 'Webhooks' },
  { to: '/integrations/deliveries', text: 'Envois aux sites' },
  { to: '/integrations/partners', text: 'Partenaires' },
  { to: '/integrations/mails', text: 'E-mails' },
];

/** Callers, endpoints, deliveries, partners and mails, each in a tab. */
export function IntegrationsPage() {
  return (
    <Box sx={{ mt: 1, mb: 4 }}>
      <Title title="Intégrations" />
      <RouteTabs label="Intégrations" tabs={tabs} />
      <Routes>
        <Route path="/" element={<CallerList />} />
        <Route path="/callers/:id" element={<CallerFieldsPage />} />
        <Route path="/endpoints" element={<EndpointList />} />
        <Route path="/deliveries" element={<DeliveryList />} />
        <Route path="/deliveries/:id" element={<DeliveryShow />} />
        <Route path="/partners" element={<PartnerList />} />
        <Route path="/mails" element={<MailList />} />
        <Route path="*" element={<Navigate to="/integrations" replace />} />
      </Routes>
    </Box>
  );
}

function PartnerList() {
  return (
    <RowList
      isCards
      {...useRead('GET /desk/partners')}
      title="Partenaires"
      act={
        <AddButton
          text="Ajouter un partenaire"
          send={({ slug }) => request('POST /desk/partners', { slug })}
          once={tokenShown}
        >
          <TextInput
            source="slug"
            label="Nom court"
            helperText="Il figure dans les adresses : minuscules sans accent, chiffres, - et _."
            validate={required()}
          />
        </AddButton>
      }
    >
      {(partner) => <PartnerCard partner={partner} />}
    </RowList>
  );
}

/** A new token, to show it once. */
const tokenShown = ({ token }: { readonly token: string }): ShownOnceProps => ({
  title: 'Jeton créé',
  shown: [{ label: 'Jeton', value: token }],
});

function PartnerCard({ partner }: { readonly partner: Partner }) {
  const endOf = ({ until }: Partner['tokens'][number]) =>
    until === null
      ? 'sans fin'
      : until < today()
        ? `terminé depuis le ${format.day(until)}`
        : `valable jusqu’au ${format.day(until)}`;

  return (
    <CredentialCard
      kind="tokens"
      owner={partner.slug}
      act={
        <FormButton
          text="Ajouter un jeton"
          title={`Nouveau jeton : ${partner.slug}`}
          submit="Créer le jeton"
          size="small"
          startIcon={<Add />}
          send={({ until, label }) =>
            request('POST /desk/partners/:id/tokens', {
              id: partner.id,
              until: until || null,
              label: label || null,
            })
          }
          once={tokenShown}
        >
          <LabelInput />
          <DateInput source="until" label="Dernier jour de validité" helperText="Vide : sans fin." />
        </FormButton>
      }
      credentials={partner.tokens.map((token) => ({ ...token, name: 'Jeton', detail: endOf(token) }))}
    />
  );
}

const useTexts = {
  free: 'Message à une personne',
  answer: 'Réponse',
  visit: 'Confirmation de visite',
  'visit-moved': 'Visite déplacée',
  'visit-cancelled': 'Visite annulée',
  reminder: 'Rappel de visite',
  receipt: 'Accusé de réception',
};
const stateTexts: Readonly<Record<Mail['state'], string>> = {
  pending: 'En route',
  sent: 'Envoyé',
  failed: 'Abandonné',
};

/** Notices to staff, or letters to persons, newest first. */
function MailList() {
  return (
    <>
      <SectionHead title="E-mails" />
      <AdminList<Mail>
        resource="mails"
        one="e-mail"
        none="Aucun e-mail ne correspond."
        filters={[
          <SelectInput key="state" source="state" label="État" choices={choicesIn(stateTexts)} alwaysOn />,
          <SelectInput
            key="to"
            source="to"
            label="Destinataires"
            choices={choicesIn({ staff: 'Personnel', people: 'Familles et candidats' })}
            format={(to?: string) => to || 'staff'}
            alwaysOn
          />,
        ]}
      >
        {(mail) => <MailRow mail={mail} />}
      </AdminList>
    </>
  );
}

const colors = { pending: 'info', sent: 'success', failed: 'error' } as const;

function MailRow({ mail }: { readonly mail: Mail }) {
  const { id, to, use, channel, subject, state, secret, entryId, attempts, createdAt, nextAt, cause } = mail;
  return (
    <Row
      name={subject ?? useTexts[use ?? 'free']}
      marks={<Chip size="small" variant="outlined" color={colors[state]} label={stateTexts[state]} />}
      notes={[
        to !== null && (channel === 'sms' ? `SMS au ${to}` : `À ${to}`),
        format.dotted(
          `Écrit le ${format.moment(createdAt)}`,
          counted(attempts, 'essai'),
          nextAt !== null && `prochain essai le ${format.moment(nextAt)}`,
        ),
        cause !== null && (refusalText(cause) ?? `Réponse du serveur : ${cause}`),
        entryId !== null && (
          <MuiLink key="entry" component={Link} to={`/leads/${entryId}`}>
            {`Fiche n° ${entryId}`}
          </MuiLink>
        ),
      ]}
      acts={
        state === 'failed' &&
        !secret &&
        to !== null && (
          <ActButton
            text="Renvoyer"
            label={`Renvoyer à ${to} : ${subject}, écrit le ${format.moment(createdAt)}`}
            done="L’e-mail repart."
            onAct={() => request('POST /desk/mails/:id/resend', { id })}
          />
        )
      }
    />
  );
}
