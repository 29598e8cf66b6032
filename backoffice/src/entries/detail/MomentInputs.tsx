import { Alert, Button, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useCallback, useEffect, useRef } from 'react';
import { BooleanInput, DateInput, TextInput } from 'react-admin';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { request } from '../../api/client.ts';
import type { Action, Appointment, EntryDetail } from '../../api/responses.ts';
import { addDays, daysBetween, isDay, nowIn } from '../../i18n/days.ts';
import { format } from '../../i18n/format.ts';
import { ChoiceChip, TimeInput } from '../../ui/inputs.tsx';
import { required } from './ActDialog.tsx';
import { inOrder, isPlanned, type Moment, parisNow, proposals } from './timeline.ts';
import { useNow } from './VisitConfirmation.tsx';

interface ProposalChipsProps {
  /** Whose residence is considered. */
  readonly entry?: Pick<EntryDetail, 'establishmentId' | 'zone'>;
  /** The text of a moment; the moment by default. */
  readonly label?: (moment: string) => string;
  readonly onChosen?: () => void;
}

const anywhere = { establishmentId: null, zone: 'Europe/Paris' };

/** Moments to choose with one click. */
export function ProposalChips({ entry = anywhere, label, onChosen }: ProposalChipsProps) {
  const { setValue } = useFormContext();
  const [date, time]: unknown[] = useWatch({ name: ['date', 'time'] });
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
      {useProposals(entry).map((moment) => (
        <ChoiceChip
          key={momentText(moment)}
          label={label?.(momentText(moment)) ?? momentText(moment)}
          isChosen={moment.date === date && moment.time === time}
          onChosen={() => {
            setValue('date', moment.date, { shouldDirty: true, shouldValidate: true });
            setValue('time', moment.time, { shouldDirty: true });
            onChosen?.();
          }}
        />
      ))}
    </Stack>
  );
}

/** « auj. 14:00 », within a week « jeu. 10:00 », later « jeu. 5 mars 10:00 » */
export function momentText({ date, time }: Moment): string {
  const days = daysBetween(parisNow().date, date);
  const day = days === 0 ? 'auj.' : days > 0 && days < 7 ? format.shortWeekday(date) : format.shortDay(date);
  return `${day} ${time}`.trim();
}

/** Puts the cursor into the first input of an element when it appears: inputs for days refuse `autoFocus`. */
function useFocusedInput<E extends HTMLElement>(isFocused = true): RefObject<E | null> {
  const element = useRef<E>(null);
  useEffect(() => {
    if (isFocused) element.current?.querySelector('input')?.focus();
  }, [isFocused]);
  return element;
}

interface MomentInputsProps {
  /** The entry of a visit: the other visits of the day are shown. */
  readonly visitOf?: EntryDetail | undefined;
  /** Whether it may have been done on a past day. */
  readonly mayBeDone?: boolean;
}

/** The day and the time of something planned; a past day only for what was done. */
export function MomentInputs({ visitOf, mayBeDone = false }: MomentInputsProps) {
  const date: unknown = useWatch({ name: 'date' });
  // A proposal fills them in: then the cursor stays.
  const focused = useFocusedInput<HTMLDivElement>(date === null);
  const { date: today } = useNow();
  const isPast = typeof date === 'string' && date !== '' && date < today;
  const validate = useCallback(
    (value: unknown, { done }: { readonly done?: unknown }) => {
      const isWrong = typeof value === 'string' && value < today && !(mayBeDone && done === true);
      return (
        required(value) ??
        (isWrong ? 'Ce jour est passé : choisissez aujourd’hui ou un jour à venir.' : undefined)
      );
    },
    [today, mayBeDone],
  );
  return (
    <>
      <Stack ref={focused} direction="row" sx={{ gap: 2, '& > *': { flex: 1 } }}>
        <DateInput source="date" label="Date" validate={validate} />
        <TimeInput source="time" />
      </Stack>
      {mayBeDone && isPast && <BooleanInput source="done" label="C’était fait" />}
      {visitOf !== undefined && isDay(date) && <OtherVisits entry={visitOf} day={date} />}
    </>
  );
}

