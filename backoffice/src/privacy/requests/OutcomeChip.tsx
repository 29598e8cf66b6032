import { Chip } from '@mui/material';
import type { RequestEntry } from '../../api/privacy-responses.ts';
import { textsOf } from '../../i18n/texts.ts';

const t = textsOf('privacy');

const colors = { found: 'default', done: 'success', refused: 'warning' } as const;

/** What became of an entry for a request. */
export function OutcomeChip({ entry: { state, entry } }: { readonly entry: RequestEntry }) {
  return (
    <>
      <Chip size="small" variant="outlined" color={colors[state]} label={t(`request.outcomes.${state}`)} />
      {typeof entry?.restriction === 'string' && (
        <Chip size="small" variant="outlined" label={t(`marks.${entry.restriction}`)} />
      )}
    </>
  );
}
