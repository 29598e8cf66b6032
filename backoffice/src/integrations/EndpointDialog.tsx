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
import type { Caller, Endpoint } from '../api/answers.ts';
import { change } from '../api/client.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { ShownOnceDialog } from '../ui/ShownOnceDialog.tsx';

const events = ['processed', 'action', 'result', 'updated', 'erased', 'test'] as const;

interface Props {
  /** The one to change; a new one without it. */
  readonly endpoint?: Endpoint;
  readonly onClose: () => void;
}

/** A new endpoint, or another address or choice of events for one that is there. */
export function EndpointDialog({ endpoint, onClose }: Props) {
  const translate = useTranslate();
  const say = (key: string) => translate(`accueil.integrations.endpoints.${key}`);
  const refresh = useRefresh();
  const { data: callers = [] } = useGetList<Caller>('callers');
  const [secret, setSecret] = useState<string>();

  if (secret !== undefined) {
    const shown = [{ label: say('secret'), value: secret }];
    return <ShownOnceDialog title={say('added')} shown={shown} onClose={onClose} />;
  }
  return (
    <FormDialog
      title={say(endpoint === undefined ? 'add' : 'edit')}
      submit={translate(endpoint === undefined ? 'ra.action.add' : 'ra.action.save')}
      values={{ url: endpoint?.url ?? '', events: endpoint?.events ?? events }}
      onClose={onClose}
      onSubmit={async ({ callerId, url, events: chosen }) => {
        // All of them: those that are still to come as well.
        const body = { url, events: chosen.length === events.length ? null : chosen };
        if (endpoint === undefined) {
          const added = await change('POST', `/desk/callers/${callerId}/endpoints`, body);
          setSecret(added.secret);
        } else {
          await change('PATCH', `/desk/endpoints/${endpoint.id}`, body);
          onClose();
        }
        refresh();
      }}
    >
      {endpoint === undefined && (
        <SelectInput
          source="callerId"
          label={say('caller')}
          choices={callers}
          translateChoice={false}
          validate={required()}
        />
      )}
      <TextInput
        source="url"
        type="url"
        label={say('url')}
        helperText={say('urlHelp')}
        validate={required()}
      />
      <CheckboxGroupInput
        source="events"
        label={say('events')}
        validate={required()}
        choices={events.map((id) => ({ id, name: `accueil.integrations.events.${id}` }))}
      />
    </FormDialog>
  );
}
