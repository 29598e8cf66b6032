import { Chip, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { BooleanInput, DateInput, useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { request } from '../../api/client.ts';
import type { EntryDetail } from '../../api/responses.ts';
import { format } from '../../i18n/format.ts';
import { TimeInput } from '../../ui/TimeInput.tsx';
import { required } from './ActDialog.tsx';
import { proposals } from './proposals.ts';
import { type Moment, parisNow } from './timeline.ts';
import { useFocusedInput } from './use-focused-input.ts';

interface ProposalChipsProps {
  /** The key of the text before the moment. */
  readonly prefix?: string;
  readonly onChosen?: () => void;
}

/** Moments to choose with one click. */
export function ProposalChips({ prefix, onChosen }: ProposalChipsProps) {
  const translate = useTranslate();
  const { setValue } = useFormContext();
  const textOf = useMomentText();
  const [date, time]: unknown[] = useWatch({ name: ['date', 'time'] });
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
      {proposals(parisNow()).map((moment) => {
        const isChosen = moment.date === date && moment.time === time;
        const text = textOf(moment);
        return (
          <Chip
            key={text}
            component="button"
            type="button"
            clickable
            label={prefix === undefined ? text : translate(prefix, { moment: text })}
            aria-pressed={isChosen}
            color={isChosen ? 'primary' : 'default'}
            variant={isChosen ? 'filled' : 'outlined'}
            onClick={() => {
              setValue('date', moment.date, { shouldDirty: true, shouldValidate: true });
              setValue('time', moment.time, { shouldDirty: true });
              onChosen?.();
            }}
          />
        );
      })}
    </Stack>
  );
}

/** « aujourd’hui 14:00 », « jeu. 5 mars 10:00 » */
export function useMomentText(): (moment: Moment) => string {
  const translate = useTranslate();
  return ({ date, time }) => {
    const isToday = date === parisNow().date;
    return `${isToday ? translate('accueil.entry.call.today') : format.shortDay(date)} ${time}`;
  };
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
  const isPast = typeof date === 'string' && date !== '' && date < parisNow().date;
  return (
    <>
      <Stack ref={focused} direction="row" sx={{ gap: 2, '& > *': { flex: 1 } }}>
        <DateInput
          source="date"
          label="accueil.entry.field.date"
          validate={mayBeDone ? plannedOrDone : planned}
        />
        <TimeInput source="time" />
      </Stack>
      {mayBeDone && isPast && <BooleanInput source="done" label="accueil.entry.form.wasDone" />}
      {visitOf !== undefined && typeof date === 'string' && <OtherVisits entry={visitOf} day={date} />}
    </>
  );
}

function planned(value: unknown): string | undefined {
  const isPast = typeof value === 'string' && value < parisNow().date;
  return required(value) ?? (isPast ? 'accueil.entry.form.past' : undefined);
}

function plannedOrDone(value: unknown, { done }: { readonly done?: unknown }): string | undefined {
  return done === true ? required(value) : planned(value);
}

/** The other visits of a day at the same residence. */
function OtherVisits({ entry, day }: { readonly entry: EntryDetail; readonly day: string }) {
  const translate = useTranslate();
  const { establishmentId } = entry;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day);
  const query = {
    kind: 'commercial',
    planned: 'visit',
    plannedOn: day,
    establishmentId: establishmentId ?? undefined,
    limit: 10,
  } as const;
  const { data } = useQuery({
    queryKey: ['visits', query],
    queryFn: ({ signal }) => request('GET /desk/entries', query, { signal }),
    enabled: isDay && establishmentId !== null,
  });
  const others = (data?.data ?? []).filter(({ id }) => id !== entry.id);
  if (!isDay || data === undefined) return null;
  const texts = others
    .map(({ name, nextAction }) =>
      `${nextAction?.time ?? ''} ${name ?? translate('accueil.leads.unnamed')}`.trim(),
    )
    .toSorted();
  return (
    <Typography variant="body2" role="status">
      {others.length === 0
        ? translate('accueil.entry.call.noOtherVisits')
        : translate('accueil.entry.call.otherVisits', { visits: texts.join(', ') })}
    </Typography>
  );
}
