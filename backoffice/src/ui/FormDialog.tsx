import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  type Theme,
  useMediaQuery,
} from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { Form, type FormProps, useTranslate } from 'react-admin';
import { DeskError } from '../api/client.ts';
import { useFailureText } from './use-error-text.ts';

interface FormDialogProps {
  readonly title: string;
  /** What the button that sends it says. */
  readonly submit: string;
  readonly values?: FormValues;
  /** What it says when the service does not accept what was typed; what the failure says by default. */
  readonly wrong?: string;
  /** Rejects when it can't be done: the dialog says why, and keeps what was typed. */
  readonly onSubmit: (values: FormValues) => Promise<void>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A few fields to fill in, above the page. */
export function FormDialog({ title, submit, values, wrong, onSubmit, onClose, children }: FormDialogProps) {
  const translate = useTranslate();
  const failureText = useFailureText();
  const titleId = useId();
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function send(given: FormValues) {
    setBusy(true);
    setProblem(undefined);
    try {
      await onSubmit(given);
    } catch (error) {
      const isWrong = error instanceof DeskError && error.field !== undefined;
      setProblem(isWrong && wrong !== undefined ? wrong : failureText(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" fullScreen={isSmall} aria-labelledby={titleId}>
      <Form defaultValues={values} onSubmit={send}>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 0.5 }}>
          {problem !== undefined && <Alert severity="error">{problem}</Alert>}
          {children}
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
          <Button type="submit" variant="contained" loading={isBusy}>
            {submit}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

/** What a form holds, by the sources of its inputs. */
export type FormValues = Parameters<NonNullable<FormProps['onSubmit']>>[0];
