import { Box } from '@mui/material';
import { translate } from '../i18n/texts.ts';

interface Props {
  /** A message key. */
  readonly of: string | null;
  readonly isWarning?: boolean;
}

export function Value({ of: value, isWarning = false }: Props) {
  if (value === null) return null;
  const text = translate(value);
  return isWarning ? (
    <Box component="span" sx={{ color: 'warning.main', fontWeight: 600 }}>
      {text}
    </Box>
  ) : (
    text
  );
}
