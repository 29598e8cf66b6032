import { Box, Button, Link, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { RadioButtonGroupInput, useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import type { EntryDetail, FamilyEntry } from '../../api/responses.ts';
import { entryPath } from '../entry.ts';
import { ActDialog } from './ActDialog.tsx';
import { Block } from './Block.tsx';
import { useActs } from './EntryActsProvider.tsx';
import { dayText, type Formatters, labelOf } from './formatters.ts';
import { useFormatters } from './use-formatters.ts';

/** Other entries with the same phone number or e-mail address, to be merged. */
export function FamilyBlock({ entry }: { readonly entry: EntryDetail }) {
  const translate = useTranslate();
  const formatters = useFormatters();
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
              {`${translate('accueil.entry.family.entry', { id: other.id })} – ${other.name ?? translate('accueil.leads.unnamed')}`}
            </Link>
            <Typography variant="body2" color="text.secondary">
              {aboutOf(other, formatters)}
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
  formatters: Formatters,
): string {
  return [
    labelOf(`kind.${kind}`, formatters),
    establishmentId === null
      ? formatters.translate('accueil.entry.unassigned')
      : formatters.residence(establishmentId),
    dayText(contactDate, formatters),
    resultat === null ? labelOf(`status.${status}`, formatters) : labelOf(resultat, formatters),
  ].join(' · ');
}

/** Merges two entries of one request: asks which is kept. */
function MergeDialog({
  entry,
  other,
  onClose,
}: {
  readonly entry: EntryDetail;
  readonly other: FamilyEntry;
  readonly onClose: () => void;
}) {
  const translate = useTranslate();
  const name = other.name ?? translate('accueil.leads.unnamed');
  return (
    <ActDialog
      title={translate('accueil.entry.family.merge')}
      submit={translate('accueil.entry.submit.merge')}
      values={{ kept: entry.id }}
      toAct={({ kept }) =>
        Number(kept) === entry.id
          ? { name: 'duplicate', entryId: other.id, body: { of: entry.id } }
          : { name: 'duplicate', body: { of: other.id } }
      }
      onClose={onClose}
    >
      <RadioButtonGroupInput
        source="kept"
        label="accueil.entry.family.keep"
        row={false}
        choices={[
          { id: entry.id, name: translate('accueil.entry.family.keepThis', { id: entry.id }) },
          { id: other.id, name: translate('accueil.entry.family.keepOther', { id: other.id, name }) },
        ]}
        translateChoice={false}
      />
      <Typography variant="body2" color="text.secondary">
        {translate('accueil.entry.family.keepHelp')}
      </Typography>
    </ActDialog>
  );
}

/** Entries that were merged into this one, with their own custom ids. */
export function DuplicatesBlock({ entry }: { readonly entry: EntryDetail }) {
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
