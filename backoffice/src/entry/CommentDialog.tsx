import { TextInput } from 'react-admin';
import { ActDialog } from './ActDialog.tsx';
import { whatChanged } from './what-changed.ts';
import type { WholeEntry } from './whole-entry.ts';

/** What whoever sent the entry can read of it. */
export function CommentDialog({
  title,
  entry,
  onClose,
}: {
  readonly title: string;
  readonly entry: WholeEntry;
  readonly onClose: () => void;
}) {
  const before = { comment: entry.comment };
  return (
    <ActDialog
      title={title}
      values={before}
      toAct={(typed) => {
        const changed = whatChanged(before, typed);
        return changed && { name: 'edit', body: changed };
      }}
      onClose={onClose}
    >
      <TextInput
        source="comment"
        label="accueil.entry.form.comment"
        multiline
        minRows={4}
        autoFocus
        helperText="accueil.entry.form.transmitted"
      />
    </ActDialog>
  );
}
