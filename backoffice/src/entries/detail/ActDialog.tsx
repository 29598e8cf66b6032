import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack } from '@mui/material';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useId, useState } from 'react';
import { Form, useTranslate } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import type { Act } from './acts.ts';
import { type Sent, useActs } from './EntryActsProvider.tsx';

export interface ActDialogProps {
  readonly title: string;
  /** What the form begins with. */
  readonly values: FieldValues;
  /** What is done with what was typed; undefined when that changes nothing. */
  readonly toAct: (values: FieldValues) => Act | undefined;
  readonly onClose: (sent?: Sent) => void;
  readonly children: ReactNode;
}

/** A few questions and one act. Whatever fails, what was typed stays. */
export function ActDialog({ title, values, toAct, onClose, children }: ActDialogProps) {
  const translate = useTranslate();
  const { send } = useActs();
  const titleId = useId();
  const isPhone = useMediaQuery('(max-width: 600px)');
  const [first] = useState(values);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function submit(typed: FieldValues) {
    const act = toAct(typed);
    if (act === undefined) return onClose();
    setBusy(true);
    setProblem(undefined);
    const sent = await send(act);
    setBusy(false);
    if (sent.state === 'failed') setProblem(sent.problem);
    else onClose(sent);
  }

  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      fullScreen={isPhone}
      aria-labelledby={titleId}
      // A click beside it must not lose what was typed.
      onClose={(_, reason) => reason === 'escapeKeyDown' && !isBusy && onClose()}
    >
      <Form defaultValues={first} onSubmit={submit} noValidate>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>
          <Stack spacing={2} sx={{ pt: 1 }}>
            {children}
            {problem !== undefined && <Alert severity="error">{problem}</Alert>}
          </Stack>
        </DialogContent>
        <DialogActions sx={{ p: 2 }}>
          <Button onClick={() => onClose()} disabled={isBusy}>
            {translate('accueil.entry.act.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={isBusy}>
            {translate('accueil.entry.act.save')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
