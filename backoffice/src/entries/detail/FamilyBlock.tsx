import { Box, Button, Link, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { contractName, kindNames, statusNames } from '../../../../server/src/french/labels.ts';
import type { EntryDetail, FamilyEntry } from '../../api/responses.ts';
import { entryPath } from '../entry.ts';
import { objectionText } from '../PhoneNumber.tsx';
import { Block } from './Block.tsx';
import { useActs } from './EntryActsProvider.tsx';
import { dayText, type Formatters } from './formatters.ts';
import { UniteDialog } from './UniteDialog.tsx';
import { useFormatters } from './use-formatters.ts';

/** Other entries with the same phone number or e-mail address, to be united with this one. */
export function FamilyBlock({ entry }: { readonly entry: EntryDetail }) {
  const translate = useTranslate();
  const formatters = useFormatters();
  const { mayChange } = useActs();
  const [united, setUnited] = useState<FamilyEntry>();
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
            {mayChange && canUnite(entry, other) && (
              <UniteButton entry={entry} other={other} onClick={() => setUnited(other)} />
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
      {united !== undefined && (
        <UniteDialog entry={entry} other={united} onClose={() => setUnited(undefined)} />
      )}
    </Block>
  );
}

/** A form can be united with a lead, anything else with its like; what is united is so already. */
function canUnite(entry: EntryDetail, other: FamilyEntry): boolean {
  if (entry.duplicateOf !== null || other.duplicateOf !== null) return false;
  if (entry.kind === other.kind) return entry.kind !== 'survey' || entry.type === other.type;
  const isForm = ({ kind, type }: Pick<FamilyEntry, 'kind' | 'type'>) =>
    kind === 'survey' && type !== 'survey.type.complaint';
  return entry.kind === 'commercial' ? isForm(other) : other.kind === 'commercial' && isForm(entry);
}

/** Leads of two residences are rather two requests. */
function UniteButton({
  entry,
  other,
  onClick,
}: {
  readonly entry: EntryDetail;
  readonly other: FamilyEntry;
  readonly onClick: () => void;
}) {
  const translate = useTranslate();
  const isElsewhere = other.establishmentId !== entry.establishmentId;
  const key = isElsewhere ? 'uniteAnyway' : 'unite';
  return (
    <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 1, mt: 0.5 }}>
      {isElsewhere && <Typography variant="body2">{translate('accueil.entry.unite.twoRequests')}</Typography>}
      <Button
        size="small"
        variant={isElsewhere ? 'text' : 'outlined'}
        aria-label={translate(`accueil.entry.unite.${key}With`, { id: other.id })}
        onClick={onClick}
      >
        {translate(`accueil.entry.unite.${key}`)}
      </Button>
    </Stack>
  );
}

function aboutOf(
  { kind, establishmentId, contactDate, status, resultat, objectedOn }: FamilyEntry,
  formatters: Formatters,
): string {
  return [
    kindNames[kind],
    establishmentId === null
      ? formatters.translate('accueil.entry.unassigned')
      : formatters.residence(establishmentId),
    dayText(contactDate, formatters),
    resultat === null ? statusNames[status] : contractName(resultat),
    ...(objectedOn === null ? [] : [objectionText(objectedOn)]),
  ].join(' · ');
}
