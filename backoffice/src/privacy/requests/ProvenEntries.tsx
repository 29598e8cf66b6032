import { Box, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { labelOf } from '../../api/enumerations.ts';
import type { Proof } from '../../api/privacy-responses.ts';
import { format } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { placeName } from '../acts/names.ts';

/** What became of each entry of a request. */
export function ProvenEntries({ entries }: Pick<Proof, 'entries'>) {
  const translate = useTranslate();
  const t = useTexts('privacy');
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {entries.map(({ entryId, kind, receivedAt, state, reason, hold, erasures }) => (
        <Box component="li" key={entryId} sx={{ py: 0.5 }}>
          <Typography>
            {[
              t('proof.entry', { id: entryId }),
              kind !== null && translate(labelOf(`kind.${kind}`)),
              receivedAt !== null && t('find.received', { at: format.moment(receivedAt) }),
              t(`request.outcomes.${state}`),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Typography>
          {reason !== null && (
            <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              {t('request.entries.refusedBecause', { reason })}
            </Typography>
          )}
          {hold !== null && (
            <Typography variant="body2">
              {t(`marks.${hold.kind}`, { until: format.day(hold.until) })}
            </Typography>
          )}
          {erasures.map(({ relation, erasedAt, counts }) => (
            <Typography key={`${relation} ${erasedAt}`} variant="body2">
              {t(relation === null ? 'proof.erased' : 'proof.relationErased', {
                at: format.moment(erasedAt),
                number: (relation ?? 0) + 1,
                counts: Object.entries(counts)
                  .map(([place, rows]) => `${placeName(place, translate)} ${format.number(rows)}`)
                  .join(', '),
              })}
            </Typography>
          ))}
        </Box>
      ))}
    </Box>
  );
}
