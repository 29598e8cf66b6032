import { Button } from '@mui/material';
import { useState } from 'react';
import { Confirm } from 'react-admin';
import { ShownOnceDialog, type ShownOnceProps } from './ShownOnceDialog.tsx';
import { useAct } from './use-act.ts';

interface Props<Answer> {
  readonly text: string;
  /** For screen readers, where the text alone is ambiguous. */
  readonly label?: string;
  readonly title: string;
  readonly content: string;
  /** The message key of the success. */
  readonly done?: string;
  readonly color?: 'error' | 'primary';
  readonly onConfirm: () => Promise<Answer>;
  /** Secrets in the answer, which are shown once. */
  readonly once?: (answer: Answer) => ShownOnceProps;
}

/** A button that asks for confirmation. */
export function ConfirmButton<Answer>(props: Props<Answer>) {
  const { text, label, title, content, done, color = 'error', onConfirm, once } = props;
  const [isOpen, setOpen] = useState(false);
  const [shown, setShown] = useState<ShownOnceProps>();
  const { act, isBusy } = useAct();
  return (
    <>
      <Button color={color} size="small" loading={isBusy} aria-label={label} onClick={() => setOpen(true)}>
        {text}
      </Button>
      <Confirm
        isOpen={isOpen}
        title={title}
        content={content}
        confirm={text}
        confirmColor={color === 'error' ? 'warning' : 'primary'}
        onClose={() => setOpen(false)}
        onConfirm={async () => {
          setOpen(false);
          await act(() => onConfirm().then((answer) => setShown(once?.(answer))), done);
        }}
      />
      {shown !== undefined && <ShownOnceDialog {...shown} onClose={() => setShown(undefined)} />}
    </>
  );
}
