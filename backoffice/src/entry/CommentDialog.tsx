import { TextInput } from 'react-admin';
import { ActDialog } from './ActDialog.tsx';
import { whatChanged } from './what-changed.ts';
import type { WholeEntry } from './whole-entry.ts';

/** What whoever sent the entry can read of it. */
export function CommentDialog({
  title,
  entry,
  isRequired = false,
  onClose,
}: {
  readonly title: string;
  readonly entry: WholeEntry;
  /** Of a complaint, whose answer it is. */
  readonly isRequired?: boolean;
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
        label={isRequired ? 'accueil.entry.form.answer' : 'accueil.entry.form.comment'}
        validate={(value: unknown) =>
          isRequired && (value === null || value === '') ? 'accueil.entry.form.required' : undefined
        }
        multiline
        minRows={4}
        autoFocus
        helperText="accueil.entry.form.transmitted"
      />
    </ActDialog>
  );
}
