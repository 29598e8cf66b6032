import Add from '@mui/icons-material/Add';
import { BooleanInput, FormDataConsumer, RadioButtonGroupInput, required, TextInput } from 'react-admin';
import { request } from '../api/client.ts';
import type { Caller } from '../api/responses.ts';
import { textsOf } from '../i18n/texts.ts';
import { AddButton, FormButton } from '../ui/FormButton.tsx';
import { LabelInput } from './CredentialCard.tsx';

const t = textsOf('integrations.callers');

/** Adds a caller. Its first password and its endpoint's secret are shown once. */
export function NewCallerButton() {
  return (
    <AddButton
      text={t('add')}
      send={({ name, webhook }) => request('POST /desk/callers', { name, webhook: webhook ?? null })}
      once={({ password, webhookSecret }) => ({
        title: t('added'),
        shown: [
          { label: t('password'), value: password },
          ...(webhookSecret === null ? [] : [{ label: t('secret'), value: webhookSecret }]),
        ],
      })}
    >
      <TextInput source="name" label={t('name')} helperText={t('nameHelp')} validate={required()} />
      <TextInput source="webhook" type="url" label={t('webhook')} helperText={t('webhookHelp')} />
    </AddButton>
  );
}

/** Adds a password to a caller, shown once. */
export function NewPasswordButton({ caller: { id, name } }: { readonly caller: Caller }) {
  return (
    <FormButton
      texts="integrations.callers.addPassword"
      options={{ name }}
      size="small"
      startIcon={<Add />}
      values={{ scope: 'browser', receipts: false }}
      send={({ scope, origins, label, receipts }) =>
        request('POST /desk/callers/:id/passwords', {
          id,
          scope,
          label: label || null,
          receipts: receipts === true,
          ...(scope === 'browser' && { origins: originsIn(origins ?? '') }),
        })
      }
      once={({ password }) => ({
        title: t('passwordAdded'),
        shown: [{ label: t('password'), value: password }],
      })}
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
              validate={required()}
              label={t('originsLabel')}
              helperText={t('originsHelp')}
              multiline
              minRows={2}
            />
          )
        }
      </FormDataConsumer>
      <BooleanInput source="receipts" label={t('receipts')} helperText={t('receiptsHelp')} />
    </FormButton>
  );
}

/** Splits typed origins at spaces, lines, commas and semicolons. */
function originsIn(typed: string): string[] {
  return typed.split(/[\s,;]+/).filter((origin) => origin !== '');
}
