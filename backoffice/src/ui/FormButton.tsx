import Add from '@mui/icons-material/Add';
import { Button, type ButtonProps } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useNotify, useRefresh } from 'react-admin';
import { translate } from '../i18n/texts.ts';
import { actTexts } from './act-texts.ts';
import { FormDialog, type FormDialogProps } from './FormDialog.tsx';
import type { FormValues } from './SendForm.tsx';
import { ShownOnceDialog, type ShownOnceProps } from './ShownOnceDialog.tsx';

export interface FormOpener
  extends Pick<ButtonProps, 'size' | 'variant' | 'color' | 'disabled' | 'startIcon' | 'className' | 'sx'> {
  /** The key of its {@link actTexts}, and their values. What is given besides stands instead of them. */
  readonly texts?: string;
  readonly options?: Readonly<Record<string, unknown>>;
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
  /** The message key of the success. */
  readonly done?: string;
  /** Secrets in the answer, which are shown once. */
  readonly once?: (answer: Answer) => ShownOnceProps;
  readonly children: ReactNode | ((close: () => void) => ReactNode);
}

/** A button with a form in a dialog. What the form sends refreshes the page. */
export function FormButton<Answer>(props: Props<Answer>) {
  const said = props.texts === undefined ? undefined : actTexts(props.texts, props.options);
  const { texts: _, options: __, text = said?.text, title = said?.title ?? text ?? '', ...rest } = props;
  const {
    label = said?.label,
    done = said?.done,
    submit = said?.submit,
    wrong = said?.wrong,
    ...given
  } = rest;
  const { send, once, startsOpen = false, children, ...others } = given;
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
        <FormDialog
          {...dialog}
          {...{ title, submit, wrong }}
          onSubmit={(values) => send(values).then(sent)}
          onClose={close}
        >
          {typeof children === 'function' ? children(close) : children}
        </FormDialog>
      )}
      {shown !== undefined && <ShownOnceDialog {...shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

/** A {@link FormButton} that adds something to the page. */
export function AddButton<Answer>(props: Props<Answer>) {
  return (
    <FormButton variant="contained" startIcon={<Add />} submit={translate('ra.action.add')} {...props} />
  );
}

/** A {@link FormButton} that edits what stands beside it. `label` says what that is. */
export function EditButton<Answer>(props: Props<Answer>) {
  return <FormButton size="small" text={translate('ra.action.update')} {...props} />;
}
