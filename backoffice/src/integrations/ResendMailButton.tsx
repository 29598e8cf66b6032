import { Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useAct } from '../administration/use-act.ts';
import { change } from '../desk/client.ts';
import { useFormat } from '../i18n/use-format.ts';
import type { Mail } from './integrations.ts';

/** Sends a mail again that was given up. */
export function ResendMailButton({ mail: { id, to, subject, createdAt } }: { readonly mail: Mail }) {
  const translate = useTranslate();
  const format = useFormat();
  const say = (key: string, options = {}) => translate(`accueil.integrations.mails.${key}`, options);
  const { act, isBusy } = useAct();
  return (
    <Button
      size="small"
      loading={isBusy}
      aria-label={say('resendThis', { to, subject, at: format.moment(createdAt) })}
      onClick={() =>
        act(() => change('POST', `/desk/mails/${id}/resend`), 'accueil.integrations.mails.resent')
      }
    >
      {say('resend')}
    </Button>
  );
}
