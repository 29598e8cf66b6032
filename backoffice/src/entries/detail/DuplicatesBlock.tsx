import { Box, Button, Link, Stack, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router';
import type { EntryDetail } from '../../api/responses.ts';
import { textsOf } from '../../i18n/texts.ts';
import { entryPath } from '../entry.ts';
import { Block } from './Block.tsx';
import { useActs } from './EntryActsProvider.tsx';
import { HistoryLines } from './History.tsx';
import { nothingKnown } from './history-sentences.ts';

const t = textsOf('entry');

/** Entries that were united with this one, with their own custom ids, and what partners have sent about them. */
export function DuplicatesBlock({ entry }: { readonly entry: EntryDetail }) {
  const { run } = useActs();
  if (entry.duplicates.length === 0) return null;
  return (
    <Block title={t('block.duplicates')}>
      <Stack component="ul" spacing={1.5} sx={{ listStyle: 'none', p: 0, m: 0 }}>
        {entry.duplicates.map(({ id, kind, customId, messages }) => (
          <Box component="li" key={id}>
            <Link component={RouterLink} to={entryPath({ kind, id })}>
              {t('family.entry', { id })}
            </Link>
            {customId !== null && (
              <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
                {t('family.customId', { customId })}
              </Typography>
            )}
            {messages.length > 0 && <HistoryLines lines={messages} known={nothingKnown} />}
            {entry.mayChange && (
              <Button
                size="small"
                variant="outlined"
                sx={{ mt: 0.5 }}
                aria-label={t('unite.separateFrom', { id })}
                onClick={() => void run({ name: 'duplicate', entryId: id, body: { of: null } })}
              >
                {t('unite.separate')}
              </Button>
            )}
          </Box>
        ))}
      </Stack>
      {entry.moreDuplicates > 0 && (
        <Typography sx={{ mt: 1.5 }}>{t('family.more', { smart_count: entry.moreDuplicates })}</Typography>
      )}
    </Block>
  );
}
