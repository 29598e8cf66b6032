import { Button, type ButtonProps } from '@mui/material';
import { useState } from 'react';
import { Confirm } from 'react-admin';
import { actTexts } from './act-texts.ts';
import { ShownOnceDialog, type ShownOnceProps } from './ShownOnceDialog.tsx';
import { useAct } from './use-act.ts';

interface Props<Answer> extends Pick<ButtonProps, 'color' | 'variant'> {
  /** The key of its {@link actTexts}, and their values. With a title it asks first. */
  readonly texts: string;
  readonly options?: Readonly<Record<string, unknown>>;
  /** Instead of those of the key. */
  readonly content?: string;
  readonly done?: string;
  readonly onAct: () => Promise<Answer>;
  /** Secrets in the answer, which are shown once. */
  readonly once?: (answer: Answer) => ShownOnceProps;
}

/** A button that does something at once, or after a question; what it asks about is red, unless a colour is given. */
export function ActButton<Answer>({ texts, options, onAct, once, variant, ...given }: Props<Answer>) {
  const { text, label, title, ...said } = actTexts(texts, options);
  const { content = said.content, done = said.done } = given;
  const { color = title === undefined ? 'primary' : 'error' } = given;
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
