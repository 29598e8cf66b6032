import { Card, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { WhenLoaded } from './WhenLoaded.tsx';

interface Props<Item> {
  /** Shown when there are none. */
  readonly none: string;
  readonly data: { readonly data: readonly Item[] } | undefined;
  readonly error: unknown;
  /** A row: what it is about, then its buttons. */
  readonly children: (item: Item) => ReactNode;
}

/** A short list in a card, as the service answers it: one row each, a progress bar while it is read, or the error. */
export function RowList<Item extends { readonly id: number }>({ none, data, error, children }: Props<Item>) {
  return (
    <WhenLoaded data={data} error={error}>
      {({ data: items }) =>
        items.length === 0 ? (
          <Typography color="textSecondary">{none}</Typography>
        ) : (
          <Card component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
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
                  justifyContent: 'space-between',
                  '&:not(:last-child)': { borderBottom: 1, borderColor: 'divider' },
                }}
              >
                {children(item)}
              </Stack>
            ))}
          </Card>
        )
      }
    </WhenLoaded>
  );
}
