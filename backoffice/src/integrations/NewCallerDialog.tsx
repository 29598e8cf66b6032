import { useState } from 'react';
import { required, TextInput, useRefresh, useTranslate } from 'react-admin';
import { FormDialog } from '../administration/FormDialog.tsx';
import { type ShownOnce, ShownOnceDialog } from '../administration/ShownOnceDialog.tsx';
import { change } from '../desk/client.ts';

interface Added {
  readonly password: string;
  readonly webhookSecret: string | null;
}

/** A new caller: its first password, and the secret of its endpoint, are shown once. */
export function NewCallerDialog({ onClose }: { readonly onClose: () => void }) {
  const translate = useTranslate();
  const say = (key: string) => translate(`accueil.integrations.callers.${key}`);
  const refresh = useRefresh();
  const [shown, setShown] = useState<readonly ShownOnce[]>();

  if (shown !== undefined) return <ShownOnceDialog title={say('added')} shown={shown} onClose={onClose} />;
  return (
    <FormDialog
      title={say('add')}
      submit={translate('ra.action.add')}
      onClose={onClose}
      onSubmit={async ({ name, webhook }) => {
        const added = await change<Added>('POST', '/desk/callers', { name, webhook: webhook ?? null });
        setShown([
          { label: say('password'), value: added.password },
          ...(added.webhookSecret === null ? [] : [{ label: say('secret'), value: added.webhookSecret }]),
        ]);
        refresh();
      }}
    >
      <TextInput source="name" label={say('name')} helperText={say('nameHelp')} validate={required()} />
      <TextInput source="webhook" type="url" label={say('webhook')} helperText={say('webhookHelp')} />
    </FormDialog>
  );
}
