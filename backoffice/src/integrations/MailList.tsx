import { Chip, Link as MuiLink } from '@mui/material';
import { SelectInput } from 'react-admin';
import { Link } from 'react-router';
import { counted } from '../../../server/src/french/dates.ts';
import { refusalText } from '../../../server/src/french/refusals.ts';
import { request } from '../api/client.ts';
import type { Mail } from '../api/responses.ts';
import { choicesIn } from '../i18n/choices.ts';
import { format } from '../i18n/format.ts';
import { ActButton } from '../ui/ActButton.tsx';
import { AdminList } from '../ui/AdminList.tsx';
import { Row, Rows } from '../ui/Rows.tsx';
import { SectionHead } from '../ui/SectionHead.tsx';

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
export function MailList() {
  return (
    <>
      <SectionHead title="E-mails" />
      <AdminList<Mail>
        resource="mails"
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
        {(mails) => <Rows of={mails}>{(mail) => <MailRow mail={mail} />}</Rows>}
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
