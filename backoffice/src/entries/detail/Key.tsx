import { Box } from '@mui/material';

/** The letter that presses a control, where there is a keyboard. */
export function Key({ name }: { readonly name: string }) {
  return (
    <Box
      component="kbd"
      aria-hidden
      sx={{
        display: { xs: 'none', lg: 'inline' },
        fontFamily: 'inherit',
        fontSize: '0.7rem',
        fontWeight: 400,
        textTransform: 'uppercase',
      }}
    >
      {name}
    </Box>
  );
}
