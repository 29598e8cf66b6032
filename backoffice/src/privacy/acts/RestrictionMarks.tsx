import { Chip } from '@mui/material';
import type { EntryFacts, Trace } from '../../api/privacy-responses.ts';
import { format } from '../../i18n/format.ts';
import { textsOf } from '../../i18n/texts.ts';

const t = textsOf('privacy.marks');

/** Chips for what stands in the way of an act: erased, limited, held. */
export function RestrictionMarks({
  restriction,
  hold,
}: Pick<EntryFacts, 'restriction'> & Pick<Trace, 'hold'>) {
  return (
    <>
      {restriction === 'erased' && <Chip size="small" variant="outlined" label={t('erased')} />}
      {restriction === 'limited' && hold?.kind !== 'limitation' && (
        <Chip size="small" variant="outlined" color="warning" label={t('limited')} />
      )}
      {hold !== null && (
        <Chip
          size="small"
          variant="outlined"
          color="warning"
          label={t(hold.kind, { until: format.day(hold.until) })}
        />
      )}
    </>
  );
}
