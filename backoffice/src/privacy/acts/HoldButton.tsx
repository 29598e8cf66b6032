import { DateInput, RadioButtonGroupInput, required, TextInput } from 'react-admin';
import { request } from '../../api/client.ts';
import type { HoldKind } from '../../api/privacy-responses.ts';
import { choicesIn } from '../../i18n/choices.ts';
import { privacyTexts } from '../../i18n/privacy.ts';
import { textsOf } from '../../i18n/texts.ts';
import { FormButton, type FormOpener } from '../../ui/FormButton.tsx';

const t = textsOf('privacy.hold');

interface Props extends FormOpener {
  readonly entryIds: readonly number[];
  readonly requestId?: number;
  readonly kind?: HoldKind;
  /** Called when they are held. */
  readonly onDone?: () => void;
}

/** Keeps entries from being erased until a day, for a reason. */
export function HoldButton({ entryIds, requestId, kind = 'hold', onDone, ...button }: Props) {
  return (
    <FormButton
      {...button}
      title={t('title', { smart_count: entryIds.length })}
      submit={t('submit')}
      values={{ kind }}
      wrong={t('wrong')}
      send={async ({ kind: chosen, reason, until }) => {
        const body = { kind: chosen, reason, until, ...(requestId !== undefined && { requestId }) };
        for (const id of entryIds) await request('POST /desk/privacy/entries/:id/holds', { id, ...body });
        onDone?.();
      }}
      done="accueil.privacy.hold.done"
    >
      <RadioButtonGroupInput
        source="kind"
        label={t('kind')}
        row={false}
        choices={choicesIn<HoldKind>(privacyTexts.hold.kinds)}
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
    </FormButton>
  );
}
