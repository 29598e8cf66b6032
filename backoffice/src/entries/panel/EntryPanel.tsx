import { Alert, Box, Button, Link, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { outcomeNames } from '../../../../server/src/french/labels.ts';
import type { Action, EntryDetail } from '../../api/responses.ts';
import { format } from '../../i18n/format.ts';
import { useSession } from '../../session/access.ts';
import { endsTurn, useEntry } from '../detail/acts.ts';
import { CallDialog } from '../detail/CallDialog.tsx';
import { AboutLine, CallLine } from '../detail/CallLine.tsx';
import { ConsentLines, NeededConsent } from '../detail/ConsentDialog.tsx';
import { EntryActions } from '../detail/EntryActions.tsx';
import { EntryActsProvider } from '../detail/EntryActsProvider.tsx';
import { actionText } from '../detail/history-sentences.ts';
import { LongText } from '../detail/LongText.tsx';
import { isCalled, OutcomeBar } from '../detail/OutcomeBar.tsx';
import { OwnerLine } from '../detail/OwnerLine.tsx';
import { StateChip } from '../detail/StateChip.tsx';
import { wordsOf } from '../detail/Timeline.tsx';
import { inOrder, isPlanned, parisNow } from '../detail/timeline.ts';
import { useFormatters } from '../detail/use-formatters.ts';
import { entryPath } from '../entry.ts';
import { PanelSkeleton } from './PanelSkeleton.tsx';

interface Props {
  readonly entryId: number;
  readonly onSending: (isSending: boolean) => void;
  /** The next family's turn has come. */
  readonly onTurnEnded: () => void;
  readonly onUndone: () => void;
}

/** An entry beside a list: whom to call, what they wrote, what was last done, and the acts of a call. */
export function EntryPanel({ entryId, onTurnEnded, ...watched }: Props) {
  const translate = useTranslate();
  const userId = useSession()?.user.id;
  const { data: entry, isError, refetch } = useEntry(entryId);
  if (entry === undefined)
    return isError ? (
      <Alert
        severity="error"
        action={<Button onClick={() => void refetch()}>{translate('accueil.retry')}</Button>}
      >
        {translate('accueil.entry.unreadable')}
      </Alert>
    ) : (
      <PanelSkeleton />
    );
  return (
    <EntryActsProvider
      entry={entry}
      {...watched}
      onSent={(act) => {
        if (endsTurn(act, userId)) onTurnEnded();
      }}
    >
      <Stack sx={{ height: '100%' }}>
        <Head entry={entry} />
        {/* Long words are scrolled with the keyboard too. */}
        <Stack
          spacing={2}
          tabIndex={0}
          role="group"
          aria-label={translate('accueil.entry.block.timeline')}
          sx={{ flex: 1, minHeight: 96, overflowY: 'auto', px: 2, py: 1.5 }}
        >
          <NeededConsent entry={entry} />
          {wordsOf(entry).map((text) => (
            <LongText key={text} text={text} />
          ))}
          <LastActs entry={entry} />
          <ConsentLines entry={entry} />
        </Stack>
        {entry.mayChange && (
          <Box sx={{ borderTop: 1, borderColor: 'divider', p: 2 }}>
            {isCalled(entry) ? <OutcomeBar entry={entry} /> : <EntryActions entry={entry} />}
          </Box>
        )}
      </Stack>
    </EntryActsProvider>
  );
}

function Head({ entry }: { readonly entry: EntryDetail }) {
  const translate = useTranslate();
  return (
    <Stack spacing={0.5} sx={{ borderBottom: 1, borderColor: 'divider', px: 2, py: 1.5 }}>
      <CallLine entry={entry} />
      <AboutLine entry={entry}>
        {' · '}
        <Link component={RouterLink} to={entryPath(entry)}>
          {translate('accueil.entry.bar.openPage')}
        </Link>
      </AboutLine>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        <StateChip entry={entry} />
        <OwnerLine entry={entry} />
      </Stack>
    </Stack>
  );
}

const shownActs = 3;

/** What is planned, and what was last done. */
function LastActs({ entry }: { readonly entry: EntryDetail }) {
  const translate = useTranslate();
  const formatters = useFormatters();
  const [done, setDone] = useState<Action>();
  const { date: today } = parisNow();
  const textOf = (action: Action) => actionText({ ...action, comment: null }, formatters);
  return (
    <Stack component="ol" spacing={1} sx={{ listStyle: 'none', p: 0, m: 0 }}>
      {inOrder(entry.actions)
        .slice(0, shownActs)
        .map((action) => (
          <Box component="li" key={action.position} sx={{ overflowWrap: 'anywhere' }}>
            <Typography variant="body2" sx={{ fontWeight: 600 }}>
              {format.dotted(
                textOf(action),
                action.outcome !== null && outcomeNames[action.outcome],
                isPlanned(action) && translate('accueil.entry.timeline.planned'),
                action.assigneeName ??
                  (action.author === 'visitor'
                    ? translate('accueil.entry.timeline.fromVisitor')
                    : action.author),
              )}
            </Typography>
            {action.comment !== null && <Typography variant="body2">{action.comment}</Typography>}
            {entry.mayChange && isPlanned(action) && (action.date ?? today) <= today && (
              <Button
                size="small"
                aria-label={translate('accueil.entry.timeline.markDoneOf', { action: textOf(action) })}
                onClick={() => setDone(action)}
              >
                {translate('accueil.entry.timeline.markDone')}
              </Button>
            )}
          </Box>
        ))}
      {done !== undefined && (
        <CallDialog
          title={translate('accueil.entry.timeline.markDoneOf', { action: textOf(done) })}
          entry={entry}
          action={done}
          onClose={() => setDone(undefined)}
        />
      )}
    </Stack>
  );
}
