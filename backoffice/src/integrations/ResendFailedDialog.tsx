import { Alert } from '@mui/material';
import { useState } from 'react';
import { DateTimeInput, required, useNotify, useRefresh } from 'react-admin';
import { request } from '../api/client.ts';
import { format, plural } from '../i18n/format.ts';
import { FormDialog } from '../ui/FormDialog.tsx';

interface Counted {
  readonly since: string;
  readonly count: number;
}

/** Resends every delivery that failed since a moment, after showing how many there are. */
export function ResendFailedDialog({ onClose }: { readonly onClose: () => void }) {
  const notify = useNotify();
  const refresh = useRefresh();
  const [counted, setCounted] = useState<Counted>();

  async function send(since: string) {
    const body = { since, dryRun: counted?.since !== since };
    const { count } = await request('POST /desk/deliveries/resend', body);
    if (body.dryRun) {
      setCounted({ since, count });
      return;
    }
    notify(`${format.number(count)} ${plural(count, 'envoi repart', 'envois repartent')}.`, {
      type: 'success',
    });
    refresh();
    onClose();
  }

  const count = counted?.count ?? 0;
  const isSure = counted !== undefined && counted.count > 0;
  return (
    <FormDialog
      title="Renvoyer tous les échecs depuis…"
      submit={
        isSure
          ? plural(count, 'Renvoyer cet envoi', `Renvoyer ces ${format.number(count)} envois`)
          : 'Compter'
      }
      onClose={onClose}
      onSubmit={({ since }) => send(new Date(since).toISOString())}
    >
      <DateTimeInput
        source="since"
        label="Depuis le"
        validate={required()}
        onChange={() => setCounted(undefined)}
      />
      {counted !== undefined && (
        <Alert severity={isSure ? 'info' : 'success'} role="status">
          {counted.count === 0
            ? 'Aucun envoi en échec depuis ce moment.'
            : `${format.number(count)} ${plural(count, 'envoi')} en échec depuis ce moment.`}
        </Alert>
      )}
    </FormDialog>
  );
}
