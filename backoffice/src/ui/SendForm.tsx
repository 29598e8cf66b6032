import { Alert, Button, type ButtonProps } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { Form, type FormProps, useNotify, useRefresh } from 'react-admin';
import { errorText } from './error-text.ts';

/** What a form holds, by the sources of its inputs. */
export type FormValues = Parameters<NonNullable<FormProps['onSubmit']>>[0];

/** Sends what a form holds: rejects, or resolves to a text, when it fails. */
type Send = (values: FormValues) => Promise<unknown>;

/** Says why the last sending failed, and whether one is under way. */
export function useSending(send: Send, problemOf: (error: unknown) => string = errorText) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  async function submit(values: FormValues) {
    setBusy(true);
    setProblem(undefined);
    try {
      const reason = await send(values);
      if (typeof reason === 'string') setProblem(reason);
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  }
  return { submit, isBusy, problem: problem !== undefined && <Alert severity="error">{problem}</Alert> };
}

interface Props extends Pick<ButtonProps, 'size' | 'fullWidth' | 'startIcon' | 'variant'> {
  readonly text: string;
  readonly values?: FormValues;
  readonly send: Send;
  /** Notified when it has succeeded; the page is then read again. */
  readonly done?: string;
  readonly problemOf?: (error: unknown) => string;
  readonly act?: ReactNode;
  readonly children: ReactNode;
}

/** What is typed stays when its values are read again. */
const resetOptions = { keepDirtyValues: true };

/** A form on a page, with its button. What is typed stays when it can't be sent. */
export function SendForm({ text, values, send, done, problemOf, act, children, ...button }: Props) {
  const notify = useNotify();
  const refresh = useRefresh();
  const { submit, isBusy, problem } = useSending(async (typed) => {
    const reason = await send(typed);
    if (done === undefined || typeof reason === 'string') return reason;
    notify(done, { type: 'success' });
    refresh();
    return undefined;
  }, problemOf);
  return (
    <Form
      defaultValues={values}
      resetOptions={resetOptions}
      onSubmit={submit}
      noValidate
      disableInvalidFormNotification
    >
      {children}
      {problem}
      <Button variant="contained" {...button} type="submit" loading={isBusy} sx={{ mt: 2 }}>
        {text}
      </Button>
      {act}
    </Form>
  );
}
