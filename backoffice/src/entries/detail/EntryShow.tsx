import { Alert, Box, Button, Card, CardContent, Chip, Link, Stack, Typography } from '@mui/material';
import { type ReactNode, useEffect } from 'react';
import { Loading, Title, useLogoutIfAccessDenied } from 'react-admin';
import { Navigate, Link as RouterLink, useLocation, useNavigate, useParams } from 'react-router';
import { DeskError } from '../../api/client.ts';
import type { EntryKind } from '../../api/enumerations.ts';
import type { EntryDetail } from '../../api/responses.ts';
import { useSession } from '../../session/access.ts';
import { PrintStyles } from '../../ui/PrintStyles.tsx';
import { ComplaintDue, StepSelect, stepText } from '../EntryParts.tsx';
import { entryPath } from '../entry.ts';
import { queueIn } from '../queue.ts';
import { type Act, endsTurn, isCalled } from './acts.ts';
import { ConsentLines, NeededConsent } from './ConsentDialog.tsx';
import { EntryActions } from './EntryActions.tsx';
import { EntryActsProvider, useActs, useEntry } from './EntryActsProvider.tsx';
import { EntryCard } from './EntryCard.tsx';
import { CallLine, PrivacyChips, StateChip } from './EntryHead.tsx';
import { FamilyLine } from './FamilyLine.tsx';
import { OwnerLine } from './HandOverDialogs.tsx';
import { OutcomeBar } from './OutcomeBar.tsx';
import { Timeline } from './Timeline.tsx';
import { inOrder, isPlanned } from './timeline.ts';

/** One entry with everything known about it. `kind` is that of the address. */
export function EntryShow({ kind }: { readonly kind: EntryKind }) {
  const { id = '' } = useParams();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const { state } = useLocation();
  const navigate = useNavigate();
  const session = useSession();
  const queue = queueIn(state);
  const { data: entry, error, refetch } = useEntry(Number(id));
  useEffect(() => {
    if (error !== null) void logoutIfAccessDenied(error);
  }, [error, logoutIfAccessDenied]);

  const isGone = error instanceof DeskError && [400, 403, 404].includes(error.status);
  if (isGone || (error !== null && entry === undefined))
    return <EntryFailure isGone={isGone} handedTo={handedTo(state)} onAgain={() => void refetch()} />;
  if (entry === undefined) return <Loading loadingSecondary="Lecture de la fiche…" />;
  // A converted survey is a lead: old addresses of it stay valid.
  if (entry.kind !== kind) return <Navigate to={entryPath(entry)} replace />;
  return (
    <EntryActsProvider
      // A form that is open is of this entry: « Back » leads to another one without leaving the page.
      key={entry.id}
      entry={entry}
      onSent={(act) => {
        if (queue === undefined || !endsTurn(act, session?.user.id)) return;
        const [next, ...after] = queue;
        const to = next === undefined ? '/' : entryPath(next);
        void navigate(to, { replace: true, state: { queue: after } });
      }}
    >
      <Title title={<span>{entry.name ?? 'Sans nom'}</span>} />
      <EntryParts entry={entry} />
    </EntryActsProvider>
  );
}

/** What somebody takes along to a visit, on one A4: what is planned, the newest acts and the words, without anything to press. */
const onPaper = {
  pt: 0,
  pb: 0,
  '& button, & form, & details, & .MuiAlert-root, & ol > li:nth-of-type(n+8):not(:has(.words))': {
    display: 'none',
  },
  '& .MuiCard-root': { boxShadow: 'none' },
  '& .MuiTypography-root': { fontSize: '0.875rem' },
  '& .MuiTypography-h5': { fontSize: '1.25rem' },
};

/** On a phone the timeline stands above the card, and the outcomes of a call below the thumb. */
function EntryParts({ entry }: { readonly entry: EntryDetail }) {
  const bar = entry.mayChange && entry.duplicateOf === null && <OutcomeBar entry={entry} />;
  return (
    <Stack
      spacing={2}
      sx={{
        pt: 2,
        pb: { xs: isCalled(entry) ? `${phoneBarHeight}px` : 2, md: 2 },
        '@media print': onPaper,
      }}
    >
      <PrintStyles />
      <EntryHead entry={entry} />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 5fr) minmax(0, 3fr)' },
          alignItems: 'start',
          '@media print': { gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)' },
        }}
      >
        <Timeline entry={entry}>{isCalled(entry) ? <PhoneBar>{bar}</PhoneBar> : bar}</Timeline>
        <EntryCard entry={entry} />
      </Box>
    </Stack>
  );
}

/** Whom to call, for whom, what the state is, and the acts. */
function EntryHead({ entry }: { readonly entry: EntryDetail }) {
  return (
    <Card component="section" aria-label="Où en est la fiche">
      <CardContent component={Stack} sx={{ gap: 1.25 }}>
        <CallLine entry={entry} />
        <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 1 }}>
          <StateChip entry={entry} />
          <PrivacyChips entry={entry} />
          {entry.test && <Chip color="warning" label="Test" />}
          <OwnerLine entry={entry} />
          {entry.kind === 'postuler' && <StepLine entry={entry} />}
        </Stack>
        <ComplaintDue entry={entry} />
        <ConsentLines entry={entry} />
        <NeededConsent entry={entry} />
        <FamilyLine entry={entry} />
        <EntryNotices entry={entry} />
        {entry.mayChange && <EntryActions entry={entry} isPage />}
      </CardContent>
    </Card>
  );
}

