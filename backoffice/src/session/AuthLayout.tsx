import { Card, CardContent, Container, Stack, Typography } from '@mui/material';
import { type ReactNode, useEffect } from 'react';

/** The frame of pages without sign-in: one card in the middle. */
export function AuthLayout({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} – Accueil`;
  }, [title]);
  return (
    <Container
      component="main"
      maxWidth="xs"
      sx={{ minHeight: '100vh', display: 'grid', alignContent: 'center' }}
    >
      <Stack spacing={3} sx={{ py: 4 }}>
        <Typography component="p" variant="h4" color="primary" sx={{ textAlign: 'center', fontWeight: 700 }}>
          Accueil
        </Typography>
        <Card>
          <CardContent sx={{ p: 3 }}>
            <Typography component="h1" variant="h5" gutterBottom>
              {title}
            </Typography>
            {children}
          </CardContent>
        </Card>
      </Stack>
    </Container>
  );
}
