import { Stack, Typography } from '@mui/material';
import { Fragment, type ReactNode } from 'react';
import { type RaRecord, useGetList } from 'react-admin';
import { SectionHead } from './SectionHead.tsx';
import { WhenLoaded } from './WhenLoaded.tsx';

interface Props<Item> {
  readonly resource: string;
  readonly title: string;
  readonly act: ReactNode;
  readonly none?: string;
  readonly children: (item: Item) => ReactNode;
}

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
