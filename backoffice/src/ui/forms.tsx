import Add from '@mui/icons-material/Add';
import {
  Alert,
  Button,
  type ButtonProps,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  type Theme,
  useMediaQuery,
} from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { Confirm, Form, type FormProps, useNotify, useRefresh } from 'react-admin';
import { DeskError } from '../api/client.ts';
import { ShownOnceDialog, type ShownOnceProps } from './dialogs.tsx';
import { errorText } from './error-text.ts';

/** What a form holds, by the sources of its inputs. */
export type FormValues = Parameters<NonNullable<FormProps['onSubmit']>>[0];

/** What is said and shown of an answer. */
interface Told<Answer> {
  /** Notified when it has succeeded. */
  readonly done?: string | ((answer: Answer) => string) | undefined;
  /** Secrets in the answer, which are shown once. */
  readonly once?: ((answer: Answer) => ShownOnceProps) | undefined;
}

interface SendOptions {
  /** Whether the problem stands in a form; it is a notice otherwise. */
  readonly isForm?: boolean;
  readonly problemOf?: ((error: unknown) => string) | undefined;
}

/**
 * Sends, says what came of it and reads the page again. The work fails by rejecting, or by resolving to a text that says
 * why. It resolves to false where there is nothing to say and nothing to read again.
 */
export function useSend({ isForm = false, problemOf = errorText }: SendOptions = {}) {
  const notify = useNotify();
  const refresh = useRefresh();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [shown, setShown] = useState<ShownOnceProps>();
  const fail = (text: string) => (isForm ? setProblem(text) : notify(text, { type: 'error' }));

  /** Resolves to whether it has succeeded, with something to read again. */
  async function send<Answer>(
    work: () => Promise<Answer | string | false>,
    done?: Told<Answer>['done'],
    once?: Told<Answer>['once'],
  ): Promise<boolean> {
    setBusy(true);
    setProblem(undefined);
    try {
      const answer = await work();
      if (typeof answer === 'string') fail(answer);
      if (typeof answer === 'string' || answer === false) return false;
      setShown(once?.(answer));
      if (done !== undefined) notify(typeof done === 'string' ? done : done(answer), { type: 'success' });
      refresh();
      return true;
    } catch (error) {
      fail(problemOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  }

  return {
    send,
    isBusy,
    problem: problem !== undefined && <Alert severity="error">{problem}</Alert>,
    /** The secrets to show, until `forget`; it forgets the problem too. */
    shown,
    forget() {
      setShown(undefined);
      setProblem(undefined);
    },
  };
}

interface SendFormProps
  extends Pick<ButtonProps, 'size' | 'fullWidth' | 'startIcon' | 'variant'>,
    Pick<SendOptions, 'problemOf'> {
  readonly text: string;
  readonly values?: FormValues;
  /** As the work of {@link useSend}. */
  readonly send: (values: FormValues) => Promise<unknown>;
  readonly done?: string;
  /** Beside the button. */
  readonly act?: ReactNode;
  readonly children: ReactNode;
}

/** What is typed stays when its values are read again. */
const resetOptions = { keepDirtyValues: true };

/** A form on a page, with its button. What is typed stays when it can't be sent. */
export function SendForm({ text, values, send, done, problemOf, act, children, ...button }: SendFormProps) {
  const sending = useSend({ isForm: true, problemOf });
  return (
    <Form
      defaultValues={values}
      resetOptions={resetOptions}
      onSubmit={(typed: FormValues) => sending.send(() => send(typed), done)}
      noValidate
      disableInvalidFormNotification
    >
      {children}
      {sending.problem}
      <Button variant="contained" {...button} type="submit" loading={sending.isBusy} sx={{ mt: 2 }}>
        {text}
      </Button>
      {act}
    </Form>
  );
}

interface FormDialogProps<Answer> extends Told<Answer> {
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
  /** As the work of {@link useSend}: it stays open after a problem, and after what resolves to false. */
  readonly send: (values: FormValues) => Promise<Answer | string | false>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog with a few inputs. What is typed goes away by « Annuler »; Escape and a click beside the dialog ask first. */
export function FormDialog<Answer>(props: FormDialogProps<Answer>) {
  const { title, wrong, isDestructive = false, isSticky = false, isLoading = false, onClose } = props;
  const titleId = useId();
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  // Other defaults would reset what was typed.
  const [defaultValues] = useState(props.values);
  const [isTyped, setTyped] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { send, isBusy, problem, shown } = useSend({
    isForm: true,
    problemOf(error) {
      const isRefused = error instanceof DeskError && error.field !== undefined;
      return isRefused && wrong !== undefined ? wrong : errorText(error);
    },
  });
  if (shown !== undefined) return <ShownOnceDialog {...shown} onClose={onClose} />;
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
      onClick={({ target }) => {
        // A choice from a list is no input.
        if (target instanceof Element && target.closest('[role=option]') !== null) setTyped(true);
      }}
      onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) => {
        if (key !== 'Enter' || !(ctrlKey || metaKey) || isBusy || isLoading || isAsking) return;
        currentTarget.querySelector('form')?.requestSubmit();
      }}
    >
      <Form
        defaultValues={defaultValues}
        onSubmit={async (values: FormValues) => {
          const isSent = await send(() => props.send(values), props.done, props.once);
          // The secrets stand in its place.
          if (isSent && props.once === undefined) onClose();
        }}
        noValidate
        // Each input says what is wrong with it.
        disableInvalidFormNotification
      >
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: isSticky ? 2 : 0.5 }}>
          {props.children}
          {problem}
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button onClick={onClose} disabled={isSticky && isBusy}>
            {props.cancel ?? 'Annuler'}
          </Button>
          <Button
            type="submit"
            variant="contained"
            color={isDestructive ? 'error' : 'primary'}
            loading={isBusy || isLoading}
          >
            {props.submit ?? 'Enregistrer'}
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

