import { Box, Card, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Rows } from './Rows.tsx';
import { SectionHead } from './SectionHead.tsx';
import { WhenLoaded } from './WhenLoaded.tsx';

interface Props<Item> {
  readonly title?: string;
  readonly act?: ReactNode;
  /** Between the title and the list. */
  readonly intro?: ReactNode;
  readonly none: string;
  readonly data: { readonly data: readonly Item[] } | undefined;
  readonly error: unknown;
  /** A row: what it is about, then its buttons. */
  readonly children: (item: Item) => ReactNode;
}

/** A short list with its title, as the service answers it: a progress bar while it is read, or the error. */
export function RowList<Item extends { readonly id: number }>(props: Props<Item>) {
  const { title, act, intro, none, data, error, children } = props;
  return (
    <section aria-label={title}>
      {title !== undefined && <SectionHead title={title}>{act}</SectionHead>}
      {intro !== undefined && <Box sx={{ mb: 2, color: 'text.secondary' }}>{intro}</Box>}
      <WhenLoaded data={data} error={error}>
        {({ data: items }) =>
          items.length === 0 ? (
            <Typography color="textSecondary">{none}</Typography>
          ) : (
            <Card>
              <Rows of={items}>{children}</Rows>
            </Card>
          )
        }
      </WhenLoaded>
    </section>
  );
}
