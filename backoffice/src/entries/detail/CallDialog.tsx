import { Chip, Stack, Typography } from '@mui/material';
import { TextInput, useTranslate } from 'react-admin';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { outcomeNames } from '../../../../server/src/french/labels.ts';
import type { Action, EntryDetail } from '../../api/responses.ts';
import type { FormValues } from '../../ui/SendForm.tsx';
import { Toggles } from '../../ui/Toggles.tsx';
import type { Fields } from '../entry.ts';
import { isCallStage } from '../planned.ts';
import { ActDialog } from './ActDialog.tsx';
import type { Act } from './acts.ts';
import { NeededConsent } from './ConsentDialog.tsx';
import { MomentInputs, PlannedVisit, ProposalChips } from './MomentInputs.tsx';
import { admissionDay, ResultInputs, resultEdit } from './ResultDialog.tsx';
import { SleepInputs } from './SleepDialog.tsx';
import { inOrder, isPlanned, parisNow, whenDone } from './timeline.ts';
import { plannedVisit } from './visits.ts';

const outcomes = ['reached', 'no-answer', 'voicemail', 'wrong-number'] as const;
type CallOutcome = (typeof outcomes)[number];
const nextSteps = ['call', 'visit', 'sleep', 'result'] as const;

interface Props {
  readonly title: string;
  readonly entry: EntryDetail;
  /** What is filled in at first. */
  readonly values?: Fields;
  /** The planned action that is done; absent for a call that was not planned. */
  readonly action?: Action;
  readonly onClose: () => void;
}

/** A call, or what was planned and is done: what came of it, and what comes next. */
export function CallDialog({ title, entry, values, action, onClose }: Props) {
  const translate = useTranslate();
  const { comment: words = null, author } = plannedOne(entry, action) ?? {};
  return (
    <ActDialog
      title={title}
      values={{
        ...{ outcome: 'reached', comment: null, next: null, date: null, time: null },
        ...{ until: null, reason: null, resultat: null, motif: null, position: null },
        admittedOn: admissionDay(entry),
        ...values,
      }}
      toAct={(typed) => callAct(entry, typed, action)}
      onClose={onClose}
    >
      {isCall(action) && <NeededConsent entry={entry} />}
      {isCall(action) && <OutcomeInput />}
      {words !== null && (
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {translate('accueil.entry.call.plannedWords', { author, words })}
        </Typography>
      )}
      <TextInput source="comment" label="accueil.entry.call.note" multiline minRows={2} autoFocus />
      <NextStep entry={entry} visit={plannedVisit(entry, action)} />
    </ActDialog>
  );
}

/** The act of a call, or of another planned `action`, with its next step: one request. */
export function callAct(entry: EntryDetail, typed: FormValues, action?: Action): Act {
  const { outcome, comment, next } = typed;
  const stage = entry.kind === 'commercial' ? ('Prise de contact' as const) : null;
  const now = parisNow();
  const known = plannedOne(entry, action);
  const done = {
    ...(known !== undefined && { position: known.position }),
    ...(action === undefined ? now : whenDone(action)),
    done: true,
    ...(isCall(action) && { outcome, stage: outcome === 'reached' ? stage : null }),
    ...(typeof comment === 'string' && comment !== '' && { comment }),
  };
  const { date, time, until, reason, position } = typed;
  const plan = { date, time: time === '' ? null : time, done: false };
  const visit = typeof position === 'number' ? { ...plan, position } : { ...plan, stage: 'Visite' as const };
  const planned = next === 'call' ? [{ ...plan, stage }] : next === 'visit' ? [visit] : [];
  const { actions: admissions = [], ...result } = next === 'result' ? resultEdit(entry, typed) : {};
  return {
    name: 'edit',
    body: {
      // The admission may be what was planned and is done.
      actions: [
        done,
        ...planned,
        ...admissions.map((one) => (known && one.position === known.position ? { ...done, ...one } : one)),
      ],
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

function isCall(action: Action | undefined): boolean {
  return isCallStage(action?.stage ?? null);
}

/** What was planned and is done. The call that was planned for today or an earlier day is the one that was made. */
function plannedOne({ actions }: EntryDetail, chosen?: Action): Action | undefined {
  const { date: today } = parisNow();
  return (
    chosen ??
    inOrder(actions).find(
      (action) => isPlanned(action) && isCallStage(action.stage) && (action.date ?? today) <= today,
    )
  );
}

function OutcomeInput() {
  const translate = useTranslate();
  const { field } = useController({ name: 'outcome' });
  return (
    <Toggles<CallOutcome>
      label={translate('accueil.entry.call.outcome')}
      values={outcomes}
      textOf={(one) => outcomeNames[one]}
      value={field.value}
      onChange={field.onChange}
      // Buttons of their own: a group that wraps has open borders.
      sx={{
        flexWrap: 'wrap',
        gap: 1,
        '& > .MuiToggleButton-root': { border: 1, borderColor: 'divider', borderRadius: 1, m: 0 },
      }}
    />
  );
}

/** « Et ensuite ? » */
function NextStep({ entry, visit }: { readonly entry: EntryDetail; readonly visit: Action | undefined }) {
  const translate = useTranslate();
  const { setValue } = useFormContext();
  const next: unknown = useWatch({ name: 'next' });
  const isLead = entry.kind === 'commercial';
  const choose = (step: string | null) =>
    setValue('next', next === step ? null : step, { shouldDirty: true });
  return (
    <Stack spacing={1} role="group" aria-label={translate('accueil.entry.call.next')}>
      <Typography component="h3" variant="subtitle1">
        {translate('accueil.entry.call.next')}
      </Typography>
      <ProposalChips
        entry={entry}
        prefix="accueil.entry.call.again"
        onChosen={() => setValue('next', 'call')}
      />
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        {nextSteps
          .filter((step) => isLead || step === 'call' || (step === 'sleep' && entry.followUp !== null))
          .map((step) => (
            <Chip
              key={step}
              component="button"
              type="button"
              clickable
              label={translate(`accueil.entry.call.step.${step}`)}
              aria-pressed={next === step}
              color={next === step ? 'primary' : 'default'}
              variant={next === step ? 'filled' : 'outlined'}
              onClick={() => choose(step)}
            />
          ))}
      </Stack>
      {(next === 'call' || next === 'visit') && (
        <MomentInputs visitOf={next === 'visit' ? entry : undefined} />
      )}
      {next === 'visit' && <PlannedVisit visit={visit} />}
      {next === 'sleep' && <SleepInputs />}
      {next === 'result' && <ResultInputs isNew />}
    </Stack>
  );
}
