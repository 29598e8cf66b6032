import type { FormProps } from 'react-admin';

/** What a form holds, by the sources of its inputs. */
export type FormValues = Parameters<NonNullable<FormProps['onSubmit']>>[0];
