import { Typography } from '@mui/material';
import { useState } from 'react';
import { TextInput, useTranslate } from 'react-admin';
import type { EntryDetail } from '../../api/responses.ts';
import { EditDialog, required } from './ActDialog.tsx';
import { Block } from './Block.tsx';
import { useActs } from './EntryActsProvider.tsx';

/** The comment that the caller can read; of a complaint, its answer. */
export function CommentBlock({ entry }: { readonly entry: EntryDetail }) {
  const translate = useTranslate();
  const { mayChange } = useActs();
  const [isEdited, setEdited] = useState(false);
  const { kind, type, comment, commentBy, caller } = entry;
  const isComplaint = kind === 'survey' && type === 'survey.type.complaint';
  // Without an author, it is what the family wrote.
  const own = commentBy === null ? null : comment;
  if (!isComplaint && caller === null && own === null) return null;
  const title = translate(`accueil.entry.block.${isComplaint ? 'answer' : 'comment'}`);
  return (
    <Block title={title} onEdit={mayChange ? () => setEdited(true) : undefined}>
      {own === null ? (
        <Typography color="text.secondary">{translate('accueil.entry.empty')}</Typography>
      ) : (
        <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{own}</Typography>
      )}
      {own !== null && (
        <Typography variant="body2" color="text.secondary">
          {commentBy}
        </Typography>
      )}
      {isEdited && <CommentDialog title={title} entry={entry} onClose={() => setEdited(false)} />}
    </Block>
  );
}

interface CommentDialogProps {
  readonly title: string;
  readonly entry: EntryDetail;
  /** For the answer to a complaint. */
  readonly isRequired?: boolean;
  readonly onClose: () => void;
}

export function CommentDialog({ title, entry, isRequired = false, onClose }: CommentDialogProps) {
  const translate = useTranslate();
  return (
    <EditDialog
      title={title}
      {...(isRequired && { submit: translate('accueil.entry.act.close') })}
      before={{ comment: entry.commentBy === null ? null : entry.comment }}
      toBody={(changed) => changed}
      onClose={onClose}
    >
      <TextInput
        source="comment"
        label={isRequired ? 'accueil.entry.block.answer' : 'accueil.entry.field.comment'}
        validate={isRequired ? required : undefined}
        multiline
        minRows={4}
        autoFocus
        helperText="accueil.entry.form.transmitted"
      />
    </EditDialog>
  );
}
