import { GlobalStyles } from '@mui/material';

const hidden =
  '.MuiAppBar-root, .RaSidebar-root, .RaSidebar-docked, .MuiDrawer-root, .MuiPopover-root, .screen-only';

/**
 * Prints the page without the bar, the menu and whatever has the class `screen-only`, black on white: on dark screens the
 * text is light, and browsers print no backgrounds.
 */
export function PrintStyles() {
  return (
    <GlobalStyles
      styles={{
        '@media print': {
          '.RaLayout-appFrame': { marginTop: '0 !important' },
          [hidden]: { display: 'none !important' },
          'body, body *': {
            color: '#000 !important',
            backgroundColor: 'transparent !important',
            borderColor: '#999 !important',
          },
          section: { breakInside: 'avoid' },
        },
      }}
    />
  );
}
