import { Chip, Link as MuiLink } from '@mui/material';
import { SelectInput } from 'react-admin';
import { Link } from 'react-router';
import { refusalText } from '../../../server/src/french/refusals.ts';
import { request } from '../api/client.ts';
import type { Mail } from '../api/responses.ts';
import { choicesIn } from '../i18n/choices.ts';
import { format } from '../i18n/format.ts';
import { integrationsTexts } from '../i18n/integrations.ts';
import { textsOf, translate } from '../i18n/texts.ts';
import { ActButton } from '../ui/ActButton.tsx';
import { AdminList } from '../ui/AdminList.tsx';
import { Row, Rows } from '../ui/Rows.tsx';
import { SectionHead } from '../ui/SectionHead.tsx';

const t = textsOf('integrations.mails');

/** Notices to staff, or letters to persons, newest first. */
export function MailList() {
  return (
    <>
      <SectionHead title={translate('accueil.integrations.tabs.mails')} />
      <AdminList<Mail>
        resource="mails"
        filters={[
          <SelectInput
            key="state"
            source="state"
            label={t('state')}
            choices={choicesIn<Mail['state']>(integrationsTexts.mails.states)}
            alwaysOn
          />,
          <SelectInput
            key="to"
            source="to"
            label={t('recipients')}
            choices={choicesIn<'staff' | 'people'>(integrationsTexts.mails.kinds)}
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
      name={subject ?? t(`uses.${use ?? 'free'}`)}
      marks={<Chip size="small" variant="outlined" color={colors[state]} label={t(`states.${state}`)} />}
      notes={[
        to !== null && t(channel === 'sms' ? 'smsTo' : 'to', { to }),
        format.dotted(
          t('written', { at: format.moment(createdAt) }),
          t('attempts', { smart_count: attempts }),
          nextAt !== null && t('next', { at: format.moment(nextAt) }),
        ),
        cause !== null && (refusalText(cause) ?? t('cause', { cause })),
        entryId !== null && (
          <MuiLink key="entry" component={Link} to={`/leads/${entryId}`}>
            {t('entry', { id: entryId })}
          </MuiLink>
        ),
      ]}
      acts={
        state === 'failed' &&
        !secret &&
        to !== null && (
          <ActButton
            texts="integrations.mails.resend"
            options={{ to, subject, at: format.moment(createdAt) }}
            onAct={() => request('POST /desk/mails/:id/resend', { id })}
          />
        )
      }
    />
  );
}
