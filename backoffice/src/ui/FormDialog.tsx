import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  type Theme,
  useMediaQuery,
} from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { Confirm, Form } from 'react-admin';
import { DeskError } from '../api/client.ts';
import { errorText } from './error-text.ts';
import { type FormValues, useSending } from './SendForm.tsx';

export interface FormDialogProps {
  readonly title: string;
  /** The text of the submit button; « Enregistrer » by default. */
  readonly submit?: string | undefined;
  /** The text of the button that changes nothing; « Annuler » by default. */
  readonly cancel?: string | undefined;
  readonly values?: FormValues;
  /** The text for a refused value, instead of the general one. */
  readonly wrong?: string | undefined;
  /** Whether it destroys something: its button is red. */
  readonly isDestructive?: boolean;
  /** Whether a click beside the dialog leaves it open, so that nothing typed is lost. */
  readonly isSticky?: boolean;
  /** Whether a part of the form is still being read: until then it can't be sent. */
  readonly isLoading?: boolean;
  /** Rejects, or resolves to a text, when it fails: the dialog then shows why and stays open. */
  readonly onSubmit: (values: FormValues) => Promise<unknown>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog with a few inputs. What is typed goes away by « Annuler »; Escape and a click beside the dialog ask first. */
export function FormDialog({
  title,
  submit,
  cancel,
  values,
  wrong,
  isDestructive = false,
  isSticky = false,
  isLoading = false,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const titleId = useId();
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  // Other defaults would reset what was typed.
  const [defaultValues] = useState(values);
  const [isTyped, setTyped] = useState(false);
  const [isAsking, setAsking] = useState(false);

  const {
    submit: send,
    isBusy,
    problem,
  } = useSending(onSubmit, (error) => {
    const isRefused = error instanceof DeskError && error.field !== undefined;
    return isRefused && wrong !== undefined ? wrong : errorText(error);
  });

  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      fullScreen={isSmall}
      aria-labelledby={titleId}
      // The inputs scroll, not the buttons.
      sx={{ '& form': { display: 'flex', flexDirection: 'column', minHeight: 0 } }}
      onClose={(_, reason) => {
        if (isBusy || (isSticky && reason === 'backdropClick')) return;
        if (isTyped) setAsking(true);
        else onClose();
      }}
      onInput={() => setTyped(true)}
      onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) => {
        if (key !== 'Enter' || !(ctrlKey || metaKey) || isBusy || isLoading || isAsking) return;
        currentTarget.querySelector('form')?.requestSubmit();
      }}
    >
      <Form
        defaultValues={defaultValues}
        onSubmit={send}
        noValidate={isSticky}
        // Each input says what is wrong with it.
        disableInvalidFormNotification
      >
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: isSticky ? 2 : 0.5 }}>
          {children}
          {problem}
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button onClick={onClose} disabled={isSticky && isBusy}>
            {cancel ?? 'Annuler'}
          </Button>
          <Button
            type="submit"
            variant="contained"
            color={isDestructive ? 'error' : 'primary'}
            loading={isBusy || isLoading}
          >
            {submit ?? 'Enregistrer'}
          </Button>
        </DialogActions>
      </Form>
      <Confirm
        isOpen={isAsking}
        title="Abandonner votre saisie ?"
        content="Ce que vous avez saisi dans cette fenêtre sera perdu."
        confirm="Abandonner la saisie"
        cancel="Continuer la saisie"
        confirmColor="warning"
        onConfirm={onClose}
        onClose={() => setAsking(false)}
      />
    </Dialog>
  );
}
