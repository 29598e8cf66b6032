import { DateInput, RadioButtonGroupInput, required, TextInput } from 'react-admin';
import { request } from '../../api/client.ts';
import type { HoldKind } from '../../api/privacy-responses.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';

const kinds: readonly HoldKind[] = ['hold', 'limitation'];

interface Props {
  readonly entryIds: readonly number[];
  readonly requestId?: number;
  readonly kind?: HoldKind;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Keeps entries from being erased until a day, for a reason. */
export function HoldDialog({ entryIds, requestId, kind = 'hold', onClose, onDone }: Props) {
  const t = useTexts('privacy.hold');
  return (
    <FormDialog
      title={t('title', { smart_count: entryIds.length })}
      submit={t('submit')}
      values={{ kind }}
      wrong={t('wrong')}
      onClose={onClose}
      onSubmit={async ({ kind: chosen, reason, until }) => {
        const body = { kind: chosen, reason, until, ...(requestId !== undefined && { requestId }) };
        for (const id of entryIds) await request('POST /desk/privacy/entries/:id/holds', { id, ...body });
        onDone();
      }}
    >
      <RadioButtonGroupInput
        source="kind"
        label={t('kind')}
        row={false}
        choices={kinds.map((id) => ({ id, name: `accueil.privacy.hold.kinds.${id}` }))}
        validate={required()}
      />
      <TextInput
        source="reason"
        label={t('reason')}
        multiline
        validate={required()}
        helperText={t('reasonHelp')}
      />
      <DateInput source="until" label={t('until')} validate={required()} helperText={t('untilHelp')} />
    </FormDialog>
  );
}
