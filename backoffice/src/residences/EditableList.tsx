import Add from '@mui/icons-material/Add';
import { Button, Card, Stack, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { SectionHead } from '../ui/SectionHead.tsx';
import { WhenLoaded } from '../ui/WhenLoaded.tsx';

interface Props<Item> {
  readonly title: string;
  /** The text of the button that adds one. */
  readonly add: string;
  /** Shown when there are none. */
  readonly none: string;
  readonly data: { readonly data: readonly Item[] } | undefined;
  readonly error: unknown;
  readonly mayChange: boolean;
  readonly row: (item: Item, onEdit: () => void) => ReactNode;
  /** The form of one; of a new one when undefined. */
  readonly dialog: (item: Item | undefined, onClose: () => void) => ReactNode;
}

/** What belongs to a residence, in rows, with a dialog to add or to edit one. */
export function EditableList<Item extends { readonly id: number }>({
  title,
  add,
  none,
  data,
  error,
  mayChange,
  row,
  dialog,
}: Props<Item>) {
  const [edited, setEdited] = useState<Item | 'new'>();
  return (
    <>
      <SectionHead title={title}>
        {mayChange && (
          <Button variant="contained" startIcon={<Add />} onClick={() => setEdited('new')}>
            {add}
          </Button>
        )}
      </SectionHead>
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
                  {row(item, () => setEdited(item))}
                </Stack>
              ))}
            </Card>
          )
        }
      </WhenLoaded>
      {edited !== undefined && dialog(edited === 'new' ? undefined : edited, () => setEdited(undefined))}
    </>
  );
}
