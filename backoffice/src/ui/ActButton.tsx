import { Button, type ButtonProps } from '@mui/material';
import { useState } from 'react';
import { Confirm } from 'react-admin';
import { ShownOnceDialog, type ShownOnceProps } from './ShownOnceDialog.tsx';
import { useAct } from './use-act.ts';

interface Props<Answer> extends Pick<ButtonProps, 'color' | 'variant'> {
  readonly text: string;
  /** For screen readers, where the text alone is ambiguous. */
  readonly label?: string | undefined;
  /** The question before it: without a title it is done at once. */
  readonly title?: string;
  readonly content?: string;
  /** Notified when it has succeeded. */
  readonly done?: string;
  readonly onAct: () => Promise<Answer>;
  /** Secrets in the answer, which are shown once. */
  readonly once?: (answer: Answer) => ShownOnceProps;
}

/** A button that does something at once, or after a question; what it asks about is red, unless a colour is given. */
export function ActButton<Answer>({ text, label, title, content, done, ...props }: Props<Answer>) {
  const { onAct, once, variant, color = title === undefined ? 'primary' : 'error' } = props;
  const [isOpen, setOpen] = useState(false);
  const [shown, setShown] = useState<ShownOnceProps>();
  const { act, isBusy } = useAct();
  const send = () => act(() => onAct().then((answer) => setShown(once?.(answer))), done);
  return (
    <>
      <Button
        size="small"
        {...{ color, variant }}
        loading={isBusy}
        aria-label={label}
        onClick={() => (title === undefined ? void send() : setOpen(true))}
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
          void send();
        }}
      />
      {shown !== undefined && <ShownOnceDialog {...shown} onClose={() => setShown(undefined)} />}
    </>
  );
}
