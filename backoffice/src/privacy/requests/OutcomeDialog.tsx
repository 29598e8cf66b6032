import { FormDataConsumer, RadioButtonGroupInput, required, TextInput, useTranslate } from 'react-admin';
import { request } from '../../api/client.ts';
import type { RequestEntry } from '../../api/privacy-responses.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';

const outcomes: readonly RequestEntry['state'][] = ['found', 'done', 'refused'];

interface Props {
  readonly requestId: number;
  readonly entry: RequestEntry;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Says what became of one entry for a request; a refusal has a reason. */
export function OutcomeDialog({ requestId, entry: { entryId, state, reason }, onClose, onDone }: Props) {
  const translate = useTranslate();
  const t = useTexts('privacy.request.entries');
  return (
    <FormDialog
      title={t('outcomeOf', { id: entryId })}
      submit={translate('ra.action.save')}
      values={{ state, reason }}
      onClose={onClose}
      onSubmit={async (typed) => {
        const body = { state: typed.state, ...(typed.state === 'refused' && { reason: typed.reason }) };
        await request('PATCH /desk/privacy/requests/:id/entries/:entryId', {
          id: requestId,
          entryId,
          ...body,
        });
        onDone();
      }}
    >
      <RadioButtonGroupInput
        source="state"
        label={t('outcome')}
        row={false}
        choices={outcomes.map((id) => ({ id, name: `accueil.privacy.request.outcomes.${id}` }))}
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
    </FormDialog>
  );
}
