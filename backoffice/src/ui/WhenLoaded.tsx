import { Alert, LinearProgress } from '@mui/material';
import type { ReactNode } from 'react';
import { translate } from '../i18n/texts.ts';
import { errorText } from './error-text.ts';

interface Props<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly children: (data: T) => ReactNode;
}

/** Shows the data, a progress bar while it is read, or the error. */
export function WhenLoaded<T>({ data, error, children }: Props<T>) {
  if (data !== undefined) return children(data);
  if (error !== undefined && error !== null) return <Alert severity="error">{errorText(error)}</Alert>;
  return <LinearProgress aria-label={translate('ra.page.loading')} />;
}
