import { Box } from '@mui/material';

interface Props {
  readonly of: string | null;
  readonly isWarning?: boolean;
}

export function Value({ of: text, isWarning = false }: Props) {
  if (text === null) return null;
  return isWarning ? (
    <Box component="span" sx={{ color: 'warning.main', fontWeight: 600 }}>
      {text}
    </Box>
  ) : (
    text
  );
}
