import { Stack, Typography } from '@mui/material';
import { DateInput, SelectInput, TextInput } from 'react-admin';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import {
  interviewOutcomeNames,
  motifNames,
  outcomeNames,
  resultatNames,
} from '../../../../server/src/french/labels.ts';
import type { Action, EntryDetail } from '../../api/responses.ts';
import { choicesIn } from '../../i18n/choices.ts';
import { addDays, nowIn } from '../../i18n/days.ts';
import type { FormValues } from '../../ui/forms.tsx';
import { ChoiceChip } from '../../ui/inputs.tsx';
import { type Fields, isCallStage } from '../entry.ts';
import { ActDialog, type EntryDialogProps, required } from './ActDialog.tsx';
import type { Act, Edit } from './acts.ts';
import { NeededConsent } from './ConsentDialog.tsx';
import { MomentInputs, PlannedVisit, ProposalChips, plannedVisit, SleepInputs } from './MomentInputs.tsx';
import { admissionOf, hasCome, inOrder, isPlanned, parisNow, whenDone } from './timeline.ts';
import { CancelledTick, PlannedTick, type Tells } from './VisitConfirmation.tsx';

const stepTexts = { visit: 'Visite…', result: 'Résultat…', sleep: 'En sommeil…', call: 'Appel…' };

/** Of a visit, « made » is not sent. */
const outcomes = {
  call: ['reached', 'no-answer', 'voicemail', 'wrong-number'],
  visit: ['made', 'no-show'],
  interview: ['reached', 'no-show'],
} as const;
const nextSteps = ['call', 'visit', 'sleep', 'result'] as const;

interface Props extends EntryDialogProps {
  /** What is filled in at first. */
  readonly values?: Fields;
  /** The planned action that is done; absent for one that was not planned. */
  readonly action?: Action | undefined;
  readonly isVisit?: boolean;
}

/** A call or a visit, or what else was planned and is done: what came of it, and what comes next. */
export function CallDialog({
  entry,
  values,
  action,
  isVisit = action?.stage === 'Visite',
  ...dialog
}: Props) {
  const isCall = !isVisit && isCallStage(action?.stage ?? null);
  const isInterview = entry.kind === 'postuler';
  const { comment: words = null, author } = action ?? (isCall ? dueCall(entry) : undefined) ?? {};
  return (
    <ActDialog
      {...dialog}
      takesNote
      values={{
        ...{ outcome: isCall ? 'reached' : 'made', comment: null, next: null, date: null, time: null },
        ...{ until: null, reason: null, resultat: null, motif: null, position: null },
        admittedOn: admissionDay(entry),
        ...values,
      }}
      toAct={(typed, tells) => callAct(entry, typed, { action, isVisit, tells })}
    >
      {isCall && <NeededConsent entry={entry} />}
      {isCall && !isInterview && <OutcomeInput entry={entry} choices={outcomes.call} />}
      {/* Nobody is missed at a visit that is still to come. */}
      {(isVisit || isInterview) && action !== undefined && hasCome(action, nowIn(entry.zone)) && (
        <OutcomeInput entry={entry} choices={outcomes[isVisit ? 'visit' : 'interview']} />
      )}
      {words !== null && (
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {isVisit ? `Prévue par ${author} : « ${words} »` : `Prévu par ${author} : « ${words} »`}
        </Typography>
      )}
      <TextInput source="comment" label="Note" multiline minRows={2} autoFocus />
      {!isInterview && <NextStep {...{ entry, action }} />}
    </ActDialog>
  );
}

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

interface Noted {
  readonly action?: Action | undefined;
  readonly isVisit?: boolean;
  /** What tells the family of the visit that the next step plans, moves or cancels. */
  readonly tells?: Tells;
  /** What was agreed besides. */
  readonly also?: NonNullable<Edit['actions']>;
}

