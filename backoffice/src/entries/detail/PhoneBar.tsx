import { Box } from '@mui/material';
import type { EntryDetail } from '../../api/responses.ts';
import { OutcomeBar } from './OutcomeBar.tsx';

/** The outcomes of a call within reach of the thumb, above the bar of the pages. */
export function PhoneBar({ entry }: { readonly entry: EntryDetail }) {
  return (
    <>
      {/* The end of the page can be scrolled above the bar. */}
      <Box className="screen-only" sx={{ height: 160 }} />
      <Box
        className="screen-only"
        sx={{
          position: 'fixed',
          bottom: { xs: 'calc(57px + env(safe-area-inset-bottom))', sm: 0 },
          insetInline: 0,
          zIndex: 'appBar',
          p: 1.5,
          borderTop: 1,
          borderColor: 'divider',
          bgcolor: 'background.paper',
        }}
      >
        <OutcomeBar key={entry.id} entry={entry} />
      </Box>
    </>
  );
}