/** How far an application has come. */
function StepLine({ entry }: { readonly entry: EntryDetail }) {
  const { run } = useActs();
  const interview = inOrder(entry.actions).find(isPlanned) ?? null;
  return (
    <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 1 }}>
      <Typography variant="body2">Suite donnée</Typography>
      {entry.mayChange ? (
        <StepSelect
          application={entry}
          interview={interview}
          onChange={(step) => void run({ name: 'step', body: { step } })}
        />
      ) : (
        <Typography variant="body2">{stepText(entry.applicationStep, interview)}</Typography>
      )}
    </Stack>
  );
}

const presumedTexts = {
  trap: 'Spam probable : un champ invisible a été rempli.',
  haste: 'Spam probable : le formulaire a été envoyé en moins de trois secondes.',
};

/** What is to be known before anything is done: news, spam, and that the entry was united with another. */
function EntryNotices({ entry }: { readonly entry: EntryDetail }) {
  const { run } = useActs();
  const { kind, flagged, spam, suspicion, duplicateOf } = entry;
  const button = (text: string, act: Act, variant: 'text' | 'outlined' = 'text'): ReactNode =>
    entry.mayChange && (
      <Button color="inherit" variant={variant} onClick={() => void run(act)}>
        {text}
      </Button>
    );
  return (
    <>
      {flagged && (
        <Alert severity="info" action={button('J’ai vu', { name: 'seen' })}>
          Du nouveau sur cette fiche : voir l’historique.
        </Alert>
      )}
      {suspicion !== null && (
        <Alert severity="warning">
          {presumedTexts[suspicion]} La fiche est mise de côté et ne compte nulle part.
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, mt: 1 }}>
            {button('Ce n’est pas un spam', { name: 'spam', body: { spam: false } }, 'outlined')}
            {button('Confirmer : spam', { name: 'spam', body: { spam: true } })}
          </Stack>
        </Alert>
      )}
      {spam && suspicion === null && (
        <Alert severity="warning">
          Classée comme spam : elle ne compte ni dans les listes ni dans les statistiques.
        </Alert>
      )}
      {duplicateOf !== null && (
        <Alert severity="warning" action={button('Séparer', { name: 'duplicate', body: { of: null } })}>
          Réunie avec une autre. Tout se fait maintenant sur la{' '}
          <Link component={RouterLink} to={entryPath({ kind, id: duplicateOf })} color="inherit">
            {`fiche n° ${duplicateOf}`}
          </Link>
          .
        </Alert>
      )}
    </>
  );
}

/** So much of the page's end can be scrolled above the bar. */
const phoneBarHeight = 200;

/** What stands where it is on a desk, and on a phone within reach of the thumb, above the bar of the pages. */
function PhoneBar({ children }: { readonly children: ReactNode }) {
  return (
    <Box
      className="screen-only"
      sx={(theme) => ({
        // Not where it would hide half of a low window, as at 200 %.
        [`${theme.breakpoints.down('md')} and (min-height: 500px)`]: {
          position: 'fixed',
          bottom: 0,
          insetInline: 0,
          zIndex: 'appBar',
          p: 1.5,
          borderTop: 1,
          borderColor: 'divider',
          bgcolor: 'background.paper',
        },
        [theme.breakpoints.down('sm')]: { bottom: 'calc(57px + env(safe-area-inset-bottom))' },
      })}
    >
      {children}
    </Box>
  );
}

interface EntryFailureProps {
  /** It does not exist or is out of the user's reach: the service does not tell which. */
  readonly isGone: boolean;
  /** The residence to which the user has just handed it over. */
  readonly handedTo: string | undefined;
  readonly onAgain: () => void;
}

function EntryFailure({ isGone, handedTo: residence, onAgain }: EntryFailureProps) {
  return (
    <>
      <Title title="Fiche" />
      <Alert
        severity={residence !== undefined ? 'success' : isGone ? 'info' : 'error'}
        sx={{ mt: 2 }}
        action={
          isGone ? (
            <Button color="inherit" component={RouterLink} to="/">
              Revenir à l’accueil
            </Button>
          ) : (
            <Button color="inherit" onClick={onAgain}>
              Réessayer
            </Button>
          )
        }
      >
        {residence === undefined
          ? isGone
            ? 'Cette fiche n’existe pas, ou elle est d’une résidence qui n’est pas la vôtre.'
            : 'La fiche n’a pas pu être lue. Réessayez dans un instant.'
          : `La fiche est confiée à ${residence}. Elle n’est plus dans vos résidences.`}
      </Alert>
    </>
  );
}

/** The residence that the state of the address names, see `HandOverDialog`. */
function handedTo(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('handedTo' in state)) return undefined;
  return typeof state.handedTo === 'string' ? state.handedTo : undefined;
}
