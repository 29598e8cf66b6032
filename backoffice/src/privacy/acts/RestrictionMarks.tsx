import { Chip } from '@mui/material';
import type { EntryFacts, Trace } from '../../api/privacy-responses.ts';
import { format } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';

/** Chips for what stands in the way of an act: erased, limited, held. */
export function RestrictionMarks({
  restriction,
  hold,
}: Pick<EntryFacts, 'restriction'> & Pick<Trace, 'hold'>) {
  const t = useTexts('privacy.marks');
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
