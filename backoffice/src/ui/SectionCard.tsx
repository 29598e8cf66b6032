import { Card, CardContent, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';

interface SectionHeadProps {
  readonly title: ReactNode;
  readonly level?: 'h2' | 'h3';
  readonly children?: ReactNode;
}

export function SectionHead({ title, level = 'h2', children }: SectionHeadProps) {
  return (
    <Stack
      direction="row"
      sx={{ flexWrap: 'wrap', gap: 1, mb: 1.5, alignItems: 'center', justifyContent: 'space-between' }}
    >
      <Typography component={level} variant="h6" sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
      {children}
    </Stack>
  );
}

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
