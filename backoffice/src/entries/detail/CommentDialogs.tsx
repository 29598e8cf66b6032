import MailOutlined from '@mui/icons-material/MailOutlined';
import { Alert, Box, Button, Typography } from '@mui/material';
import { TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { EntryDetail } from '../../api/responses.ts';
import { textsOf, translate } from '../../i18n/texts.ts';
import { EditDialog, type EntryDialogProps, required } from './ActDialog.tsx';
import { wordFields } from './entry-fields.ts';

/** Notes the answer to an application, or to a complaint, which closes it. Staff send it themselves. */
export function AnswerDialog({ entry, onClose }: Omit<EntryDialogProps, 'title'>) {
  const isApplication = entry.kind === 'postuler';
  const t = textsOf(`entry.answer.${isApplication ? 'application' : 'complaint'}`);
  const words = wordFields.map((name) => entry.fields[name]).find((text) => typeof text === 'string');
  return (
    <EditDialog
      title={translate(`accueil.entry.act.${isApplication ? 'answerApplicant' : 'answer'}`)}
      submit={t('submit')}
      before={{ comment: ownComment(entry) }}
      toBody={(changed) => changed}
      onClose={onClose}
    >
      {typeof words === 'string' && (
        <Box component="figure" sx={{ m: 0 }}>
          <Typography component="figcaption" variant="body2" color="text.secondary">
            {t('words')}
          </Typography>
          <Typography
            component="blockquote"
            sx={{
              m: 0,
              pl: 1.5,
              borderLeft: 3,
              borderColor: 'divider',
              whiteSpace: 'pre-line',
              overflowWrap: 'anywhere',
              maxHeight: 240,
              overflowY: 'auto',
            }}
            // A long one is scrolled with the keyboard.
            tabIndex={0}
          >
            {words}
          </Typography>
        </Box>
      )}
      <TextInput
        source="comment"
        label="accueil.entry.block.answer"
        validate={required}
        multiline
        minRows={4}
        autoFocus
        helperText={entry.caller === null ? false : 'accueil.entry.form.transmitted'}
      />
      <Alert severity="info">{t('notTold')}</Alert>
      <MailLink to={entry.fields.email} subject={t('subject')} />
    </EditDialog>
  );
}

/** Opens the user's own mail program with the answer that is typed. */
function MailLink({ to, subject }: { readonly to: unknown; readonly subject: string }) {
  const typed: unknown = useWatch({ name: 'comment' });
  if (typeof to !== 'string' || to === '') return null;
  const body = typeof typed === 'string' ? typed : '';
  const query = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
  return (
    <Button
      component="a"
      href={`mailto:${encodeURIComponent(to)}?${query}`}
      startIcon={<MailOutlined />}
      sx={{ alignSelf: 'flex-start' }}
    >
      {translate('accueil.entry.answer.openMail')}
    </Button>
  );
}

/** Without an author, the comment is what the family wrote. */
export function ownComment({ comment, commentBy }: EntryDetail): string | null {
  return commentBy === null ? null : comment;
}

export function CommentDialog({ entry, ...dialog }: EntryDialogProps) {
  return (
    <EditDialog {...dialog} before={{ comment: ownComment(entry) }} toBody={(changed) => changed}>
      <TextInput
        source="comment"
        label="accueil.entry.field.comment"
        multiline
        minRows={4}
        autoFocus
        helperText="accueil.entry.form.transmitted"
      />
    </EditDialog>
  );
}
