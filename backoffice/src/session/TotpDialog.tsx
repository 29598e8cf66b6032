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
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useFailureText } from '../administration/use-failure-text.ts';
import { DeskError } from '../desk/client.ts';

interface Props {
  readonly title: string;
  readonly submit: string;
  /** What it says when the service does not accept what was typed. */
  readonly wrong: string;
  /** Rejects with the failure of the service. */
  readonly onSubmit: () => Promise<void>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A step towards two-step sign-in, or away from it: one value to type. */
export function TotpDialog({ title, submit, wrong, onSubmit, onClose, children }: Props) {
  const translate = useTranslate();
  const failureText = useFailureText();
  const titleId = useId();
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function send(event: FormEvent) {
    event.preventDefault();
    // A portal's events reach the form behind it as well.
    event.stopPropagation();
    setBusy(true);
    setProblem(undefined);
    try {
      await onSubmit();
    } catch (error) {
      const isWrong = error instanceof DeskError && error.field !== undefined;
      setProblem(isWrong ? wrong : failureText(error));
      setBusy(false);
    }
  }

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" fullScreen={isSmall} aria-labelledby={titleId}>
      <form onSubmit={send}>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>
          {problem !== undefined && <Alert severity="error">{problem}</Alert>}
          {children}
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
          <Button type="submit" variant="contained" loading={isBusy}>
            {submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
