import { Box, Button, Link, Stack, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { Block } from './Block.tsx';
import { entryPath } from './entry-path.ts';
import { useActs } from './use-acts.ts';
import type { WholeEntry } from './whole-entry.ts';

/** Entries that were merged into this one. Each keeps what its site calls it. */
export function DuplicatesBlock({ entry }: { readonly entry: WholeEntry }) {
  const translate = useTranslate();
  const { mayChange, run } = useActs();
  if (entry.duplicates.length === 0) return null;
  return (
    <Block title={translate('accueil.entry.block.duplicates')}>
      <Stack component="ul" spacing={1.5} sx={{ listStyle: 'none', p: 0, m: 0 }}>
        {entry.duplicates.map(({ id, customId }) => (
          <Box component="li" key={id}>
            <Link component={RouterLink} to={entryPath({ kind: entry.kind, id })}>
              {translate('accueil.entry.family.entry', { id })}
            </Link>
            {customId !== null && (
              <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
                {translate('accueil.entry.family.customId', { customId })}
              </Typography>
            )}
            {mayChange && (
              <Button
                size="small"
                variant="outlined"
                sx={{ mt: 0.5 }}
                aria-label={translate('accueil.entry.family.unmergeOf', { id })}
                onClick={() => void run({ name: 'duplicate', entryId: id, body: { of: null } })}
              >
                {translate('accueil.entry.family.unmerge')}
              </Button>
            )}
          </Box>
        ))}
      </Stack>
      {entry.moreDuplicates > 0 && (
        <Typography sx={{ mt: 1.5 }}>
          {translate('accueil.entry.family.more', { smart_count: entry.moreDuplicates })}
        </Typography>
      )}
    </Block>
  );
}
