import { useState } from 'react';
import {
  FormDataConsumer,
  RadioButtonGroupInput,
  required,
  TextInput,
  useRefresh,
  useTranslate,
} from 'react-admin';
import { request } from '../api/client.ts';
import type { Caller } from '../api/responses.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { type ShownOnce, ShownOnceDialog } from '../ui/ShownOnceDialog.tsx';
import { LabelInput } from './CredentialRow.tsx';

/** Adds a caller. Its first password and its endpoint's secret are shown once. */
export function NewCallerDialog({ onClose }: { readonly onClose: () => void }) {
  const translate = useTranslate();
  const t = useTexts('integrations.callers');
  const refresh = useRefresh();
  const [shown, setShown] = useState<readonly ShownOnce[]>();

  if (shown !== undefined) return <ShownOnceDialog title={t('added')} shown={shown} onClose={onClose} />;
  return (
    <FormDialog
      title={t('add')}
      submit={translate('ra.action.add')}
      onClose={onClose}
      onSubmit={async ({ name, webhook }) => {
        const added = await request('POST /desk/callers', { name, webhook: webhook ?? null });
        setShown([
          { label: t('password'), value: added.password },
          ...(added.webhookSecret === null ? [] : [{ label: t('secret'), value: added.webhookSecret }]),
        ]);
        refresh();
      }}
    >
      <TextInput source="name" label={t('name')} helperText={t('nameHelp')} validate={required()} />
      <TextInput source="webhook" type="url" label={t('webhook')} helperText={t('webhookHelp')} />
    </FormDialog>
  );
}

interface NewPasswordDialogProps {
  readonly caller: Caller;
  readonly onClose: () => void;
}

/** Adds a password to a caller, shown once. */
export function NewPasswordDialog({ caller, onClose }: NewPasswordDialogProps) {
  const t = useTexts('integrations.callers');
  const refresh = useRefresh();
  const [password, setPassword] = useState<string>();

  if (password !== undefined) {
    const shown = [{ label: t('password'), value: password }];
    return <ShownOnceDialog title={t('passwordAdded')} shown={shown} onClose={onClose} />;
  }
  return (
    <FormDialog
      title={t('newPassword', { name: caller.name })}
      submit={t('makePassword')}
      values={{ scope: 'browser' }}
      onClose={onClose}
      onSubmit={async ({ scope, origins, label }) => {
        const added = await request('POST /desk/callers/:id/passwords', {
          id: caller.id,
          scope,
          label: label || null,
          ...(scope === 'browser' && { origins: originsIn(origins ?? '') }),
        });
        setPassword(added.password);
        refresh();
      }}
    >
      <LabelInput />
      <RadioButtonGroupInput
        source="scope"
        label={t('scope')}
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
              label={t('originsLabel')}
              helperText={t('originsHelp')}
              multiline
              minRows={2}
            />
          )
        }
      </FormDataConsumer>
    </FormDialog>
  );
}

/** Splits typed origins at spaces, lines, commas and semicolons. */
function originsIn(typed: string): string[] {
  return typed.split(/[\s,;]+/).filter((origin) => origin !== '');
}
