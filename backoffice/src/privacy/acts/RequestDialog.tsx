import { useRef } from 'react';
import { DateInput, required, SelectInput, TextInput } from 'react-admin';
import { useNavigate } from 'react-router';
import { change } from '../../api/client.ts';
import { today } from '../../i18n/days.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { channels, requestKinds } from './request.ts';

interface Props {
  /** Entries that the request is about. */
  readonly entryIds?: readonly number[];
  readonly onClose: () => void;
}

/** Opens a request of a person, and its page. */
export function RequestDialog({ entryIds = [], onClose }: Props) {
  const t = useTexts('privacy.request');
  const navigate = useNavigate();
  /** Opened already, when only adding the entries has failed. */
  const opened = useRef<number>(undefined);
  return (
    <FormDialog
      title={t('new')}
      submit={t('open')}
      values={{ kind: 'erasure', channel: 'mail', receivedOn: today() }}
      isSticky
      onClose={onClose}
      onSubmit={async ({ kind, person, receivedOn, channel }) => {
        opened.current ??= (
          await change('POST', '/desk/privacy/requests', { kind, person, receivedOn, channel })
        ).id;
        if (entryIds.length > 0)
          await change('POST', `/desk/privacy/requests/${opened.current}/entries`, { entryIds });
        await navigate(`/privacy/requests/${opened.current}`);
      }}
    >
      <TextInput
        source="person"
        label={t('person')}
        multiline
        validate={required()}
        helperText={t('personHelp')}
        autoFocus
      />
      <SelectInput
        source="kind"
        label={t('kind')}
        choices={requestKinds.map((id) => ({ id, name: `accueil.privacy.request.kinds.${id}` }))}
        validate={required()}
      />
      <DateInput source="receivedOn" label={t('receivedOn')} validate={required()} />
      <SelectInput
        source="channel"
        label={t('channel')}
        choices={channels.map((id) => ({ id, name: `accueil.privacy.request.channels.${id}` }))}
        validate={required()}
      />
    </FormDialog>
  );
}
