import { Box, Link as MuiLink, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { touched } from './touched.ts';

interface RowsProps<Item> {
  readonly of: readonly Item[];
  readonly children: (item: Item) => ReactNode;
}

/** A list with a line below each row but the last. */
export function Rows<Item extends { readonly id: number | string }>({
  of: items,
  children,
}: RowsProps<Item>) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {items.map((item) => (
        <Stack
          component="li"
          direction="row"
          key={item.id}
          sx={{
            flexWrap: 'wrap',
            gap: 1,
            px: 2,
            py: 1,
            alignItems: 'center',
            '&:not(:last-child)': { borderBottom: 1, borderColor: 'divider' },
          }}
        >
          {children(item)}
        </Stack>
      ))}
    </Box>
  );
}

interface RowProps {
  /** What it is about, with the address of its page where it has one. */
  readonly name: ReactNode;
  readonly to?: string | undefined;
  readonly marks?: ReactNode;
  /** Below the name, in the words of a person. */
  readonly said?: string | null;
  /** Below that, each on a line. */
  readonly notes?: readonly ReactNode[];
  readonly children?: ReactNode;
  readonly acts?: ReactNode;
}

/** What stands in a row of a list: name and marks, lines below them, and the buttons on the right. */
export function Row({ name, to, marks, said, notes = [], children, acts }: RowProps) {
  return (
    <>
      <Stack spacing={0.5} sx={{ minWidth: 0, flex: '1 1 260px', overflowWrap: 'anywhere' }}>
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          {name !== null && (
            <Typography sx={{ fontWeight: 600, minWidth: 0 }}>
              {to === undefined ? (
                name
              ) : (
                <MuiLink component={Link} to={to} sx={touched}>
                  {name}
                </MuiLink>
              )}
            </Typography>
          )}
          {marks}
        </Stack>
        {said && <Typography sx={{ whiteSpace: 'pre-line' }}>{said}</Typography>}
        {notes.filter(Boolean).map((note, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity
          <Typography key={i} variant="body2" component="div" color="textSecondary">
            {note}
          </Typography>
        ))}
        {children}
      </Stack>
      {acts}
    </>
  );
}