/** The act of a call, or of another `action`, with its next step: one request. */
export function callAct(
  entry: EntryDetail,
  typed: FormValues,
  { action, isVisit = false, tells = {}, also = [] }: Noted = {},
): Act {
  const { outcome, comment, next } = typed;
  const contact = entry.kind === 'commercial' ? ('Prise de contact' as const) : null;
  const isCall = !isVisit && isCallStage(action?.stage ?? null);
  const known = action ?? (isCall ? dueCall(entry) : undefined);
  const at = action === undefined ? parisNow() : whenDone(action, nowIn(entry.zone));
  const done = {
    ...(known === undefined ? isVisit && { stage: 'Visite' as const } : { position: known.position }),
    ...(outcome !== 'no-show' && { ...at, done: true }),
    ...(outcome !== 'made' && { outcome }),
    ...(isCall && { stage: outcome === 'reached' ? contact : null }),
    // What it was planned for is not what was said.
    comment: comment || null,
  };
  const { date, time, until, reason, position } = typed;
  const plan = { date, time: time === '' ? null : time, done: false };
  const visit = typeof position === 'number' ? { ...plan, position } : { ...plan, stage: 'Visite' as const };
  const planned = next === 'call' ? [{ ...plan, stage: contact }] : next === 'visit' ? [visit] : [];
  const { actions: admissions = [], ...result } = next === 'result' ? resultEdit(entry, typed) : {};
  return {
    name: 'edit',
    body: {
      // The admission may be what was planned and is done.
      actions: [
        done,
        ...planned,
        ...also,
        ...admissions.map((one) => (known && one.position === known.position ? { ...done, ...one } : one)),
      ],
      ...tells,
      ...(next === 'sleep' && { sleep: { until, reason } }),
      ...result,
    },
  };
}

/** From this attempt on, it is proposed to close the lead. */
const manyAttempts = 3;

/** Whether one more attempt in vain makes a family unreachable. */
export function mayBeUnreachable({ kind, attempts }: EntryDetail): boolean {
  return kind === 'commercial' && attempts + 1 >= manyAttempts;
}

/** The call that was planned for today or an earlier day: it is the one that was made. */
function dueCall({ actions }: EntryDetail): Action | undefined {
  const { date: today } = parisNow();
  return inOrder(actions).find(
    (action) => isPlanned(action) && isCallStage(action.stage) && (action.date ?? today) <= today,
  );
}

type Choice = (typeof outcomes)[keyof typeof outcomes][number];

/** What an outcome is called: an applicant has come or not. */
export function outcomeName(outcome: keyof typeof outcomeNames, { kind }: EntryDetail): string {
  return (kind === 'postuler' ? interviewOutcomeNames[outcome] : undefined) ?? outcomeNames[outcome];
}

interface OutcomeInputProps {
  readonly entry: EntryDetail;
  readonly choices: readonly Choice[];
}

function OutcomeInput({ entry, choices }: OutcomeInputProps) {
  const { field } = useController({ name: 'outcome' });
  return (
    <Stack direction="row" role="group" aria-label="Ce que l’appel a donné" sx={{ flexWrap: 'wrap', gap: 1 }}>
      {choices.map((one) => (
        <ChoiceChip
          key={one}
          label={one === 'made' ? 'Visite faite' : outcomeName(one, entry)}
          isChosen={field.value === one}
          onChosen={() => field.onChange(one)}
        />
      ))}
    </Stack>
  );
}

/** « Et ensuite ? » */
function NextStep({ entry, action }: { readonly entry: EntryDetail; readonly action: Action | undefined }) {
  const { setValue } = useFormContext();
  const next: unknown = useWatch({ name: 'next' });
  const isLead = entry.kind === 'commercial';
  return (
    <Stack spacing={1} role="group" aria-label="Et ensuite ?">
      <Typography component="h3" variant="subtitle1">
        Et ensuite ?
      </Typography>
      <ProposalChips
        entry={entry}
        label={(moment) => `Appel · ${moment}`}
        onChosen={() => setValue('next', 'call')}
      />
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        {nextSteps
          .filter((step) => (step === 'sleep' ? entry.followUp !== null : isLead || step === 'call'))
          .map((step) => (
            <ChoiceChip
              key={step}
              label={stepTexts[step]}
              isChosen={next === step}
              onChosen={() => setValue('next', next === step ? null : step, { shouldDirty: true })}
            />
          ))}
      </Stack>
      {(next === 'call' || next === 'visit') && (
        <MomentInputs visitOf={next === 'visit' ? entry : undefined} />
      )}
      {next === 'visit' && (
        <>
          <PlannedVisit visit={plannedVisit(entry, action)} />
          <PlannedTick />
        </>
      )}
      {next === 'sleep' && <SleepInputs />}
      {next === 'result' && (
        <ResultInputs
          isNew
          before={entry.resultat}
          actions={entry.actions.filter(({ position }) => position !== action?.position)}
        />
      )}
    </Stack>
  );
}