export interface FormOpener
  extends Pick<ButtonProps, 'size' | 'variant' | 'color' | 'disabled' | 'startIcon' | 'className' | 'sx'> {
  readonly text?: string | undefined;
  /** For screen readers, where the text alone is ambiguous. */
  readonly label?: string | undefined;
}

interface FormButtonProps<Answer> extends FormOpener, Omit<FormDialogProps<Answer>, 'title' | 'onClose'> {
  /** Of the dialog; the text of the button by default. */
  readonly title?: string;
  /** Whether the form is open from the beginning. */
  readonly startsOpen?: boolean;
}

/** A button with a form in a dialog. The dialog also closes after what resolves to false: there was nothing to change. */
export function FormButton<Answer>(props: FormButtonProps<Answer>) {
  const { text = '', label, title = text, startsOpen = false, ...others } = props;
  const { size, variant, color, disabled, startIcon, className, sx, send, ...dialog } = others;
  const [isOpen, setOpen] = useState(startsOpen);
  const close = () => setOpen(false);
  async function sendOrClose(values: FormValues) {
    const answer = await send(values);
    if (answer === false) close();
    return answer;
  }
  const button = { size, variant, color, disabled, startIcon, className, sx };
  return (
    <>
      <Button {...button} aria-label={label} onClick={() => setOpen(true)}>
        {text}
      </Button>
      {isOpen && <FormDialog {...dialog} title={title} send={sendOrClose} onClose={close} />}
    </>
  );
}

/** A {@link FormButton} that adds something to the page. */
export function AddButton<Answer>(props: FormButtonProps<Answer>) {
  return <FormButton variant="contained" startIcon={<Add />} submit="Ajouter" {...props} />;
}

/** A {@link FormButton} that edits what stands beside it. `label` says what that is. */
export function EditButton<Answer>(props: FormButtonProps<Answer>) {
  return <FormButton size="small" text="Modifier" {...props} />;
}

interface ActButtonProps<Answer> extends Pick<ButtonProps, 'color' | 'variant'>, Told<Answer> {
  readonly text: string;
  /** For screen readers, where the text alone is ambiguous. */
  readonly label?: string | undefined;
  /** The question before it: without a title it is done at once. */
  readonly title?: string | undefined;
  readonly content?: string | undefined;
  /** As the work of {@link useSend}. */
  readonly onAct: () => Promise<Answer | string | false>;
}

/** A button that does something at once, or after a question; what it asks about is red, unless a colour is given. */
export function ActButton<Answer>({ text, label, title, content, ...props }: ActButtonProps<Answer>) {
  const { onAct, done, once, variant, color = title === undefined ? 'primary' : 'error' } = props;
  const [isOpen, setOpen] = useState(false);
  const { send, isBusy, shown, forget } = useSend();
  const act = () => void send(onAct, done, once);
  return (
    <>
      <Button
        size="small"
        {...{ color, variant }}
        loading={isBusy}
        aria-label={label}
        onClick={() => (title === undefined ? act() : setOpen(true))}
      >
        {text}
      </Button>
      <Confirm
        isOpen={isOpen}
        title={title}
        content={content}
        confirm={text}
        confirmColor={color === 'error' ? 'warning' : 'primary'}
        onClose={() => setOpen(false)}
        onConfirm={() => {
          // A second click meets the question while it fades.
          if (!isOpen) return;
          setOpen(false);
          act();
        }}
      />
      {shown !== undefined && <ShownOnceDialog {...shown} onClose={forget} />}
    </>
  );
}
