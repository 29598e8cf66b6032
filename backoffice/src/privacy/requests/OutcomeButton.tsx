import { FormDataConsumer, RadioButtonGroupInput, required, TextInput } from 'react-admin';
import { request } from '../../api/client.ts';
import type { RequestEntry } from '../../api/privacy-responses.ts';
import { textsOf } from '../../i18n/texts.ts';
import { FormButton } from '../../ui/FormButton.tsx';

const t = textsOf('privacy.request.entries');

const outcomes: readonly RequestEntry['state'][] = ['found', 'done', 'refused'];

interface Props {
  readonly requestId: number;
  readonly entry: RequestEntry;
}

/** Says what became of one entry for a request; a refusal has a reason. */
export function OutcomeButton({ requestId: id, entry: { entryId, state: before, reason: why } }: Props) {
  return (
    <FormButton
      size="small"
      text={t('outcome')}
      label={t('outcomeOf', { id: entryId })}
      title={t('outcomeOf', { id: entryId })}
      values={{ state: before, reason: why }}
      send={({ state, reason }) => {
        const refusal = state === 'refused' ? { reason } : {};
        const body = { id, entryId, state, ...refusal };
        return request('PATCH /desk/privacy/requests/:id/entries/:entryId', body);
      }}
      done="accueil.privacy.request.saved"
    >
      <RadioButtonGroupInput
        source="state"
        label={t('outcome')}
        row={false}
        choices={outcomes.map((state) => ({ id: state, name: `accueil.privacy.request.outcomes.${state}` }))}
        validate={required()}
      />
      <FormDataConsumer>
        {({ formData }) =>
          formData.state === 'refused' && (
            <TextInput
              source="reason"
              label={t('reason')}
              multiline
              validate={required()}
              helperText="accueil.privacy.noName"
            />
          )
        }
      </FormDataConsumer>
    </FormButton>
  );
}
