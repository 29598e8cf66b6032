import { useState } from 'react';
import {
  FormDataConsumer,
  RadioButtonGroupInput,
  required,
  TextInput,
  useRefresh,
  useTranslate,
} from 'react-admin';
import type { Caller } from '../api/answers.ts';
import { change } from '../api/client.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { type ShownOnce, ShownOnceDialog } from '../ui/ShownOnceDialog.tsx';

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
        const added = await change('POST', '/desk/callers', { name, webhook: webhook ?? null });
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

interface NewPasswordDialogProps {
  readonly caller: Caller;
  readonly onClose: () => void;
}

/** Another password for a caller, shown once. */
export function NewPasswordDialog({ caller, onClose }: NewPasswordDialogProps) {
  const translate = useTranslate();
  const say = (key: string, options = {}) => translate(`accueil.integrations.callers.${key}`, options);
  const refresh = useRefresh();
  const [password, setPassword] = useState<string>();

  if (password !== undefined) {
    const shown = [{ label: say('password'), value: password }];
    return <ShownOnceDialog title={say('passwordAdded')} shown={shown} onClose={onClose} />;
  }
  return (
    <FormDialog
      title={say('newPassword', { name: caller.name })}
      submit={say('makePassword')}
      values={{ scope: 'browser' }}
      onClose={onClose}
      onSubmit={async ({ scope, origins }) => {
        const added = await change('POST', `/desk/callers/${caller.id}/passwords`, {
          scope,
          ...(scope === 'browser' && { origins: originsIn(origins ?? '') }),
        });
        setPassword(added.password);
        refresh();
      }}
    >
      <RadioButtonGroupInput
        source="scope"
        label={say('scope')}
        row={false}
        choices={[
          { id: 'browser', name: 'accueil.integrations.callers.browserChoice' },
          { id: 'full', name: 'accueil.integrations.callers.fullChoice' },
        ]}
      />
      <FormDataConsumer>
        {({ formData }) =>
          formData.scope === 'browser' && (
            <TextInput
              source="origins"
              label={say('originsLabel')}
              helperText={say('originsHelp')}
              multiline
              minRows={2}
            />
          )
        }
      </FormDataConsumer>
    </FormDialog>
  );
}

/** The origins that are typed, one a line or with spaces or commas between them. */
function originsIn(typed: string): string[] {
  return typed.split(/[\s,;]+/).filter((origin) => origin !== '');
}
