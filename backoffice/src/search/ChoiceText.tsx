import { Box, Chip, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { kindNames } from '../../../server/src/french/labels.ts';
import type { KnownEntry, ListedAction, ListedEntry } from '../api/responses.ts';
import { listedText } from '../entries/ActionText.tsx';
import { EntryMarks, ResidenceName } from '../entries/EntryParts.tsx';
import { bothNames, knownState } from '../entries/entry.ts';
import { isCovered, objectedText, objectionText } from '../entries/PhoneNumber.tsx';
import { format } from '../i18n/format.ts';
import { readPhone } from '../ui/phone.ts';
import type { Choice } from './choices.ts';

/** A choice of a search: who it is, where, how it stands, and what was done last. */
export function ChoiceText({ choice }: { readonly choice: Choice }) {
  switch (choice.what) {
    case 'entry':
      return <EntryChoice entry={choice.entry} />;
    case 'known':
      return <KnownChoice entry={choice.entry} />;
    case 'all':
      return `Tout voir (${format.number(choice.count)})`;
    default:
      return format.dotted(
        {
          newPhone: `Nouvelle demande avec ce numéro : ${choice.text}`,
          newName: `Nouvelle demande à ce nom : ${choice.text}`,
        }[choice.what],
        choice.objectedOn !== null && objectedText(choice.objectedOn),
      );
  }
}

function EntryChoice({ entry }: { readonly entry: ListedEntry }) {
  const { contact, objection } = entry;
  const { phone } = contact;
  return (
    <ChoiceFrame entry={entry} foot={<LastDone entry={entry} />}>
      {phone !== null && (
        <Typography component="span" variant="body2">
          {format.dotted(!isCovered(objection) && readPhone(phone).text, objectionText(objection))}
        </Typography>
      )}
      <EntryMarks entry={entry} />
    </ChoiceFrame>
  );
}

/** An entry that the user may not read: whose it is, where and since when. */
function KnownChoice({ entry }: { readonly entry: KnownEntry }) {
  const { kind, contactDate, objection } = entry;
  const foot = format.dotted(kindNames[kind], format.day(contactDate), objectionText(objection));
  return (
    <ChoiceFrame entry={entry} foot={foot}>
      <Chip size="small" variant="outlined" label={knownState(entry)} />
    </ChoiceFrame>
  );
}

interface ChoiceFrameProps {
  readonly entry: KnownEntry | ListedEntry;
  readonly children: ReactNode;
  readonly foot: ReactNode;
}

/** Names and number of an entry, its residence and how it stands, and a line below. */
function ChoiceFrame({ entry, children, foot }: ChoiceFrameProps) {
  return (
    <Box sx={{ overflowWrap: 'anywhere' }}>
      <Stack direction="row" sx={{ gap: 1, justifyContent: 'space-between' }}>
        <Typography component="span" sx={{ fontWeight: 600 }}>
          {bothNames(entry)}
        </Typography>
        <Typography component="span" variant="body2" color="textSecondary" noWrap sx={{ flexShrink: 0 }}>
          {`n° ${entry.id}`}
        </Typography>
      </Stack>
      <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 1, alignItems: 'center' }}>
        <Typography component="span" variant="body2">
          <ResidenceName id={entry.establishmentId} />
        </Typography>
        {children}
      </Stack>
      <Typography component="div" variant="body2" color="textSecondary">
        {foot}
      </Typography>
    </Box>
  );
}

/** What was done last or is planned; else when it was received. */
function LastDone({ entry: { kind, lastAction, nextAction, receivedAt } }: { readonly entry: ListedEntry }) {
  const told = (action: ListedAction, isPlanned: boolean) =>
    format.dotted(listedText(action, isPlanned, kind), action.comment);
  const parts = [
    lastAction === null ? undefined : `Fait : ${told(lastAction, false)}`,
    nextAction === null ? undefined : `Ensuite : ${told(nextAction, true)}`,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? `Reçue le ${format.moment(receivedAt)}` : parts.join(' – ');
}
