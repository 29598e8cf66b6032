import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { labelOf } from '../api/enumerations.ts';

interface Props {
  /** A message, or a value of an enumeration; null for none. */
  readonly of: string | null;
  readonly isEnumerated?: boolean;
  readonly isWarning?: boolean;
}

/** A value in the language of the screen. */
export function Value({ of: value, isEnumerated = false, isWarning = false }: Props) {
  const translate = useTranslate();
  if (value === null) return null;
  // A value that is no more known than its name is shown as it is.
  const text = isEnumerated ? translate(labelOf(value), { _: value }) : translate(value);
  return isWarning ? (
    <Box component="span" sx={{ color: 'warning.main', fontWeight: 600 }}>
      {text}
    </Box>
  ) : (
    text
  );
}
