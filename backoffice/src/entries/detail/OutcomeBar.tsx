import { Box, Button, Stack, TextField, Typography } from '@mui/material';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { useTranslate } from 'react-admin';
import { outcomeNames } from '../../../../server/src/french/labels.ts';
import type { EntryDetail } from '../../api/responses.ts';
import type { FormValues } from '../../ui/SendForm.tsx';
import { useDraft } from '../use-draft.ts';
import { ActForm } from './ActForm.tsx';
import { choicesFor } from './acts.ts';
import { CallDialog, callAct, mayBeUnreachable } from './CallDialog.tsx';
import { useActs } from './EntryActsProvider.tsx';
import { useMomentText } from './MomentInputs.tsx';
import { proposals } from './proposals.ts';
import { parisNow } from './timeline.ts';
import { plannedVisit, useProposals } from './visits.ts';

/** Whether the user may note a call with this entry. */
export function isCalled(entry: EntryDetail): boolean {
  return entry.mayChange && choicesFor(entry).some(({ name }) => name === 'call');
}

/** What a call gave, with its note: one click for a call in vain, two for one with its next step. */
export function OutcomeBar({ entry }: { readonly entry: EntryDetail }) {
  const translate = useTranslate();
  const { run } = useActs();
  const textOf = useMomentText();
  const [note, type] = useDraft(`call ${entry.id}`);
  const [isReached, setReached] = useState(false);
  const [isSending, setSending] = useState(false);
  const [dialog, setDialog] = useState<'other' | 'unreachable'>();
  const t = (key: string, options = {}) => translate(`accueil.entry.bar.${key}`, options);
  const proposed = useProposals(entry);
  // Until it is known what is taken, and where that can't be read.
  const moments = proposed.length > 0 ? proposed : proposals(parisNow(), () => false);
  const [first] = moments;
  // A visit that is planned already is moved by « Autre… ».
  const mayVisit = entry.kind === 'commercial' && plannedVisit(entry) === undefined;

  async function save(told: string, values: FormValues, moment = '') {
    setSending(true);
    const who = entry.name ?? translate('accueil.leads.unnamed');
    const sent = await run(callAct(entry, { comment: note, ...values }), t(`told.${told}`, { who, moment }));
    setSending(false);
    if (sent.state !== 'done') return;
    type('');
    setReached(false);
  }
  const again = first === undefined ? {} : { next: 'call', ...first };
  const inVain = (outcome: 'no-answer' | 'voicemail') =>
    save(outcome, { outcome, ...again }, first && textOf(first));
  const reached = (told: string, values: FormValues, moment?: string) =>
    save(told, { outcome: 'reached', ...values }, moment);

  return (
    <Stack role="group" aria-label={t('label')} spacing={1}>
      <TextField
        label={translate('accueil.entry.call.note')}
        size="small"
        multiline
        maxRows={4}
        fullWidth
        value={note}
        onChange={({ target }) => type(target.value)}
        slotProps={{ htmlInput: { 'aria-keyshortcuts': 'n' }, input: { endAdornment: <Key name="n" /> } }}
      />
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(4, 1fr)', gap: 1 }}>
        <Outcome
          shortcut="j"
          isMain
          isOpen={isReached}
          isDisabled={isSending}
          onChosen={() => setReached(!isReached)}
        >
          {outcomeNames.reached}
        </Outcome>
        <Outcome shortcut="p" isDisabled={isSending} onChosen={() => inVain('no-answer')}>
          {outcomeNames['no-answer']}
        </Outcome>
        <Outcome shortcut="m" isDisabled={isSending} onChosen={() => inVain('voicemail')}>
          {outcomeNames.voicemail}
        </Outcome>
        <Outcome
          shortcut="x"
          isDisabled={isSending}
          onChosen={() => save('wrong-number', { outcome: 'wrong-number' })}
        >
          {outcomeNames['wrong-number']}
        </Outcome>
      </Box>
      {isReached ? (
        <Box
          role="group"
          aria-label={translate('accueil.entry.call.next')}
          sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1 }}
        >
          {moments.flatMap((moment, i) =>
            (mayVisit ? (['visit', 'call'] as const) : (['call'] as const)).map((next) => (
              <Next
                key={`${next} ${moment.date} ${moment.time}`}
                isFirst={i === 0 && next === (mayVisit ? 'visit' : 'call')}
                isDisabled={isSending}
                onChosen={() => reached(next, { next, ...moment }, textOf(moment))}
              >
                {t(next, { moment: textOf(moment) })}
              </Next>
            )),
          )}
          <Next isDisabled={isSending} onChosen={() => reached('nothing', {})}>
            {t('nothing')}
          </Next>
          <Next isDisabled={isSending} onChosen={() => setDialog('other')}>
            {t('other')}
          </Next>
        </Box>
      ) : (
        <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 1, minHeight: 20 }}>
          <Typography variant="caption" color="textSecondary">
            {first !== undefined && t('again', { moment: textOf(first) })}
          </Typography>
          {mayBeUnreachable(entry) && (
            <Button size="small" onClick={() => setDialog('unreachable')}>
              {translate('accueil.entry.call.unreachable')}
            </Button>
          )}
        </Stack>
      )}
      {dialog === 'other' && (
        <CallDialog
          title={translate('accueil.entry.act.call')}
          entry={entry}
          values={{ comment: note }}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'unreachable' && (
        <ActForm name="unreachable" entry={entry} onClose={() => setDialog(undefined)} />
      )}
    </Stack>
  );
}

interface ChoiceProps {
  readonly isDisabled: boolean;
  readonly onChosen: () => unknown;
  readonly children: ReactNode;
}

/** The second half of a double click would be for the next family, or for what has opened below. */
const once = (onChosen: () => unknown) => (event: MouseEvent) => {
  if (event.detail < 2) onChosen();
};

interface OutcomeProps extends ChoiceProps {
  /** The key that presses it. */
  readonly shortcut: string;
  readonly isMain?: boolean;
  /** Whether what follows from it is shown; absent where it saves at once. */
  readonly isOpen?: boolean;
}

function Outcome({ shortcut, isMain = false, isOpen, isDisabled, onChosen, children }: OutcomeProps) {
  return (
    <Button
      variant={isMain ? 'contained' : 'outlined'}
      aria-keyshortcuts={shortcut}
      aria-expanded={isOpen}
      disabled={isDisabled}
      onClick={once(onChosen)}
      sx={{ minHeight: 52, minWidth: 0, px: 0.5, lineHeight: 1.2, flexDirection: 'column' }}
    >
      {children}
      <Key name={shortcut} />
    </Button>
  );
}

interface NextProps extends ChoiceProps {
  readonly isFirst?: boolean;
}

/** Saves the call with its next step. */
function Next({ isFirst = false, isDisabled, onChosen, children }: NextProps) {
  return (
    <Button
      variant="outlined"
      autoFocus={isFirst}
      disabled={isDisabled}
      onClick={once(onChosen)}
      sx={{ minHeight: 44, px: 0.25, lineHeight: 1.2, fontWeight: 500, fontSize: '0.8rem' }}
    >
      {children}
    </Button>
  );
}

/** The letter that presses a control, where there is a keyboard. */
function Key({ name }: { readonly name: string }) {
  return (
    <Box
      component="kbd"
      aria-hidden
      sx={{
        display: { xs: 'none', lg: 'inline' },
        fontFamily: 'inherit',
        fontSize: '0.7rem',
        fontWeight: 400,
        textTransform: 'uppercase',
      }}
    >
      {name}
    </Box>
  );
}
