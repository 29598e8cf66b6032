import Add from '@mui/icons-material/Add';
import { Button, type ButtonProps } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useNotify, useRefresh } from 'react-admin';
import { FormDialog, type FormDialogProps } from './FormDialog.tsx';
import type { FormValues } from './SendForm.tsx';
import { ShownOnceDialog, type ShownOnceProps } from './ShownOnceDialog.tsx';

export interface FormOpener
  extends Pick<ButtonProps, 'size' | 'variant' | 'color' | 'disabled' | 'startIcon' | 'className' | 'sx'> {
  readonly text?: string | undefined;
  /** For screen readers, where the text alone is ambiguous. */
  readonly label?: string | undefined;
}

interface Props<Answer>
  extends FormOpener,
    Omit<FormDialogProps, 'title' | 'onSubmit' | 'onClose' | 'children'> {
  /** Of the dialog; the text of the button by default. */
  readonly title?: string;
  /**
   * Rejects, or resolves to a text, when it fails: the dialog then shows why and stays open. Resolves to false when there
   * was nothing to change.
   */
  readonly send: (values: FormValues) => Promise<Answer | string>;
  /** Whether the form is open from the beginning. */
  readonly startsOpen?: boolean;
  /** Notified when it has succeeded. */
  readonly done?: string;
  /** Secrets in the answer, which are shown once. */
  readonly once?: (answer: Answer) => ShownOnceProps;
  readonly children: ReactNode | ((close: () => void) => ReactNode);
}

/** A button with a form in a dialog. What the form sends refreshes the page. */
export function FormButton<Answer>(props: Props<Answer>) {
  const {
    text,
    label,
    title = text ?? '',
    done,
    send,
    once,
    startsOpen = false,
    children,
    ...others
  } = props;
  const { size, variant, color, disabled, startIcon, className, sx, ...dialog } = others;
  const notify = useNotify();
  const refresh = useRefresh();
  const [isOpen, setOpen] = useState(startsOpen);
  const [shown, setShown] = useState<ShownOnceProps>();
  const close = () => setOpen(false);

  function sent(answer: Answer | string): string | undefined {
    if (typeof answer === 'string') return answer;
    close();
    if (answer === false) return undefined;
    setShown(once?.(answer));
    if (done !== undefined) notify(done, { type: 'success' });
    refresh();
    return undefined;
  }

  return (
    <>
      <Button
        {...{ size, variant, color, disabled, startIcon, className, sx }}
        aria-label={label}
        onClick={() => setOpen(true)}
      >
        {text}
      </Button>
      {isOpen && (
        <FormDialog {...dialog} title={title} onSubmit={(values) => send(values).then(sent)} onClose={close}>
          {typeof children === 'function' ? children(close) : children}
        </FormDialog>
      )}
      {shown !== undefined && <ShownOnceDialog {...shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

/** A {@link FormButton} that adds something to the page. */
export function AddButton<Answer>(props: Props<Answer>) {
  return <FormButton variant="contained" startIcon={<Add />} submit="Ajouter" {...props} />;
}

/** A {@link FormButton} that edits what stands beside it. `label` says what that is. */
export function EditButton<Answer>(props: Props<Answer>) {
  return <FormButton size="small" text="Modifier" {...props} />;
}
