import { Chip } from '@mui/material';
import { useTranslate } from 'react-admin';
import { labelOf, type Stage } from '../desk/enumerations.ts';

/** How far an entry has come. */
export function StageChip({ stage }: { readonly stage: Stage | null }) {
  const translate = useTranslate();
  if (stage === null) return null;
  return <Chip size="small" variant="outlined" label={translate(labelOf(stage))} />;
}
