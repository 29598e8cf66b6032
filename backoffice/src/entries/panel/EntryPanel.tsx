import { Alert, Box, Button, Stack } from '@mui/material';
import { Link as RouterLink } from 'react-router';
import { outcomeNames } from '../../../../server/src/french/labels.ts';
import type { EntryDetail } from '../../api/responses.ts';
import { useSession } from '../../session/access.ts';
import { ActionItem } from '../detail/ActionItem.tsx';
import { type Act, endsTurn, isCalled } from '../detail/acts.ts';
import { LongText } from '../detail/Block.tsx';
import { ConsentLines, NeededConsent } from '../detail/ConsentDialog.tsx';
import { EntryActions } from '../detail/EntryActions.tsx';
import { EntryActsProvider, useEntry } from '../detail/EntryActsProvider.tsx';
import { CallLine } from '../detail/EntryHead.tsx';
import { wordsOf } from '../detail/entry-fields.ts';
import { FamilyLine } from '../detail/FamilyLine.tsx';
import { OwnerLine } from '../detail/HandOverDialogs.tsx';
import { OutcomeBar } from '../detail/OutcomeBar.tsx';
import { inOrder } from '../detail/timeline.ts';
import { entryPath } from '../entry.ts';
import { PanelSkeleton } from './PanelSkeleton.tsx';

/** What is planned, and what was last done. */
const shownActs = 3;

interface Props {
  readonly entryId: number;
  readonly onSending: (isSending: boolean) => void;
  /** The next family's turn has come. */
  readonly onTurnEnded: (outcome: string) => void;
  readonly onUndone: () => void;
  readonly onBar: () => void;
}

/** An entry beside a list: whom to call, what was last done, what they wrote, and the acts of a call. */
export function EntryPanel({ entryId, onTurnEnded, onBar, ...watched }: Props) {
  const userId = useSession()?.user.id;
  const { data: entry, isError, refetch } = useEntry(entryId);
  if (entry === undefined)
    return isError ? (
      <Alert severity="error" action={<Button onClick={() => void refetch()}>Réessayer</Button>}>
        La fiche n’a pas pu être lue. Réessayez dans un instant.
      </Alert>
    ) : (
      <PanelSkeleton />
    );
  return (
    <EntryActsProvider
      entry={entry}
      {...watched}
      onSent={(act) => {
        if (endsTurn(act, userId)) onTurnEnded(outcomeOf(act));
      }}
    >
      <Stack sx={{ height: '100%' }}>
        {/* Scrolled with the keyboard too, from the name on: all acts stay in sight. */}
        <Box tabIndex={0} role="group" aria-label="Suivi" sx={{ flex: 1, minHeight: 96, overflowY: 'auto' }}>
          <Head entry={entry} />
          <Stack spacing={2} sx={{ px: 2, py: 1.5 }}>
            <NeededConsent entry={entry} />
            <FamilyLine entry={entry} />
            {entry.actions.length > 0 && (
              <Stack component="ol" spacing={1} sx={{ listStyle: 'none', p: 0, m: 0 }}>
                {inOrder(entry.actions)
                  .slice(0, shownActs)
                  .map((action) => (
                    <ActionItem key={action.position} entry={entry} action={action} />
                  ))}
              </Stack>
            )}
            {wordsOf(entry).map((text) => (
              <LongText key={text} text={text} />
            ))}
            <ConsentLines entry={entry} />
          </Stack>
        </Box>
        {entry.mayChange && (
          <Stack
            ref={(bar: HTMLElement | null) => {
              if (bar !== null) onBar();
            }}
            spacing={1}
            sx={{ borderTop: 1, borderColor: 'divider', px: 2, py: 1.5, overflowY: 'auto' }}
          >
            <OutcomeBar entry={entry} />
            {!isCalled(entry) && <EntryActions entry={entry} />}
          </Stack>
        )}
      </Stack>
    </EntryActsProvider>
  );
}

/** What came of a family's turn, in a word or two. */
function outcomeOf({ body }: Act): string {
  const actions = body !== undefined && 'actions' in body ? (body.actions ?? []) : [];
  const outcome = actions.find((action) => action.outcome !== undefined)?.outcome ?? null;
  return outcome === null ? 'fait' : outcomeNames[outcome].toLowerCase();
}

function Head({ entry }: { readonly entry: EntryDetail }) {
  return (
    <Stack spacing={0.5} sx={{ borderBottom: 1, borderColor: 'divider', px: 2, py: 1.5 }}>
      <CallLine entry={entry} />
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        <OwnerLine entry={entry} />
        <Button component={RouterLink} to={entryPath(entry)} size="small" sx={{ ml: 'auto' }}>
          Ouvrir la fiche
        </Button>
      </Stack>
    </Stack>
  );
}
