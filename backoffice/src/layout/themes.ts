import type { PaletteOptions, Theme } from '@mui/material';
import { defaultTheme, type RaThemeOptions } from 'react-admin';
import { dayBounds } from '../i18n/days.ts';

const common: RaThemeOptions = {
  ...defaultTheme,
  typography: {
    fontFamily: 'system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
    // Three sizes: 20, 16 and 14 pixels.
    h5: { fontSize: '1.25rem', fontWeight: 650, letterSpacing: '-0.01em' },
    h6: { fontSize: '1rem', fontWeight: 650 },
    caption: { fontSize: '0.875rem' },
    button: { textTransform: 'none', fontWeight: 600 },
  },
  shape: { borderRadius: 10 },
  sidebar: { width: 244, closedWidth: 56 },
  // Follows the system's setting for reduced motion.
  motion: { reducedMotion: 'system' },
};

/** react-admin keeps a line below each input for a hint, also without one. */
const inputsWithoutHint = Object.fromEntries(
  ['Text', 'Number', 'Select', 'RadioButtonGroup', 'Boolean', 'NullableBoolean'].map((name) => [
    `Ra${name}Input`,
    { defaultProps: { helperText: false } },
  ]),
);

const light: PaletteOptions = {
  mode: 'light',
  primary: { main: '#1f6357', contrastText: '#ffffff' },
  secondary: { main: '#8a4b12' },
  error: { main: '#b3261e' },
  info: { main: '#1a5f8f' },
  warning: { main: '#8f5600' },
  success: { main: '#2c6a2f' },
  background: { default: '#f6f4ef', paper: '#ffffff' },
  text: { primary: '#1e2624', secondary: '#505a57' },
  divider: '#e2ddd2',
};
const dark: PaletteOptions = {
  mode: 'dark',
  primary: { main: '#7fcdbb', contrastText: '#06201a' },
  secondary: { main: '#f0b47a' },
  error: { main: '#ffb4ab' },
  info: { main: '#8ecbf0' },
  warning: { main: '#f2bd62' },
  success: { main: '#93d596' },
  background: { default: '#141a19', paper: '#1c2423' },
  text: { primary: '#e6ebe9', secondary: '#aab5b1' },
  divider: '#33403d',
};

/** Contrast is at least 4.5 to 1 everywhere (WCAG 2.2, 1.4.3). */
export const lightTheme = themeOf(light);
export const darkTheme = themeOf(dark);

function themeOf(palette: PaletteOptions): RaThemeOptions {
  return {
    ...common,
    palette,
    components: {
      ...common.components,
      // A text that is a pixel too high would be a region to scroll, which no key reaches.
      MuiAlert: { styleOverrides: { message: { overflow: 'visible', minWidth: 0 } } },
      MuiAppBar: {
        defaultProps: { elevation: 0, color: 'inherit' },
        styleOverrides: {
          root: ({ theme }: { theme: Theme }) => ({
            backgroundColor: theme.palette.background.paper,
            color: theme.palette.text.primary,
            borderBottom: `1px solid ${theme.palette.divider}`,
          }),
        },
      },
      // On a phone the menu is opened at the bottom.
      RaAppBar: {
        styleOverrides: {
          root: ({ theme }: { theme: Theme }) => ({
            [theme.breakpoints.down('sm')]: { '& .RaAppBar-menuButton': { display: 'none' } },
          }),
        },
      },
      MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiAutocomplete: { defaultProps: { noOptionsText: 'Aucun choix' } },
      MuiCard: { defaultProps: { variant: 'outlined' } },
      MuiButtonBase: {
        styleOverrides: {
          root: ({ theme }: { theme: Theme }) => ({
            // What a thumb touches. A box or a switch is touched by its label, a list by its whole input.
            [theme.breakpoints.down('sm')]: {
              '&:not(.PrivateSwitchBase-root, .MuiAutocomplete-endAdornment > *)': {
                minHeight: 44,
              },
            },
            '&.Mui-focusVisible': {
              outline: `3px solid ${theme.palette.primary.main}`,
              outlineOffset: 2,
            },
          }),
        },
      },
      MuiIconButton: {
        styleOverrides: {
          root: ({ theme }: { theme: Theme }) => ({
            [theme.breakpoints.down('sm')]: { '&:not(.MuiAutocomplete-endAdornment > *)': { minWidth: 44 } },
          }),
        },
      },
      MuiToggleButton: { styleOverrides: { root: { minWidth: 44, whiteSpace: 'nowrap' } } },
      MuiToggleButtonGroup: { defaultProps: { exclusive: true, size: 'small', color: 'primary' } },
      MuiFormControlLabel: {
        styleOverrides: {
          root: ({ theme }: { theme: Theme }) => ({ [theme.breakpoints.down('sm')]: { minHeight: 44 } }),
        },
      },
      // Its items fill it: an outline around one would be cut.
      MuiMenuItem: { styleOverrides: { root: { '&.Mui-focusVisible': { outlineOffset: -3 } } } },
      // The outline shows the focus.
      MuiButton: {
        defaultProps: { disableFocusRipple: true },
        styleOverrides: { root: { fontSize: '0.875rem' } },
      },
      MuiChip: { styleOverrides: { root: { fontSize: '0.875rem' } } },
      ...inputsWithoutHint,
      RaDateInput: { defaultProps: { helperText: false, slotProps: { htmlInput: dayBounds } } },
      MuiTextField: { defaultProps: { variant: 'outlined', size: 'small', margin: 'dense' } },
      MuiFormControl: { defaultProps: { variant: 'outlined', size: 'small', margin: 'dense' } },
      // Wide content scrolls in itself; the page does not.
      RaLayout: { styleOverrides: { root: { minWidth: 0, '& .RaLayout-content': { minWidth: 0 } } } },
      RaTopToolbar: {
        styleOverrides: {
          root: ({ theme }: { theme: Theme }) => ({
            [theme.breakpoints.down('sm')]: { backgroundColor: 'transparent', padding: 0 },
          }),
        },
      },
      // Filters in two columns of equal width on a phone, and in a row of equal height elsewhere.
      RaFilterForm: {
        styleOverrides: {
          root: ({ theme }: { theme: Theme }) => ({
            [theme.breakpoints.down('sm')]: {
              display: 'grid',
              gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
              columnGap: 8,
              '& .filter-field': { minWidth: 0 },
              '& .filter-field > *': { flexGrow: 1 },
              '& .RaFilterFormInput-spacer': { display: 'none' },
              '& .MuiFormControl-root, & .MuiAutocomplete-root, & .MuiInputBase-root': {
                minWidth: '0 !important',
                width: '100%',
              },
            },
          }),
        },
      },
      RaListToolbar: {
        styleOverrides: {
          root: ({ theme }: { theme: Theme }) => ({
            [theme.breakpoints.down('sm')]: { backgroundColor: 'transparent' },
          }),
        },
      },
      RaMenuItemLink: {
        styleOverrides: {
          root: ({ theme }: { theme: Theme }) => ({
            borderRadius: 8,
            marginInline: 8,
            '&.RaMenuItemLink-active': {
              color: theme.palette.primary.main,
              backgroundColor: theme.palette.action.selected,
              fontWeight: 600,
            },
          }),
        },
      },
    },
  };
}
