import { Box, Button, type ButtonProps, Stack, TextField, Typography } from '@mui/material';
import { Fragment, type KeyboardEvent, useRef, useState } from 'react';
import { outcomeNames } from '../../../../server/src/french/labels.ts';
import type { EntryDetail } from '../../api/responses.ts';
import type { FormValues } from '../../ui/forms.tsx';
import { ChoiceChip } from '../../ui/inputs.tsx';
import { usePageKeys, useShortcuts } from '../../ui/use-page-keys.ts';
import { useDraft } from '../use-draft.ts';
import { isCalled } from './acts.ts';
import { CallDialog, callAct, mayBeUnreachable } from './CallDialog.tsx';
import { callerOf } from './contacts.ts';
import { useActs } from './EntryActsProvider.tsx';
import { momentText, plannedVisit, useProposals } from './MomentInputs.tsx';
import { parisNow } from './timeline.ts';
import { ConfirmationContext, ConfirmTick, tickHeight, useConfirmation } from './VisitConfirmation.tsx';

const nextTexts = { visit: 'Visite', call: 'Appel' };

const inVain = { p: 'no-answer', m: 'voicemail', x: 'wrong-number' } as const;
const unreachable = {
  ...{ outcome: 'no-answer', next: 'result' },
  ...{ resultat: 'commercial.resultat.nosuite', motif: 'commercial.motif.autre' },
};

/**
 * A note, and what a call gave.
 *
 * - « Famille jointe » sends nothing. In place of the chips below it shows the next steps: a visit (of a lead that has none
 *   planned) or a call, each at the proposed moments; « Rien de prévu »; « Autre… », the form of a call.
 * - A next step sends the call, with the note as its words, and what is planned: `callAct`, one `PATCH` of the entry. A
 *   visit is confirmed to the family where that is ticked.
 * - « Pas de réponse » and « Message laissé » send the call at once, with the next one at the moment of the chosen chip: the
 *   first, unless the user takes another one or « aucun ». « Mauvais numéro » plans nothing.
 *
 * `run` then says what was done in a notice whose « Annuler » undoes it for ten seconds, and puts the note back into its
 * field. The service gives the family to the user if it was nobody's. « Ma journée » opens the next family.
 */
export function OutcomeBar({ entry }: { readonly entry: EntryDetail }) {
  const bar = useRef<HTMLDivElement>(null);
  const [isSending, setSending] = useState(false);
  useKeys(bar, isSending);
  return (
    <Stack ref={bar} spacing={1} className="screen-only">
      <NoteField entryId={entry.id} isBesideCall={isCalled(entry)} />
      {isCalled(entry) && <Outcomes {...{ entry, isSending, setSending }} />}
    </Stack>
  );
}

interface NoteFieldProps {
  readonly entryId: number;
  /** Whether outcomes of a call follow: the tab key goes to them, and only Ctrl+Enter saves the note alone. */
  readonly isBesideCall: boolean;
}

/** What is noted: for colleagues as it is, or along with the next act. */
function NoteField({ entryId, isBesideCall }: NoteFieldProps) {
  const { entry, run } = useActs();
  const { text: note, type, clear } = useDraft(entryId);
  const [isSending, setSending] = useState(false);
  const isEmpty = note.trim() === '';

  async function save() {
    setSending(true);
    const action = { ...parisNow(), stage: null, done: true, comment: note };
    const told = `${callerOf(entry)} : note enregistrée.`;
    const sent = await run({ name: 'edit', body: { actions: [action] } }, told, () => type(note));
    setSending(false);
    if (sent.state === 'done') clear();
  }

  function saveByKey({ key, ctrlKey, metaKey }: KeyboardEvent) {
    if (key === 'Enter' && (ctrlKey || metaKey) && !isEmpty && !isSending) void save();
  }

  return (
    <TextField
      label="Note"
      size="small"
      multiline
      maxRows={6}
      fullWidth
      value={note}
      onChange={({ target }) => type(target.value)}
      onKeyDown={saveByKey}
      slotProps={{
        htmlInput: { 'aria-keyshortcuts': 'n' },
        input: {
          endAdornment: isEmpty ? (
            <Key name="n" />
          ) : (
            <Button
              size="small"
              loading={isSending}
              tabIndex={isBesideCall ? -1 : 0}
              aria-keyshortcuts="Control+Enter"
              onClick={() => void save()}
              sx={{ flexShrink: 0, my: -0.75, minHeight: { xs: 44, md: 36 } }}
            >
              Enregistrer la note
            </Button>
          ),
        },
      }}
    />
  );
}

