import { Card, CardContent } from '@mui/material';
import type { ReactNode } from 'react';
import { SectionHead } from '../../ui/SectionHead.tsx';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
}

/** A part of the request's page. */
export function RequestCard({ title, children }: Props) {
  return (
    <Card component="section" aria-label={title}>
      <CardContent>
        <SectionHead title={title} />
        {children}
      </CardContent>
    </Card>
  );
}
