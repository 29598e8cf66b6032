import { Box, Button, Link, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { Block } from './Block.tsx';
import { entryPath } from './entry-path.ts';
import { MergeDialog } from './MergeDialog.tsx';
import { useActs } from './use-acts.ts';
import { useWords } from './use-words.ts';
import { dayText, labelOf, type Words } from './values.ts';
import type { FamilyEntry, WholeEntry } from './whole-entry.ts';

/** Other entries with the same phone number or e-mail address: is it one request? */
export function FamilyBlock({ entry }: { readonly entry: WholeEntry }) {
  const translate = useTranslate();
  const words = useWords();
  const { mayChange } = useActs();
  const [merged, setMerged] = useState<FamilyEntry>();
  const { data, more, elsewhere } = entry.family;
  const others = data.filter((other) => other.duplicateOf !== entry.id);
  if (others.length === 0 && elsewhere === 0) return null;
  return (
    <Block title={translate('accueil.entry.block.family')}>
      <Stack component="ul" spacing={1.5} sx={{ listStyle: 'none', p: 0, m: 0 }}>
        {others.map((other) => (
          <Box component="li" key={other.id}>
            <Link component={RouterLink} to={entryPath(other)} sx={{ overflowWrap: 'anywhere' }}>
              {`${translate('accueil.entry.family.entry', { id: other.id })} – ${other.name ?? translate('accueil.entry.unnamed')}`}
            </Link>
            <Typography variant="body2" color="text.secondary">
              {aboutOf(other, words)}
            </Typography>
            {mayChange && entry.duplicateOf === null && other.duplicateOf === null && (
              <Button
                size="small"
                variant="outlined"
                sx={{ mt: 0.5 }}
                aria-label={translate('accueil.entry.family.mergeWith', { id: other.id })}
                onClick={() => setMerged(other)}
              >
                {translate('accueil.entry.family.merge')}
              </Button>
            )}
          </Box>
        ))}
      </Stack>
      {more > 0 && (
        <Typography sx={{ mt: 1.5 }}>
          {translate('accueil.entry.family.more', { smart_count: more })}
        </Typography>
      )}
      {elsewhere > 0 && (
        <Typography sx={{ mt: others.length === 0 ? 0 : 1.5 }}>
          {translate('accueil.entry.family.elsewhere', { smart_count: elsewhere })}
        </Typography>
      )}
      {merged !== undefined && (
        <MergeDialog entry={entry} other={merged} onClose={() => setMerged(undefined)} />
      )}
    </Block>
  );
}

function aboutOf(
  { kind, establishmentId, contactDate, status, resultat }: FamilyEntry,
  words: Words,
): string {
  return [
    labelOf(`kind.${kind}`, words),
    establishmentId === null ? words.translate('accueil.entry.unassigned') : words.residence(establishmentId),
    dayText(contactDate, words),
    resultat === null ? labelOf(`status.${status}`, words) : labelOf(resultat, words),
  ].join(' · ');
}
