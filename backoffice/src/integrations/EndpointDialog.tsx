import { useState } from 'react';
import {
  CheckboxGroupInput,
  required,
  SelectInput,
  TextInput,
  useGetList,
  useRefresh,
  useTranslate,
} from 'react-admin';
import { request } from '../api/client.ts';
import type { Caller, Endpoint } from '../api/responses.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { ShownOnceDialog } from '../ui/ShownOnceDialog.tsx';

const events = ['processed', 'action', 'result', 'updated', 'erased', 'test'] as const;

interface Props {
  /** Undefined for a new one. */
  readonly endpoint?: Endpoint;
  readonly onClose: () => void;
}

/** Adds or edits an endpoint. */
export function EndpointDialog({ endpoint, onClose }: Props) {
  const translate = useTranslate();
  const t = useTexts('integrations.endpoints');
  const refresh = useRefresh();
  const { data: callers = [] } = useGetList<Caller>('callers');
  const [secret, setSecret] = useState<string>();

  if (secret !== undefined) {
    const shown = [{ label: t('secret'), value: secret }];
    return <ShownOnceDialog title={t('added')} intro={t('secretKept')} shown={shown} onClose={onClose} />;
  }
  return (
    <FormDialog
      title={t(endpoint === undefined ? 'add' : 'edit')}
      submit={translate(endpoint === undefined ? 'ra.action.add' : 'ra.action.save')}
      values={{ url: endpoint?.url ?? '', events: endpoint?.events ?? events }}
      onClose={onClose}
      onSubmit={async ({ callerId, url, events: chosen }) => {
        // Null also selects events added in the future.
        const body = { url, events: chosen.length === events.length ? null : chosen };
        if (endpoint === undefined) {
          const added = await request('POST /desk/callers/:id/endpoints', { id: callerId, ...body });
          setSecret(added.secret);
        } else {
          await request('PATCH /desk/endpoints/:id', { id: endpoint.id, ...body });
          onClose();
        }
        refresh();
      }}
    >
      {endpoint === undefined && (
        <SelectInput
          source="callerId"
          label={t('caller')}
          choices={callers}
          translateChoice={false}
          validate={required()}
        />
      )}
      <TextInput source="url" type="url" label={t('url')} helperText={t('urlHelp')} validate={required()} />
      <CheckboxGroupInput
        source="events"
        label={t('events')}
        validate={required()}
        choices={events.map((id) => ({ id, name: `accueil.integrations.events.${id}` }))}
      />
    </FormDialog>
  );
}
