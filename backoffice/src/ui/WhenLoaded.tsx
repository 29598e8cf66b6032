import { Alert, Button, LinearProgress } from '@mui/material';
import type { ReactNode } from 'react';
import { errorText } from './error-text.ts';

interface Props<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  /** What is said of an error, instead of its own text. */
  readonly failed?: string;
  /** Reads it again: offered with an error. */
  readonly onRetry?: () => unknown;
  readonly children: (data: T) => ReactNode;
}

/** Shows the data, a progress bar while it is read, or the error. */
export function WhenLoaded<T>({ data, error, failed, onRetry, children }: Props<T>) {
  if (data !== undefined) return children(data);
  if (error === undefined || error === null) return <LinearProgress aria-label="Chargement" />;
  return (
    <Alert severity="error" action={onRetry && <Button onClick={() => onRetry()}>Réessayer</Button>}>
      {failed ?? errorText(error)}
    </Alert>
  );
}
