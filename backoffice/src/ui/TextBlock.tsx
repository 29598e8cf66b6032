import { Paper } from '@mui/material';

/** Foreign text, shown verbatim. */
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
