import { TextInput, useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { useFormat } from '../../i18n/use-format.ts';
import { longestText } from './limits.ts';

/** The comment that the caller reads, with how much room is left. */
export function CommentInput() {
  const translate = useTranslate();
  const format = useFormat();
  const typed: unknown = useWatch({ name: 'comment' });
  const left = format.number(longestText - (typeof typed === 'string' ? typed.length : 0));
  return (
    <TextInput
      source="comment"
      label="accueil.leads.form.comment"
      helperText={translate('accueil.leads.form.commentHint', { left })}
      multiline
      minRows={2}
      slotProps={{ htmlInput: { maxLength: longestText } }}
      sx={{ gridColumn: '1 / -1' }}
    />
  );
}
