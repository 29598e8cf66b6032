import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import { IconButton } from '@mui/material';
import type { ReactNode } from 'react';

interface Props {
  readonly previous: string;
  readonly next: string;
  readonly hasPrevious?: boolean;
  readonly hasNext?: boolean;
  readonly onStep: (step: -1 | 1) => void;
  readonly children?: ReactNode;
}

/** Buttons to the one before and to the next. */
export function Steps({ previous, next, hasPrevious = true, hasNext = true, onStep, children }: Props) {
  return (
    <>
      <IconButton aria-label={previous} disabled={!hasPrevious} onClick={() => onStep(-1)} sx={touched}>
        <ChevronLeft />
      </IconButton>
      {children}
      <IconButton aria-label={next} disabled={!hasNext} onClick={() => onStep(1)} sx={touched}>
        <ChevronRight />
      </IconButton>
    </>
  );
}

const touched = { width: 44, height: 44 };