/** The other visits of a day at the same residence; in colour when one is at this time. */
function OtherVisits({ entry, day }: { readonly entry: EntryDetail; readonly day: string }) {
  const time: unknown = useWatch({ name: 'time' });
  const others = useVisits(entry, day, day)?.filter(({ entryId }) => entryId !== entry.id);
  if (others === undefined || entry.establishmentId === null) return null;
  const isTaken = typeof time === 'string' && others.some((visit) => overlaps(visit, { date: day, time }));
  const visits = others.map(({ time: at, contactName, name }) =>
    `${at ?? ''} ${contactName ?? name ?? 'Sans nom'}`.trim(),
  );
  return (
    <Typography variant="body2" role="status" sx={isTaken ? { color: 'warning.main', fontWeight: 600 } : {}}>
      {others.length === 0
        ? 'Aucune autre visite ce jour-là.'
        : `Autres visites ce jour-là : ${visits.join(', ')}.`}
    </Typography>
  );
}

interface PlannedVisitProps {
  readonly visit: Action | undefined;
  /** What is asked of a new visit alone. */
  readonly children?: ReactNode;
}

/** Says that a visit is planned already, and moves it instead, as the field `position`. */
export function PlannedVisit({ visit, children }: PlannedVisitProps) {
  const { field } = useController({ name: 'position' });
  if (visit === undefined || visit.date === null) return children;
  const isMoved = field.value === visit.position;
  const moment = `${format.shortDay(visit.date)} ${visit.time ?? ''}`.trim();
  return (
    <>
      <Alert
        severity={isMoved ? 'info' : 'warning'}
        action={
          <Button color="inherit" onClick={() => field.onChange(isMoved ? null : visit.position)}>
            {isMoved ? 'Prévoir une autre visite' : 'La déplacer'}
          </Button>
        }
      >
        {isMoved
          ? `La visite prévue le ${moment} sera déplacée.`
          : `Une visite est déjà prévue le ${moment} : la déplacer ?`}
      </Alert>
      {!isMoved && children}
    </>
  );
}

const longestDays = 365;

/** Until when, and why. */
export function SleepInputs() {
  const focused = useFocusedInput<HTMLDivElement>();
  return (
    // The label of the first input stands above it.
    <Stack ref={focused} spacing={2} sx={{ pt: 1 }}>
      <DateInput source="until" label="En sommeil jusqu’au" validate={isLater} />
      <TextInput
        source="reason"
        label="Pourquoi"
        validate={required}
        slotProps={{ htmlInput: { maxLength: 255 } }}
      />
    </Stack>
  );
}

function isLater(value: unknown): string | undefined {
  const { date } = parisNow();
  const isOut = typeof value === 'string' && (value <= date || value > addDays(date, longestDays));
  return required(value) ?? (isOut ? 'Choisissez un jour à venir, dans les 12 mois.' : undefined);
}

type Placed = Pick<EntryDetail, 'establishmentId' | 'zone'>;
type At = Pick<Appointment, 'date' | 'time'>;

/** Proposals ahead: the second Wednesday, where the first is a holiday. */
const daysAhead = 14;

/** What is planned at the residence of an entry; undefined until it is known. */
function usePlanned(
  { establishmentId }: Placed,
  from: string,
  to: string,
): readonly Appointment[] | undefined {
  const query = { from, to, establishmentId: establishmentId ?? undefined };
  const { data } = useQuery({
    queryKey: ['agenda', query],
    queryFn: ({ signal }) => request('GET /desk/agenda', query, { signal }),
    enabled: establishmentId !== null,
  });
  if (establishmentId === null) return [];
  return data?.data.filter(({ done }) => !done);
}

const isVisit = ({ stage }: Pick<Appointment, 'stage'>) => stage === 'Visite';

/** The visits planned at the residence of an entry; undefined until they are known. */
function useVisits(entry: Placed, from: string, to: string): readonly Appointment[] | undefined {
  return usePlanned(entry, from, to)?.filter(isVisit);
}

/** Moments for the next call or visit, apart from what is planned at the residence of the entry once that is known. */
export function useProposals(entry: Placed): readonly Moment[] {
  const now = nowIn(entry.zone);
  const planned = usePlanned(entry, now.date, addDays(now.date, daysAhead)) ?? [];
  return proposals(now, (moment) =>
    planned.some((one) =>
      isVisit(one) ? overlaps(one, moment) : one.date === moment.date && one.time === moment.time,
    ),
  );
}

/** Whether something of half an hour falls into a visit, which takes an hour. */
function overlaps(visit: At, { date, time }: At): boolean {
  if (visit.time === null || time === null || visit.date !== date) return false;
  const minutes = minutesOf(time) - minutesOf(visit.time);
  return minutes > -30 && minutes < 60;
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

/** The next visit that is planned, apart from the one that is being noted. */
export function plannedVisit({ actions }: EntryDetail, noted?: Action): Action | undefined {
  return inOrder(actions).find(
    (action) => action.stage === 'Visite' && isPlanned(action) && action.position !== noted?.position,
  );
}
