import { Box } from '@mui/material';
import type { ReactNode } from 'react';

/** So much of the page's end can be scrolled above the bar. */
export const phoneBarHeight = 200;

/** What stands where it is on a desk, and on a phone within reach of the thumb, above the bar of the pages. */
export function PhoneBar({ children }: { readonly children: ReactNode }) {
  return (
    <Box
      className="screen-only"
      sx={(theme) => ({
        [theme.breakpoints.down('md')]: {
          position: 'fixed',
          bottom: 0,
          insetInline: 0,
          zIndex: 'appBar',
          p: 1.5,
          borderTop: 1,
          borderColor: 'divider',
          bgcolor: 'background.paper',
        },
        [theme.breakpoints.down('sm')]: { bottom: 'calc(57px + env(safe-area-inset-bottom))' },
      })}
    >
      {children}
    </Box>
  );
}
