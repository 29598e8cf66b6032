import { useState } from 'react';
import { FormDataConsumer, RadioButtonGroupInput, TextInput, useRefresh, useTranslate } from 'react-admin';
import { FormDialog } from '../administration/FormDialog.tsx';
import { ShownOnceDialog } from '../administration/ShownOnceDialog.tsx';
import { change } from '../desk/client.ts';
import type { Caller } from './integrations.ts';

interface Props {
  readonly caller: Caller;
  readonly onClose: () => void;
}

/** Another password for a caller, shown once. */
export function NewPasswordDialog({ caller, onClose }: Props) {
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
        const added = await change<{ readonly password: string }>(
          'POST',
          `/desk/callers/${caller.id}/passwords`,
          { scope, ...(scope === 'browser' && { origins: originsIn(origins ?? '') }) },
        );
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
