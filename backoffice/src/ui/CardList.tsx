import { Stack, Typography } from '@mui/material';
import { Fragment, type ReactNode } from 'react';
import { type RaRecord, useGetList } from 'react-admin';
import { SectionHead } from './SectionHead.tsx';
import { WhenLoaded } from './WhenLoaded.tsx';

interface Props<Item> {
  readonly resource: string;
  readonly title: string;
  /** Beside the title. */
  readonly act: ReactNode;
  /** Shown when there are none. */
  readonly none?: string;
  /** The card of one. */
  readonly children: (item: Item) => ReactNode;
}

/** All of a resource, each in a card, below their title. */
export function CardList<Item extends RaRecord>({ resource, title, act, none, children }: Props<Item>) {
  const { data, error } = useGetList<Item>(resource);
  return (
    <>
      <SectionHead title={title}>{act}</SectionHead>
      <WhenLoaded data={data} error={error}>
        {(items) => (
          <Stack spacing={2}>
            {items.map((item) => (
              <Fragment key={item.id}>{children(item)}</Fragment>
            ))}
            {items.length === 0 && <Typography color="textSecondary">{none}</Typography>}
          </Stack>
        )}
      </WhenLoaded>
    </>
  );
}
