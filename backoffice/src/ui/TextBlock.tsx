import { Paper } from '@mui/material';

/** Text that somebody else wrote, sign by sign as it stands. */
export function TextBlock({ text }: { readonly text: string }) {
  return (
    <Paper
      component="pre"
      variant="outlined"
      sx={{ m: 0, p: 2, fontSize: '0.85rem', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
    >
      {text}
    </Paper>
  );
}
