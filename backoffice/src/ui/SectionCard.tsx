import { Card, CardContent } from '@mui/material';
import type { ReactNode } from 'react';
import { SectionHead } from './SectionHead.tsx';

interface Props {
  /** The name of the section. */
  readonly title: string;
  /** Shown instead of the name. */
  readonly head?: ReactNode;
  /** Beside the title. */
  readonly act?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page, with its title. */
export function SectionCard({ title, head = title, act, children }: Props) {
  return (
    <Card component="section" aria-label={title}>
      <CardContent>
        <SectionHead title={head}>{act}</SectionHead>
        {children}
      </CardContent>
    </Card>
  );
}
