import { Button } from '@mui/material';
import { useRef, useState } from 'react';
import {
  DateInput,
  FormDataConsumer,
  RadioButtonGroupInput,
  required,
  SelectInput,
  TextInput,
} from 'react-admin';
import { useNavigate } from 'react-router';
import { request } from '../../api/client.ts';
import type { Asker, Channel, RequestKind } from '../../api/privacy-responses.ts';
import type { InputOf } from '../../api/routes.ts';
import { choicesIn } from '../../i18n/choices.ts';
import { today } from '../../i18n/days.ts';
import { privacyTexts } from '../../i18n/privacy.ts';
import { textsOf } from '../../i18n/texts.ts';
import type { FormOpener } from '../../ui/FormButton.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';

const t = textsOf('privacy.request');

const texts = privacyTexts.request;

/** Whether the asker acts for another person. */
const isForOther = (asker: unknown): asker is Exclude<Asker, 'self' | 'controller'> =>
  asker !== undefined && asker !== 'self' && asker !== 'controller';

interface Props {
  /** Entries that the request is about, and whom of them it concerns where that is known. */
  readonly entries?: InputOf<'POST /desk/privacy/requests/:id/entries'>['entries'];
  /** The user of the desk whom it is about. */
  readonly userId?: number | undefined;
  /** What the person was searched by before. */
  readonly criteria?: InputOf<'POST /desk/privacy/requests/:id/searches'>['criteria'];
}

/** Opens a request of a person, and its page. */
export function RequestButton({ entries, userId, criteria, text, ...button }: Props & FormOpener) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {text}
      </Button>
      {isOpen && <RequestDialog {...{ entries, userId, criteria }} onClose={() => setOpen(false)} />}
    </>
  );
}

function RequestDialog({
  entries = [],
  userId,
  criteria = [],
  onClose,
}: Props & { readonly onClose: () => void }) {
  const navigate = useNavigate();
  /** Opened already, when only adding the entries has failed. */
  const opened = useRef<number>(undefined);
  return (
    <FormDialog
      title={t('new')}
      submit={t('open')}
      values={{ channel: 'mail', receivedOn: today() }}
      isSticky
      onClose={onClose}
      onSubmit={async ({ kind, asker, person, represented, authority, receivedOn, channel }) => {
        const noted = { kind, asker, person, receivedOn, channel };
        const isFor = isForOther(asker) && { represented, ...(authority && { authority }) };
        opened.current ??= (await request('POST /desk/privacy/requests', { ...noted, ...isFor })).id;
        const id = opened.current;
        if (criteria.length > 0) await request('POST /desk/privacy/requests/:id/searches', { id, criteria });
        if (userId !== undefined) await request('POST /desk/privacy/requests/:id/user', { id, userId });
        if (entries.length > 0) await request('POST /desk/privacy/requests/:id/entries', { id, entries });
        await navigate(`/privacy/requests/${id}`);
      }}
    >
      <RadioButtonGroupInput
        source="asker"
        label={t('asker')}
        row={false}
        choices={choicesIn<Asker>(texts.askers)}
        validate={required()}
      />
      <FormDataConsumer>
        {({ formData: { asker } }) => (
          <>
            <TextInput
              source="person"
              label={t(asker === 'controller' ? 'decidedBy' : 'person')}
              multiline
              fullWidth
              validate={required()}
              helperText={t('personHelp')}
            />
            {isForOther(asker) && (
              <>
                <TextInput source="represented" label={t('represented')} fullWidth validate={required()} />
                <TextInput
                  source="authority"
                  label={t('identity.authority')}
                  fullWidth
                  {...(asker !== 'relative' && { validate: required() })}
                  helperText={t(`authorities.${asker}`)}
                />
              </>
            )}
          </>
        )}
      </FormDataConsumer>
      <RadioButtonGroupInput
        source="kind"
        label={t('kind')}
        choices={choicesIn<RequestKind>(texts.kinds)}
        validate={required()}
      />
      <DateInput source="receivedOn" label={t('receivedOn')} validate={required()} />
      <SelectInput
        source="channel"
        label={t('channel')}
        choices={choicesIn<Channel>(texts.channels)}
        validate={required()}
      />
    </FormDialog>
  );
}
