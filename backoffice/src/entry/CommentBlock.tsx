import { Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Block } from './Block.tsx';
import { CommentDialog } from './CommentDialog.tsx';
import { useActs } from './use-acts.ts';
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
