import { Typography } from '@mui/material';
import { useState } from 'react';
import { TextInput, useTranslate } from 'react-admin';
import { ActDialog } from './ActDialog.tsx';
import { Block } from './Block.tsx';
import { useActs } from './EntryActsProvider.tsx';
import { whatChanged } from './FieldsDialog.tsx';
import type { WholeEntry } from './whole-entry.ts';

/** What whoever sent the entry can read. */
export function CommentBlock({ entry }: { readonly entry: WholeEntry }) {
  const translate = useTranslate();
  const { mayChange } = useActs();
  const [isEdited, setEdited] = useState(false);
  const title = translate(`accueil.entry.block.${isComplaint(entry) ? 'answer' : 'comment'}`);
  return (
    <Block title={title} onEdit={mayChange ? () => setEdited(true) : undefined}>
      {entry.comment === null ? (
        <Typography color="text.secondary">{translate('accueil.entry.empty')}</Typography>
      ) : (
        <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{entry.comment}</Typography>
      )}
      {entry.comment !== null && entry.commentBy !== null && (
        <Typography variant="body2" color="text.secondary">
          {entry.commentBy}
        </Typography>
      )}
      {isEdited && <CommentDialog title={title} entry={entry} onClose={() => setEdited(false)} />}
    </Block>
  );
}

function isComplaint({ kind, type }: WholeEntry): boolean {
  return kind === 'survey' && type === 'survey.type.complaint';
}

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
