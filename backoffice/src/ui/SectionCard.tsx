import { Card, CardContent } from '@mui/material';
import type { ReactNode } from 'react';
import { SectionHead } from './SectionHead.tsx';

interface Props {
  readonly title: string;
  /** Shown instead of the name. */
  readonly head?: ReactNode;
  readonly act?: ReactNode;
  /** Whether it is one of several below a title. */
  readonly isArticle?: boolean;
  readonly children: ReactNode;
}

export function SectionCard({ title, head = title, act, isArticle = false, children }: Props) {
  return (
    <Card component={isArticle ? 'article' : 'section'} aria-label={title}>
      {/* Rows have a margin of their own. */}
      <CardContent sx={{ '& > ul': { mx: -2 } }}>
        <SectionHead title={head} level={isArticle ? 'h3' : 'h2'}>
          {act}
        </SectionHead>
        {children}
      </CardContent>
    </Card>
  );
}
