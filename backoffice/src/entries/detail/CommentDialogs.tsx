import MailOutlined from '@mui/icons-material/MailOutlined';
import { Alert, Box, Button, Checkbox, FormControlLabel, Typography } from '@mui/material';
import { useState } from 'react';
import { TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { EntryDetail } from '../../api/responses.ts';
import { isShort } from '../../ui/LetterInputs.tsx';
import { useDraft } from '../use-draft.ts';
import { useIdempotencyKey } from '../use-idempotency-key.ts';
import { ActDialog, changedFields, EditDialog, type EntryDialogProps, required } from './ActDialog.tsx';
import { wordFields } from './entry-fields.ts';

/** Notes the answer to an application, or to a complaint, which closes it, and sends it where there is an address. */
export function AnswerDialog({ entry, onClose }: Omit<EntryDialogProps, 'title'>) {
  const isApplication = entry.kind === 'postuler';
  const words = wordFields.map((name) => entry.fields[name]).find((text) => typeof text === 'string');
  const { answerTo: to, mayWrite, noMail } = entry;
  const canSend = mayWrite && noMail !== 'residence' && to !== null;
  const before = ownComment(entry);
  // The answer that was taken back, to be corrected.
  const draft = useDraft(`answer ${entry.id}`);
  // One that was sent before is corrected.
  const [isSent, setSent] = useState(!isAnswerMailed(entry));
  const sends = canSend && isSent;
  const keyOf = useIdempotencyKey();
  return (
    <ActDialog
      title={isApplication ? 'Répondre au candidat' : 'Consigner la réponse et clore'}
      submit={`${sends ? 'Envoyer' : 'Consigner'}${isApplication ? '' : ' et clore'}`}
      told={sends ? `La réponse à ${to} part dans 10 s.` : undefined}
      values={{ comment: draft.text || before }}
      onTakenBack={({ comment }) => draft.type(comment)}
      onClose={(sent) => {
        if (sent?.state === 'done') draft.type('');
        onClose(sent);
      }}
      toAct={(typed) => {
        // One that was noted before is sent too.
        if (sends) {
          const body = { comment: typed.comment, send: true, to } as const;
          return { name: 'edit', body, options: keyOf(body) };
        }
        const changed = changedFields({ comment: before }, typed);
        return changed && { name: 'edit', body: changed };
      }}
    >
      {typeof words === 'string' && (
        <Box component="figure" sx={{ m: 0 }}>
          <Typography component="figcaption" variant="body2" color="text.secondary">
            {isApplication ? 'Ce que dit la candidature' : 'Ce que dit la réclamation'}
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
        label="Réponse écrite"
        validate={sends ? [required, isShort] : required}
        multiline
        minRows={4}
        autoFocus
        helperText={
          entry.caller === null ? false : 'Le site qui a envoyé la demande peut lire ce commentaire.'
        }
      />
      {canSend && (
        <FormControlLabel
          control={<Checkbox checked={isSent} onChange={(_, is) => setSent(is)} />}
          label={`Envoyer cette réponse à ${to}`}
          sx={{ overflowWrap: 'anywhere' }}
        />
      )}
      {mayWrite && !canSend && (
        <Alert severity="warning">
          {noMail === 'residence'
            ? 'La résidence n’a pas d’adresse e-mail : les réponses ne lui parviendraient pas. Ajoutez-la d’abord sur la page de la résidence.'
            : 'Son adresse e-mail n’est pas valable : corrigez-la pour envoyer la réponse.'}
        </Alert>
      )}
      {!sends && (
        <>
          <Alert severity="info">
            {isApplication ? 'Le candidat n’est pas prévenu' : 'La famille n’est pas prévenue'} par accueil :
            consignez votre réponse ici, puis envoyez-la-lui. Elle s’imprime depuis le suivi.
          </Alert>
          <MailLink
            to={entry.fields.email}
            subject={isApplication ? 'Votre candidature' : 'Votre réclamation'}
          />
        </>
      )}
    </ActDialog>
  );
}

/** Whether the answer, or this text of it, went by e-mail, or is about to. */
export function isAnswerMailed({ letters }: EntryDetail, answer?: string): boolean {
  return letters.some(
    ({ use, state, text }) =>
      use === 'answer' &&
      (state === 'pending' || state === 'sent') &&
      (answer === undefined || text === answer),
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
      Ouvrir un e-mail
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
        label="Commentaire"
        multiline
        minRows={4}
        autoFocus
        helperText="Le site qui a envoyé la demande peut lire ce commentaire."
      />
    </EditDialog>
  );
}
