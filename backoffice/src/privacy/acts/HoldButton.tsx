import { DateInput, RadioButtonGroupInput, required, TextInput } from 'react-admin';
import { request } from '../../api/client.ts';
import type { HoldKind } from '../../api/privacy-responses.ts';
import { choicesIn } from '../../i18n/choices.ts';
import { plural } from '../../i18n/format.ts';
import { FormButton, type FormOpener } from '../../ui/forms.tsx';

export const holdKinds: Readonly<Record<HoldKind, string>> = {
  hold: 'Litige en cours (rien n’est effacé)',
  limitation: 'Limitation du traitement (masquée au personnel)',
};

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
      title={`${kind === 'limitation' ? 'Limiter le traitement :' : 'Geler'} ${plural(entryIds.length, 'la fiche', `${entryIds.length} fiches`)}`}
      submit={kind === 'limitation' ? 'Limiter' : 'Geler'}
      values={{ kind }}
      wrong="La fin est aujourd’hui au plus tôt, dans cinq ans au plus tard ; un motif compte 1 000 caractères au plus."
      send={async ({ kind: chosen, reason, until }) => {
        const body = { kind: chosen, reason, until, ...(requestId !== undefined && { requestId }) };
        for (const id of entryIds) await request('POST /desk/privacy/entries/:id/holds', { id, ...body });
        onDone?.();
      }}
      done="Enregistré."
    >
      <RadioButtonGroupInput
        source="kind"
        label="Nature"
        row={false}
        choices={choicesIn(holdKinds)}
        validate={required()}
      />
      <TextInput
        source="reason"
        label="Motif"
        multiline
        validate={required()}
        helperText="Sans nom de personne si possible."
      />
      <DateInput
        source="until"
        label="Jusqu’au"
        validate={required()}
        helperText="Aujourd’hui au plus tôt, dans cinq ans au plus tard."
      />
    </FormButton>
  );
}
