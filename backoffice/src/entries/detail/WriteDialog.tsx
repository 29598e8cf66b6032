import { Alert, Button } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DeskError, request } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { channels } from '../../ui/LetterInputs.tsx';
import { ReadDialog } from '../../ui/ReadDialog.tsx';
import { WhenLoaded } from '../../ui/WhenLoaded.tsx';
import { problemText } from '../problem-text.ts';
import { useUndoNotice } from '../UndoMessage.tsx';
import { useIdempotencyKey } from '../use-idempotency-key.ts';
import type { EntryDialogProps } from './ActDialog.tsx';
import { ConsentDialog } from './ConsentDialog.tsx';
import { sentText, useLetterDraft } from './letters.ts';
import { recipientOf, WriteInputs } from './WriteInputs.tsx';

const noMailTexts = {
  address: 'L’adresse e-mail de la fiche n’est pas valable : corrigez-la d’abord.',
  residence:
    'La résidence n’a pas d’adresse e-mail : les réponses ne lui parviendraient pas. Ajoutez-la d’abord sur la page de la résidence.',
};

/** Writes an e-mail or an SMS to a person of the entry, or says why that can't be. */
export function WriteDialog(props: EntryDialogProps) {
  const { title, entry, onClose } = props;
  if (entry.noMail === null || entry.mayText) return <WriteForm {...props} />;
  return (
    <ReadDialog title={title} onClose={() => onClose()}>
      <Alert severity="warning">{noMailTexts[entry.noMail]}</Alert>
    </ReadDialog>
  );
}

function WriteForm({ title, entry, onClose }: EntryDialogProps) {
  const { id } = entry;
  // What was taken back is there again, to be corrected.
  const { draft, keep, clear } = useLetterDraft(id);
  const isOpen = { email: entry.mayWrite && entry.noMail === null, sms: entry.mayText };
  const ways = channels.filter((one) => isOpen[one]);
  const [consent, setConsent] = useState<'needed' | 'asked'>();
  const { data, error } = useRead('GET /desk/entries/:id/writing', { id });
  const keyOf = useIdempotencyKey();
  const client = useQueryClient();
  const offerUndo = useUndoNotice();
  return (
    <>
      <FormDialog
        title={title}
        submit="Envoyer"
        values={{
          channel: ways.find((one) => one === draft?.channel) ?? ways[0],
          subject: draft?.subject ?? '',
          text: draft?.text ?? '',
        }}
        isSticky
        onClose={onClose}
        onSubmit={async ({ channel, person: chosen, subject, text }) => {
          const { person, to } = (data && recipientOf(data, channel, chosen)) ?? { person: chosen };
          const message = {
            ...{ id, person, channel, text },
            ...(to !== undefined && { to }),
            ...(channel === 'email' && { subject }),
          };
          try {
            const sent = await request('POST /desk/entries/:id/letters', message, keyOf(message));
            onClose();
            clear();
            const undo = async () => {
              await request('POST /desk/letters/:id/cancel', { id: sent.id });
              keep({ channel, to: to ?? null, subject: subject ?? '', text });
            };
            offerUndo({ text: sentText(channel, to, sent.sendsAt), undo, isKept: true });
            return client.invalidateQueries();
          } catch (refused) {
            if (!(refused instanceof DeskError)) throw refused;
            if (refused.code === 'CONSENT') setConsent('needed');
            // The address may be another one by now.
            if (refused.status === 409) await client.invalidateQueries();
            return problemText(refused);
          }
        }}
      >
        <WhenLoaded data={data} error={error}>
          {(writing) => <WriteInputs writing={writing} channels={ways} firstTo={draft?.to} />}
        </WhenLoaded>
        {consent !== undefined && (
          <Button variant="outlined" sx={{ alignSelf: 'flex-start' }} onClick={() => setConsent('asked')}>
            Noter un accord
          </Button>
        )}
      </FormDialog>
      {consent === 'asked' && (
        <ConsentDialog
          title="Noter un accord"
          entry={entry}
          onClose={(sent) => setConsent(sent?.state === 'done' ? undefined : 'needed')}
        />
      )}
    </>
  );
}
