import { Button, type ButtonProps } from '@mui/material';
import { useState } from 'react';
import { ActOnEntry } from './ActOnEntry.tsx';
import type { ActName } from './act-choices.ts';

interface Props {
  readonly entryId: number;
  readonly act: ActName;
  readonly text: string;
  /** The same, saying of whom: in a list there are many such buttons. */
  readonly label: string;
  readonly variant?: ButtonProps['variant'];
}

/** Something that is done with an entry where it stands in a list. */
export function ActButton({ entryId, act, text, label, variant = 'outlined' }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        variant={variant}
        aria-label={label}
        sx={{ whiteSpace: 'nowrap' }}
        onClick={() => setOpen(true)}
      >
        {text}
      </Button>
      {isOpen && <ActOnEntry entryId={entryId} act={act} onClose={() => setOpen(false)} />}
    </>
  );
}
