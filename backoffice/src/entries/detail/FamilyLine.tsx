import { Alert, Box, Button, Link, Typography } from '@mui/material';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { counted } from '../../../../server/src/french/dates.ts';
import { kindNames } from '../../../../server/src/french/labels.ts';
import { useResidences } from '../../api/queries.ts';
import type { EntryDetail, FamilyEntry } from '../../api/responses.ts';
import { format } from '../../i18n/format.ts';
import { Fold } from '../../ui/Fold.tsx';
import { entryPath, knownState } from '../entry.ts';
import { objectionText } from '../PhoneNumber.tsx';
import { UniteDialog } from './UniteDialog.tsx';
import { dayText } from './value-text.ts';

const buttonTexts = { uniteAnyway: 'Réunir quand même', unite: 'Réunir' };

/** Other entries with the same phone number or e-mail address, to be united with this one. */
export function FamilyLine({ entry }: { readonly entry: EntryDetail }) {
  const [united, setUnited] = useState<FamilyEntry>();
  const { data, more, elsewhere } = entry.family;
  const others = data.filter((other) => other.duplicateOf !== entry.id);
  if (others.length === 0 && elsewhere === 0) return null;
  const title = 'Même famille';
  const lines = others.map((other) => (
    <OtherEntry key={other.id} entry={entry} other={other} onUnite={() => setUnited(other)} />
  ));
  return (
    <Alert severity="warning" role="region" aria-label={title} sx={{ py: 0.25, alignItems: 'center' }}>
      {lines.length > 1 ? (
        <Fold title={`Même famille : ${lines.length + more} autres fiches`}>
          {lines}
          {more > 0 && `et ${counted(more, 'autre')}`}
        </Fold>
      ) : (
        lines
      )}
      {elsewhere > 0 &&
        `Connue ailleurs : ${counted(elsewhere, 'autre fiche dans une résidence', 'autres fiches dans des résidences')} que vous ne voyez pas.`}
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
        Même famille :{' '}
        <Link component={RouterLink} to={entryPath(other)} color="inherit">
          {`Fiche n° ${id} – ${name ?? 'Sans nom'}`}
        </Link>{' '}
        {format.dotted(
          kindNames[kind],
          establishmentId === null ? 'À confier à une résidence' : residence(establishmentId),
          dayText(contactDate),
          knownState({ ...other, next: other.nextAction }),
          objectionText(objection),
        )}
      </Typography>
      {entry.mayChange && canUnite(entry, other) && (
        <>
          {isElsewhere && <Typography variant="body2">Deux demandes ?</Typography>}
          <Button
            size="small"
            color="inherit"
            variant={isElsewhere ? 'text' : 'outlined'}
            aria-label={
              {
                uniteAnyway: `Réunir quand même avec la fiche n° ${id}`,
                unite: `Réunir avec la fiche n° ${id}`,
              }[key]
            }
            onClick={onUnite}
          >
            {buttonTexts[key]}
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
