import { Button, Typography } from '@mui/material';
import { useState } from 'react';
import { clampedTo } from '../../ui/clamped.ts';

/** Words as they were written; what is longer than some ten lines is folded. */
export function LongText({ text }: { readonly text: string }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > 900 || text.split('\n').length > 10;
  return (
    <>
      <Typography
        sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', ...(isLong && !isOpen && clampedTo(10)) }}
      >
        {text}
      </Typography>
      {isLong && (
        <Button
          size="small"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          sx={{ alignSelf: 'flex-start' }}
        >
          {isOpen ? 'Réduire' : 'Lire la suite'}
        </Button>
      )}
    </>
  );
}
