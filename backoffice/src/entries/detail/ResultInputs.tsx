import { DateInput, SelectInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { motifNames, resultatNames } from '../../../../server/src/french/labels.ts';
import type { Action, EntryDetail } from '../../api/responses.ts';
import { choicesIn } from '../../i18n/choices.ts';
import { addDays } from '../../i18n/days.ts';
import type { FormValues } from '../../ui/SendForm.tsx';
import { required } from './ActDialog.tsx';
import type { Edit } from './acts.ts';
import { admissionOf, parisNow } from './timeline.ts';
import { CancelledTick } from './VisitConfirmation.tsx';

const admitted = 'commercial.resultat.realisee';

/** What is known of the day of the admission; else today. */
export function admissionDay(entry: EntryDetail): string {
  return admissionOf(entry)?.date ?? parisNow().date;
}

/** The result that was typed. That of an admission is noted among the actions, on its day. */
export function resultEdit(entry: EntryDetail, { resultat, motif, admittedOn: date }: FormValues): Edit {
  if (resultat !== admitted) return { resultat: resultat || null, motif: motif || null };
  const known = admissionOf(entry);
  const moment = date === known?.date ? {} : { date, time: null };
  const stage = 'Admission réalisé' as const;
  const position = known === undefined ? {} : { position: known.position };
  return { resultat, motif: null, actions: [{ ...position, ...moment, stage, done: true }] };
}

interface InputsProps {
  /** The result that the entry has; what is planned is cancelled by another one. */
  readonly before: string | null;
  readonly actions: readonly Action[];
  /** Whether an empty result is refused. */
  readonly isNew?: boolean;
}

/** The result, and its reason, which « Sans suite » needs; of an admission its day. */
export function ResultInputs({ before, actions, isNew = false }: InputsProps) {
  const result: unknown = useWatch({ name: 'resultat' });
  return (
    <>
      <SelectInput
        source="resultat"
        label="Résultat"
        choices={choicesIn(resultatNames)}
        validate={isNew ? required : undefined}
      />
      {result === admitted ? (
        <DateInput
          source="admittedOn"
          label="Jour de l’admission"
          helperText="Passé ou à venir. Les statistiques la comptent ce jour-là."
          validate={isAdmissionDay}
        />
      ) : (
        <SelectInput
          source="motif"
          label="Motif"
          choices={choicesIn(motifNames)}
          // Another key: react-hook-form keeps the first validation of a field.
          key={String(result)}
          validate={result === 'commercial.resultat.nosuite' ? required : undefined}
        />
      )}
      {Boolean(result) && result !== before && <CancelledTick actions={actions} />}
    </>
  );
}

function isAdmissionDay(value: unknown): string | undefined {
  const isFar = typeof value === 'string' && value > addDays(parisNow().date, 365);
  return required(value) ?? (isFar ? 'Choisissez un jour passé, ou dans les 12 mois à venir.' : undefined);
}
