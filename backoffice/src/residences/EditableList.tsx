import Add from '@mui/icons-material/Add';
import { Button } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { RowList } from '../ui/RowList.tsx';
import { SectionHead } from '../ui/SectionHead.tsx';

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
      <RowList none={none} data={data} error={error}>
        {(item) => row(item, () => setEdited(item))}
      </RowList>
      {edited !== undefined && dialog(edited === 'new' ? undefined : edited, () => setEdited(undefined))}
    </>
  );
}
