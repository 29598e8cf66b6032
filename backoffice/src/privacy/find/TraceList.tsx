import { Box, Card, Checkbox, Chip, Link as MuiLink, Stack, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { labelOf } from '../../api/enumerations.ts';
import type { Trace } from '../../api/privacy-responses.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { placeName, useResidenceName } from '../acts/names.ts';
import { RestrictionMarks } from '../acts/RestrictionMarks.tsx';
import { keyOf } from './traces.ts';
import { type Finding, isErasable } from './use-finding.ts';

interface Props {
  readonly finding: Finding;
  readonly traces: readonly Trace[];
}

/** Everything that was found, strong matches first. */
export function TraceList({ finding, traces }: Props) {
  if (traces.length === 0) return null;
  return (
    <Card component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {traces.map((trace) => (
        <TraceRow key={keyOf(trace)} trace={trace} finding={finding} />
      ))}
    </Card>
  );
}

interface RowProps {
  readonly trace: Trace;
  readonly finding: Finding;
}

function TraceRow({ trace, finding }: RowProps) {
  const translate = useTranslate();
  const format = useFormat();
  const t = useTexts('privacy.find');
  const residence = useResidenceName();
  const {
    place,
    id,
    kind,
    establishmentId,
    receivedAt,
    name,
    restriction,
    hold,
    strength,
    reasons,
    files,
    where,
  } = trace;
  const named = name ?? translate('accueil.leads.unnamed');
  const title = t('named', { name: named, id });
  const facts = [
    kind === undefined ? t(`places.${place}`) : translate(labelOf(`kind.${kind}`)),
    place === 'entry' && residence(establishmentId ?? null),
    receivedAt !== undefined && t('received', { at: format.moment(receivedAt) }),
  ];
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
        disabled={!isErasable(trace)}
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
            color={strength === 'strong' ? 'primary' : 'default'}
            label={t(strength)}
          />
          <RestrictionMarks restriction={restriction} hold={hold} />
        </Stack>
        <Typography variant="body2" color="textSecondary">
          {facts.filter(Boolean).join(' · ')}
        </Typography>
        <Typography variant="body2">
          {t('because', {
            reasons: reasons
              .map((reason) => translate(`accueil.privacy.find.reasons.${reason}`, { _: reason }))
              .join(', '),
          })}
          {where.length > 0 &&
            ` · ${t('where', { places: [...new Set(where.map((one) => placeName(one, translate)))].join(', ') })}`}
        </Typography>
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