/** The letter that presses a control, where there is a keyboard. */
function Key({ name }: { readonly name: string }) {
  const [isOn] = useShortcuts();
  if (!isOn) return null;
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

interface OutcomesProps {
  readonly entry: EntryDetail;
  readonly isSending: boolean;
  readonly setSending: (isSending: boolean) => void;
}

function Outcomes({ entry, isSending, setSending }: OutcomesProps) {
  const { run } = useActs();
  const { text: note, type, clear } = useDraft(entry.id);
  const [isReached, setReached] = useState(false);
  const [opened, setOpened] = useState<{ readonly title: string; readonly values?: FormValues }>();
  const [chosen, setChosen] = useState<string>();
  const moments = useProposals(entry).map((moment) => ({ ...moment, text: momentText(moment) }));
  // Undefined where the user has chosen « aucun ».
  const again = chosen === '' ? undefined : (moments.find(({ text }) => text === chosen) ?? moments[0]);
  // A visit that is planned already is moved by « Autre… ».
  const mayVisit = entry.kind === 'commercial' && plannedVisit(entry) === undefined;

  const confirmation = useConfirmation(entry);

  async function save(outcome: keyof typeof outcomeNames, next?: 'call' | 'visit', at?: typeof again) {
    setSending(true);
    const plan = at && { next, date: at.date, time: at.time };
    const tells = next === 'visit' ? confirmation.tells : {};
    const act = callAct(entry, { outcome, comment: note, ...plan }, { tells });
    const then =
      at === undefined
        ? 'rien de prévu'
        : next === 'visit'
          ? `visite prévue ${at.text}`
          : `appel prévu ${at.text}`;
    const what = outcomeNames[outcome].toLowerCase();
    const told = `${callerOf(entry)} : ${what}, ${then}.`;
    const sent = await run(act, told, () => type(note));
    setSending(false);
    if (sent.state !== 'done') return;
    clear();
    confirmation.forget();
    setReached(false);
    setChosen(undefined);
  }

  return (
    <Stack role="group" aria-label="Ce que l’appel a donné" spacing={1}>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(4, 1fr)', gap: 1 }}>
        <Choice
          shortcut="j"
          variant={isReached ? 'contained' : 'outlined'}
          aria-expanded={isReached}
          disabled={isSending}
          onChosen={() => setReached(!isReached)}
        >
          {outcomeNames.reached}
        </Choice>
        {(Object.keys(inVain) as (keyof typeof inVain)[]).map((key) => (
          <Choice
            key={key}
            shortcut={key}
            disabled={isSending}
            onChosen={() => save(inVain[key], 'call', key === 'x' ? undefined : again)}
          >
            {outcomeNames[inVain[key]]}
          </Choice>
        ))}
      </Box>
      {isReached && mayVisit && (
        // It is read later: the choices must not jump under the pointer.
        <Box sx={{ minHeight: tickHeight * (Number(entry.mayWrite) + Number(entry.mayText)) }}>
          <ConfirmationContext value={confirmation}>
            <ConfirmTick use="visit" />
          </ConfirmationContext>
        </Box>
      )}
      {isReached ? (
        <Box
          role="group"
          aria-label="Et ensuite ?"
          sx={{ display: 'grid', gridTemplateColumns: `auto repeat(${moments.length}, 1fr)`, gap: 1 }}
        >
          {(mayVisit ? (['visit', 'call'] as const) : (['call'] as const)).map((next, i) => (
            <Fragment key={next}>
              <Typography variant="body2" sx={{ alignSelf: 'center' }}>
                {nextTexts[next]}
              </Typography>
              {moments.map((moment, j) => (
                <Choice
                  key={moment.text}
                  autoFocus={i + j === 0}
                  disabled={isSending}
                  aria-label={`${nextTexts[next]} · ${moment.text}`}
                  onChosen={() => save('reached', next, moment)}
                >
                  {moment.text}
                </Choice>
              ))}
            </Fragment>
          ))}
          <Box sx={{ gridColumn: '1 / -1', display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1 }}>
            <Choice disabled={isSending} onChosen={() => save('reached')}>
              Rien de prévu
            </Choice>
            <Choice disabled={isSending} onChosen={() => setOpened({ title: 'Noter un appel' })}>
              Autre…
            </Choice>
          </Box>
        </Box>
      ) : (
        <Stack
          direction="row"
          role="group"
          aria-label="Sans réponse, appel prévu"
          // On a phone in one line that is moved sideways.
          sx={{
            alignItems: 'center',
            flexWrap: { md: 'wrap' },
            overflowX: 'auto',
            gap: 0.5,
            '& .MuiChip-label': { px: 1 },
          }}
        >
          <Typography variant="caption" color="textSecondary" noWrap sx={{ flexShrink: 0 }}>
            Rappel
          </Typography>
          {[...moments.map(({ text }) => text), ''].map((text) => (
            <ChoiceChip
              key={text}
              label={text || 'aucun'}
              isChosen={text === (again?.text ?? '')}
              onChosen={() => setChosen(text)}
            />
          ))}
          {mayBeUnreachable(entry) && (
            <Button
              size="small"
              sx={{ flexShrink: 0 }}
              onClick={() => setOpened({ title: 'Sans suite – injoignable…', values: unreachable })}
            >
              Sans suite – injoignable…
            </Button>
          )}
        </Stack>
      )}
      {opened !== undefined && (
        <CallDialog
          {...opened}
          entry={entry}
          onClose={(sent) => {
            setOpened(undefined);
            if (sent?.state === 'done') setReached(false);
          }}
        />
      )}
    </Stack>
  );
}

/** Letters press the controls of the bar while the focus is in it, or on the row that is open; « N » leads into it. */
function useKeys(bar: { readonly current: HTMLElement | null }, isSending: boolean): void {
  usePageKeys((event, target) => {
    const key = event.key.toLowerCase();
    // A key that is held down would go on with the next families.
    if (isSending || event.repeat || !/^[a-z]$/.test(key)) return;
    const isFocused =
      bar.current?.contains(target) === true || target.closest('[data-row][aria-current]') !== null;
    const isOnPage = target === document.body || target.closest('main') !== null;
    if (!isFocused && !(key === 'n' && isOnPage)) return;
    const shortcut = `[aria-keyshortcuts="${key}"]`;
    const control = bar.current?.querySelector<HTMLElement>(shortcut);
    if (control === null || control === undefined) return;
    event.preventDefault();
    control.focus();
    control.click();
  });
}

interface ChoiceProps extends ButtonProps {
  /** The key that presses it. */
  readonly shortcut?: string;
  readonly onChosen: () => unknown;
}

function Choice({ shortcut, onChosen, children, ...button }: ChoiceProps) {
  return (
    <Button
      variant="outlined"
      {...button}
      aria-keyshortcuts={shortcut}
      // The second half of a double click would be for the next family, or for what has opened below.
      onClick={({ detail }) => {
        if (detail < 2) onChosen();
      }}
      sx={{
        ...{ minWidth: 0, px: 0.5, lineHeight: 1.2, flexDirection: 'column' },
        ...(shortcut === undefined
          ? { minHeight: 44, fontWeight: 500, fontSize: '0.8rem' }
          : { minHeight: 52 }),
      }}
    >
      {children}
      {shortcut !== undefined && <Key name={shortcut} />}
    </Button>
  );
}
