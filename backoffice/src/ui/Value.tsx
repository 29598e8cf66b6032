import { Box } from '@mui/material';
import { labelOf } from '../api/enumerations.ts';
import { translate } from '../i18n/texts.ts';

interface Props {
  /** A message key, or a value of an enumeration. */
  readonly of: string | null;
  readonly isEnumerated?: boolean;
  readonly isWarning?: boolean;
}

/** A translated value. */
export function Value({ of: value, isEnumerated = false, isWarning = false }: Props) {
  if (value === null) return null;
  // A value without a label is shown as it is.
  const text = isEnumerated ? translate(labelOf(value), { _: value }) : translate(value);
  return isWarning ? (
    <Box component="span" sx={{ color: 'warning.main', fontWeight: 600 }}>
      {text}
    </Box>
  ) : (
    text
  );
}
