import { Box, Card, Checkbox, Chip, Link as MuiLink, Stack, Typography } from '@mui/material';
import { Link } from 'react-router';
import type { Trace } from '../../api/privacy-responses.ts';
import { format } from '../../i18n/format.ts';
import { textsOf, translate } from '../../i18n/texts.ts';
import { EntryLine, StateChip, usePersonNames } from '../acts/EntryLines.tsx';
import { placeName, useResidenceName } from '../acts/names.ts';
import { PendingChip } from '../acts/PendingChip.tsx';
import { RestrictionMarks } from '../acts/RestrictionMarks.tsx';
import { type Finding, isChoosable, keyOf } from './use-finding.ts';

const t = textsOf('privacy.find');

/** Everything that was found, strong matches first. */
export function TraceList({
  finding,
  traces,
}: {
  readonly finding: Finding;
  readonly traces: readonly Trace[];
}) {
  if (traces.length === 0) return null;
  return (
    <Card component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {traces.map((trace) => (
        <TraceRow key={keyOf(trace)} trace={trace} finding={finding} />
      ))}
    </Card>
  );
}

function TraceRow({ trace, finding }: { readonly trace: Trace; readonly finding: Finding }) {
  const residence = useResidenceName();
  const { personName } = usePersonNames();
  const { place, id, entry, establishmentId, name, hold, strength, reasons, persons, files, where } = trace;
  const title = t('named', { name: name ?? translate('accueil.leads.unnamed'), id });
  const sameOf = (some: Trace['reasons']) => some.map((reason) => t(`same.${reason}`)).join(', ');
  const ofPersons = new Set(persons.flatMap((one) => one.reasons));
  const ofEntry = reasons.filter((reason) => !ofPersons.has(reason));
  const isAnothers = persons.length > 0 && !persons.some(({ person }) => person === 'entry');
  const isRelatives = persons.some(({ person }) => person !== 'referrer');
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        gap: 1,
        px: 1,
        py: 1.25,
        '&:not(:last-child)': { borderBottom: 1, borderColor: 'divider' },
      }}
    >
      <Checkbox
        checked={finding.isChosen(trace)}
        disabled={!isChoosable(trace)}
        onChange={(_event, isChosen) => finding.choose(trace, isChosen)}
        slotProps={{ input: { 'aria-label': t('choose', { title }) } }}
        sx={{ alignSelf: 'flex-start' }}
      />
      <Stack spacing={0.5} sx={{ minWidth: 0, flexGrow: 1, py: 0.75 }}>
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          {place === 'entry' ? (
            <MuiLink
              component={Link}
              to={`/privacy/entries/${id}`}
              sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}
            >
              {title}
            </MuiLink>
          ) : (
            <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{title}</Typography>
          )}
          <Chip
            size="small"
            variant={strength === 'strong' ? 'filled' : 'outlined'}
            color={strength === 'strong' && !isAnothers ? 'primary' : 'default'}
            label={t(strength)}
          />
          {isAnothers && (
            <Chip size="small" color="warning" label={t(isRelatives ? 'relative' : 'referrer')} />
          )}
          {entry !== null && <StateChip entry={entry} />}
          {entry?.pendingErasure && <PendingChip erasure={entry.pendingErasure} />}
          <RestrictionMarks
            restriction={entry === null || entry.pendingErasure !== null ? null : entry.restriction}
            hold={hold}
          />
        </Stack>
        {entry === null ? (
          <Typography variant="body2" color="textSecondary">
            {format.dotted(t(`places.${place}`), establishmentId !== undefined && residence(establishmentId))}
          </Typography>
        ) : (
          <EntryLine entry={entry} />
        )}
        {persons.map((one) => (
          <Typography key={one.person} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {t('because', { name: personName(one), reasons: sameOf(one.reasons) })}
          </Typography>
        ))}
        {(ofEntry.length > 0 || where.length > 0) && (
          <Typography variant="body2">
            {format.dotted(
              ofEntry.length > 0 && sameOf(ofEntry),
              where.length > 0 &&
                t('where', {
                  places: [...new Set(where.map((one) => placeName(one)))].join(', '),
                }),
            )}
          </Typography>
        )}
        {files.length > 0 && (
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {t('files', { files: files.join(', ') })}
          </Typography>
        )}
        {place !== 'entry' && (
          <Typography variant="body2" color="textSecondary">
            {t(`elsewhere.${place}`)}
          </Typography>
        )}
      </Stack>
    </Box>
  );
}
