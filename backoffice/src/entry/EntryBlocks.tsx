import { Box, Stack, type Theme, useMediaQuery } from '@mui/material';
import { CommentBlock } from './CommentBlock.tsx';
import { DeliveriesBlock } from './DeliveriesBlock.tsx';
import { DuplicatesBlock } from './DuplicatesBlock.tsx';
import { EntryHeader } from './EntryHeader.tsx';
import { ExtraBlock } from './ExtraBlock.tsx';
import { FamilyBlock } from './FamilyBlock.tsx';
import { FileBlock } from './FileBlock.tsx';
import { HistoryBlock } from './HistoryBlock.tsx';
import { OrientationBlock } from './OrientationBlock.tsx';
import { PersonBlock } from './PersonBlock.tsx';
import { RelationsBlock } from './RelationsBlock.tsx';
import { RequestBlock } from './RequestBlock.tsx';
import { SourceBlock } from './SourceBlock.tsx';
import { TimelineBlock } from './TimelineBlock.tsx';
import { VisitorBlock } from './VisitorBlock.tsx';
import type { WholeEntry } from './whole-entry.ts';

/** The page of an entry: on a phone one below the other, first whom to call and what comes next. */
export function EntryBlocks({ entry }: { readonly entry: WholeEntry }) {
  const { kind, orientation } = entry;
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  const timeline = <TimelineBlock actions={entry.actions} />;
  return (
    <Stack spacing={2} sx={{ py: 2 }}>
      <EntryHeader entry={entry} />
      {isNarrow && timeline}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 5fr) minmax(0, 6fr)' },
          alignItems: 'start',
        }}
      >
        <Stack spacing={2}>
          <PersonBlock entry={entry} />
          {kind === 'commercial' && <RelationsBlock entry={entry} />}
          {kind === 'postuler' && <FileBlock entry={entry} />}
          <RequestBlock entry={entry} />
          <SourceBlock entry={entry} />
          {orientation !== null && <OrientationBlock orientation={orientation} />}
          <VisitorBlock entry={entry} />
          <ExtraBlock entry={entry} />
        </Stack>
        <Stack spacing={2}>
          {!isNarrow && timeline}
          <CommentBlock entry={entry} />
          <DuplicatesBlock entry={entry} />
          <FamilyBlock entry={entry} />
          <HistoryBlock entry={entry} />
          <DeliveriesBlock entry={entry} />
        </Stack>
      </Box>
    </Stack>
  );
}
