import { Card, CardContent, Chip, Stack, Typography } from '@mui/material';
import type { EntryDetail } from '../../api/responses.ts';
import { StepSelect, stepText } from '../ApplicationStep.tsx';
import { ComplaintDue } from '../ComplaintDue.tsx';
import { AboutLine, CallLine } from './CallLine.tsx';
import { ConsentLines, NeededConsent } from './ConsentDialog.tsx';
import { EntryActions } from './EntryActions.tsx';
import { useActs } from './EntryActsProvider.tsx';
import { EntryNotices } from './EntryNotices.tsx';
import { FamilyLine } from './FamilyLine.tsx';
import { OwnerLine } from './OwnerLine.tsx';
import { PrivacyChips } from './PrivacyChips.tsx';
import { StateChip } from './StateChip.tsx';
import { inOrder, isPlanned } from './timeline.ts';

/** Whom to call, for whom, what the state is, and the acts. */
export function EntryHead({ entry }: { readonly entry: EntryDetail }) {
  return (
    <Card component="section" aria-label="Où en est la fiche">
      <CardContent component={Stack} sx={{ gap: 1.25 }}>
        <CallLine entry={entry} />
        <AboutLine entry={entry} />
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
