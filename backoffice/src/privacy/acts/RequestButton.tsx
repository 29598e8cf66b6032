import { Link as MuiLink } from '@mui/material';
import {
  DateInput,
  FormDataConsumer,
  RadioButtonGroupInput,
  required,
  SelectInput,
  TextInput,
} from 'react-admin';
import { Link, useNavigate } from 'react-router';
import { askerNames, channelNames, requestKindNames } from '../../../../server/src/french/labels.ts';
import { request } from '../../api/client.ts';
import type { Asker, Channel, RequestKind } from '../../api/privacy-responses.ts';
import type { InputOf } from '../../api/routes.ts';
import { choicesIn } from '../../i18n/choices.ts';
import { today } from '../../i18n/days.ts';
import { useErrorNotice } from '../../ui/error-text.ts';
import { FormButton, type FormOpener } from '../../ui/forms.tsx';
import { touched } from '../../ui/styles.ts';

const authorityTexts = {
  relative: 'Être de la famille ne suffit pas : sans mandat écrit, rien n’est remis ni effacé.',
  guardian: 'Par exemple : « jugement de tutelle du 3 mars 2026, tribunal d’Angers ».',
  'family-authorization': 'Par exemple : « habilitation familiale du 3 mars 2026 ».',
  agent: 'Par exemple : « mandat écrit du 3 mars 2026 ».',
  heir: 'Par exemple : « acte de notoriété du 3 mars 2026 ». Article 85 de la loi Informatique et Libertés.',
  representative: 'Par exemple : « autorité parentale, livret de famille montré ».',
};

export interface Found {
  /** Whom of each entry the request concerns, where that is known. */
  readonly entries: InputOf<'POST /desk/privacy/requests/:id/entries'>['entries'];
  /** What the person was searched by. */
  readonly criteria: InputOf<'POST /desk/privacy/requests/:id/searches'>['criteria'];
}

/** The service links, plans and erases no more entries at once. */
export const maxAtOnce = 200;

export async function addFound(id: number, { entries, criteria }: Found): Promise<void> {
  await request('POST /desk/privacy/requests/:id/searches', { id, criteria });
  for (let rest = entries; rest.length > 0; rest = rest.slice(maxAtOnce))
    await request('POST /desk/privacy/requests/:id/entries', { id, entries: rest.slice(0, maxAtOnce) });
}

/** Whether the asker acts for another person. */
const isForOther = (asker: unknown): asker is Exclude<Asker, 'self' | 'controller'> =>
  asker !== undefined && asker !== 'self' && asker !== 'controller';

/** Opens a request of a person, and its page. */
export function RequestButton({ found, ...button }: { readonly found?: Found } & FormOpener) {
  const navigate = useNavigate();
  const failed = useErrorNotice();
  return (
    <FormButton
      {...button}
      title="Nouvelle demande de droits"
      submit="Ouvrir la demande"
      values={{ channel: 'mail', receivedOn: today() }}
      isSticky
      send={async ({ kind, asker, person, represented, authority, receivedOn, channel }) => {
        const noted = { kind, asker, person, receivedOn, channel };
        const isFor = isForOther(asker) && { represented, ...(authority && { authority }) };
        const { id } = await request('POST /desk/privacy/requests', { ...noted, ...isFor });
        // The request is open: what could not be added can be searched for from its page.
        if (found !== undefined) await addFound(id, found).catch(failed);
        await navigate(`/privacy/requests/${id}`);
      }}
    >
      <RadioButtonGroupInput
        source="asker"
        label="Qui demande"
        row={false}
        choices={choicesIn<Asker>(askerNames)}
        validate={required()}
      />
      <FormDataConsumer>
        {({ formData: { asker } }) => (
          <>
            <TextInput
              source="person"
              label={
                asker === 'controller' ? 'Qui l’a décidé, et pourquoi' : 'Son nom, et comment lui répondre'
              }
              multiline
              validate={required()}
              helperText="Effacés cinq ans après la clôture."
            />
            {isForOther(asker) && (
              <>
                <TextInput source="represented" label="Pour qui" validate={required()} />
                <TextInput
                  source="authority"
                  label="Par quel acte, de quel jour"
                  {...(asker !== 'relative' && { validate: required() })}
                  helperText={authorityTexts[asker]}
                />
              </>
            )}
          </>
        )}
      </FormDataConsumer>
      <RadioButtonGroupInput
        source="kind"
        label="Droit exercé"
        choices={choicesIn<RequestKind>(requestKindNames)}
        validate={required()}
      />
      <DateInput source="receivedOn" label="Reçue le" validate={required()} />
      <SelectInput
        source="channel"
        label="Reçue par"
        choices={choicesIn<Channel>(channelNames)}
        validate={required()}
      />
    </FormButton>
  );
}

/** The request for which something was decided. */
export function RequestLink({ id }: { readonly id: number }) {
  return (
    <MuiLink component={Link} to={`/privacy/requests/${id}`} sx={touched}>
      {`Demande de droits n° ${id}`}
    </MuiLink>
  );
}
