import { Alert, Box, Button, Link, Typography } from '@mui/material';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { kindNames } from '../../../../server/src/french/labels.ts';
import { useResidences } from '../../api/queries.ts';
import type { EntryDetail, FamilyEntry } from '../../api/responses.ts';
import { format } from '../../i18n/format.ts';
import { textsOf, translate } from '../../i18n/texts.ts';
import { Fold } from '../../ui/Fold.tsx';
import { entryPath, knownState } from '../entry.ts';
import { objectionText } from '../PhoneNumber.tsx';
import { UniteDialog } from './UniteDialog.tsx';
import { dayText } from './value-text.ts';

const t = textsOf('entry');

/** Other entries with the same phone number or e-mail address, to be united with this one. */
export function FamilyLine({ entry }: { readonly entry: EntryDetail }) {
  const [united, setUnited] = useState<FamilyEntry>();
  const { data, more, elsewhere } = entry.family;
  const others = data.filter((other) => other.duplicateOf !== entry.id);
  if (others.length === 0 && elsewhere === 0) return null;
  const title = t('block.family');
  const lines = others.map((other) => (
    <OtherEntry key={other.id} entry={entry} other={other} onUnite={() => setUnited(other)} />
  ));
  return (
    <Alert severity="warning" role="region" aria-label={title} sx={{ py: 0.25, alignItems: 'center' }}>
      {lines.length > 1 ? (
        <Fold title={t('family.many', { smart_count: lines.length + more })}>
          {lines}
          {more > 0 && t('family.more', { smart_count: more })}
        </Fold>
      ) : (
        lines
      )}
      {elsewhere > 0 && t('family.elsewhere', { smart_count: elsewhere })}
      {united !== undefined && (
        <UniteDialog entry={entry} other={united} onClose={() => setUnited(undefined)} />
      )}
    </Alert>
  );
}

interface OtherEntryProps {
  readonly entry: EntryDetail;
  readonly other: FamilyEntry;
  readonly onUnite: () => void;
}

function OtherEntry({ entry, other, onUnite }: OtherEntryProps) {
  const { nameOf: residence } = useResidences();
  const { id, kind, name, establishmentId, contactDate, objection } = other;
  // Leads of two residences are rather two requests.
  const isElsewhere = establishmentId !== entry.establishmentId;
  const key = isElsewhere ? 'uniteAnyway' : 'unite';
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 1 }}>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {t('family.same')}{' '}
        <Link component={RouterLink} to={entryPath(other)} color="inherit">
          {`${t('family.entry', { id })} – ${name ?? translate('accueil.leads.unnamed')}`}
        </Link>{' '}
        {format.dotted(
          kindNames[kind],
          establishmentId === null ? t('unassigned') : residence(establishmentId),
          dayText(contactDate),
          knownState({ ...other, next: other.nextAction }),
          objectionText(objection),
        )}
      </Typography>
      {entry.mayChange && canUnite(entry, other) && (
        <>
          {isElsewhere && <Typography variant="body2">{t('unite.twoRequests')}</Typography>}
          <Button
            size="small"
            color="inherit"
            variant={isElsewhere ? 'text' : 'outlined'}
            aria-label={t(`unite.${key}With`, { id })}
            onClick={onUnite}
          >
            {t(`unite.${key}`)}
          </Button>
        </>
      )}
    </Box>
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
