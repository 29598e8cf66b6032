import { Box, Button, Link, Stack, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router';
import { counted } from '../../../../server/src/french/dates.ts';
import type { EntryDetail } from '../../api/responses.ts';
import { entryPath } from '../entry.ts';
import { Block } from './Block.tsx';
import { useActs } from './EntryActsProvider.tsx';
import { HistoryLines } from './History.tsx';
import { nothingKnown } from './history-sentences.ts';

/** Entries that were united with this one, with their own custom ids, and what partners have sent about them. */
export function DuplicatesBlock({ entry }: { readonly entry: EntryDetail }) {
  const { run } = useActs();
  if (entry.duplicates.length === 0) return null;
  return (
    <Block title="Fiches réunies ici">
      <Stack component="ul" spacing={1.5} sx={{ listStyle: 'none', p: 0, m: 0 }}>
        {entry.duplicates.map(({ id, kind, customId, messages }) => (
          <Box component="li" key={id}>
            <Link component={RouterLink} to={entryPath({ kind, id })}>
              {`Fiche n° ${id}`}
            </Link>
            {customId !== null && (
              <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
                {`Référence du site : ${customId}`}
              </Typography>
            )}
            {messages.length > 0 && <HistoryLines lines={messages} known={nothingKnown} />}
            {entry.mayChange && (
              <Button
                size="small"
                variant="outlined"
                sx={{ mt: 0.5 }}
                aria-label={`Séparer : fiche n° ${id}`}
                onClick={() => void run({ name: 'duplicate', entryId: id, body: { of: null } })}
              >
                Séparer
              </Button>
            )}
          </Box>
        ))}
      </Stack>
      {entry.moreDuplicates > 0 && (
        <Typography sx={{ mt: 1.5 }}>{`et ${counted(entry.moreDuplicates, 'autre')}`}</Typography>
      )}
    </Block>
  );
}
