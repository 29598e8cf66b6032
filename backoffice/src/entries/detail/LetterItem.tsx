import SendOutlined from '@mui/icons-material/SendOutlined';
import { Button, Chip, Stack, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { refusalText } from '../../../../server/src/french/refusals.ts';
import { request } from '../../api/client.ts';
import type { EntryDetail, Letter } from '../../api/responses.ts';
import { format } from '../../i18n/format.ts';
import { Fold } from '../../ui/Fold.tsx';
import { touched } from '../../ui/styles.ts';
import { problemText } from '../problem-text.ts';
import { useUndoNotice } from '../UndoMessage.tsx';
import { isCalled } from './acts.ts';
import { LongText, TimelineItem } from './Block.tsx';
import { callAct } from './CallDialog.tsx';
import { useActs } from './EntryActsProvider.tsx';
import { parisNow } from './timeline.ts';
import { useLetterDraft } from './WriteDialog.tsx';

const lostTexts = { failed: 'Non remis', returned: 'Non distribué' };

interface Props {
  readonly entry: EntryDetail;
  readonly message: Letter;
}

/** An e-mail or an SMS to a person of the entry; red where it was not delivered. */
export function LetterItem({ entry, message }: Props) {
  const { use, channel, to, subject, text, at, author, state, cause } = message;
  const isSms = channel === 'sms';
  const isLost = state === 'failed' || state === 'returned';
  // The text of the answer has an item of its own.
  const isShown = use !== 'receipt' && !(use === 'answer' && text === entry.comment);
  const mayAct = entry.mayChange && entry.duplicateOf === null && to !== null;
  return (
    <TimelineItem
      icon={<SendOutlined fontSize="small" color={isLost ? 'error' : 'inherit'} />}
      head={
        <>
          {isSms ? `SMS à ${to ?? 'une adresse effacée'}` : `E-mail à ${to ?? 'une adresse effacée'}`},{' '}
          {format.moment(at)}
          {isLost && <Chip size="small" color="error" label={lostTexts[state]} />}
          {state === 'pending' && (cause !== null || isSms) && (
            <Chip size="small" color="warning" variant="outlined" label="Pas encore remis" />
          )}
        </>
      }
      by={author}
    >
      {state === 'failed' && cause !== null && (
        <Typography variant="body2" color="error">
          {refusalText(cause) ??
            (isSms ? `Le SMS n’est pas parti : ${cause}` : `Réponse du serveur d’e-mail : ${cause}`)}
        </Typography>
      )}
      {state === 'returned' && (
        <Typography variant="body2" color="error">
          {isSms
            ? 'Numéro erroné : vérifiez-le dans la fiche.'
            : 'Adresse erronée : rien d’automatique n’y sera plus envoyé.'}
        </Typography>
      )}
      {use === 'receipt' && (
        // The same words for every family.
        <Fold title={subject}>
          <LongText text={text} />
        </Fold>
      )}
      {isShown && (
        <>
          {!isSms && <Typography variant="body2">{subject}</Typography>}
          <LongText text={text} />
        </>
      )}
      {mayAct && <LetterActs entry={entry} message={message} />}
    </TimelineItem>
  );
}

/** What can be done about a message: what came of it is noted, and one that has failed is sent again. */
function LetterActs({ entry, message }: Props) {
  const { id, to, state, channel, use } = message;
  const { keep } = useLetterDraft(entry.id);
  const { run } = useActs();
  const client = useQueryClient();
  const notify = useNotify();
  const offerUndo = useUndoNotice();
  const [isBusy, setBusy] = useState(false);
  const isSms = channel === 'sms';

  /** Notes something of the message, and tells of it with what takes it back. */
  async function noteThat(text: string, note: () => Promise<unknown>, undo?: () => Promise<unknown>) {
    try {
      await note();
      if (undo === undefined) notify(text, { type: 'success' });
      else offerUndo({ text, undo });
    } catch (refused) {
      // It may have left, or been sent again, since the page was read.
      notify(problemText(refused), { type: 'error' });
    }
    await client.invalidateQueries();
  }

  const returned = (is: boolean) => () => request('POST /desk/letters/:id/returned', { id, returned: is });
  const buttons = {
    // An e-mail leaves at once, an SMS may wait for the morning.
    pending: isSms
      ? [
          {
            text: 'Annuler l’envoi',
            label: `Annuler l’envoi du SMS à ${to}`,
            act: () =>
              noteThat('Le SMS ne part pas.', async () => {
                await request('POST /desk/letters/:id/cancel', { id });
                if (use === 'free') keep(message);
              }),
          },
        ]
      : [],
    sent: [
      // Nobody can answer an SMS. A contact, like a call that was answered; of an application, a note.
      ...(isSms
        ? []
        : [
            {
              text: 'Réponse reçue',
              label: `Réponse reçue à l’e-mail envoyé à ${to}`,
              act: () => {
                const comment = 'Réponse reçue par e-mail';
                const note = { name: 'edit' as const, body: { actions: [{ ...parisNow(), comment }] } };
                return run(
                  isCalled(entry) ? callAct(entry, { outcome: 'reached', comment }) : note,
                  'Réponse reçue : le contact est noté.',
                );
              },
            },
          ]),
      {
        text: isSms ? 'Numéro erroné' : 'Adresse erronée',
        label: isSms
          ? `Numéro erroné : le SMS à ${to} n’est pas arrivé`
          : `Adresse erronée : l’e-mail à ${to} est revenu`,
        act: () =>
          noteThat(
            isSms ? `Numéro erroné noté : ${to}.` : `Adresse erronée notée : ${to}.`,
            returned(true),
            returned(false),
          ),
      },
    ],
    returned: [
      {
        text: isSms ? 'Le numéro est bon' : 'L’adresse est bonne',
        label: isSms
          ? `Le numéro est bon : le SMS à ${to} est arrivé`
          : `L’adresse est bonne : l’e-mail à ${to} n’est pas revenu`,
        act: () =>
          noteThat(
            isSms ? `Le numéro est bon : ${to}.` : `Adresse de nouveau utilisée : ${to}.`,
            returned(false),
            returned(true),
          ),
      },
    ],
    failed: [
      {
        text: 'Renvoyer',
        label: isSms ? `Renvoyer le SMS à ${to}` : `Renvoyer l’e-mail à ${to}`,
        act: () =>
          noteThat(`Message renvoyé à ${to}.`, () => request('POST /desk/letters/:id/resend', { id })),
      },
    ],
  }[state];
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 1 }}>
      {buttons.map(({ text, label, act }) => (
        <Button
          key={text}
          size="small"
          disabled={isBusy}
          aria-label={label}
          sx={touched}
          onClick={async () => {
            setBusy(true);
            await act();
            setBusy(false);
          }}
        >
          {text}
        </Button>
      ))}
    </Stack>
  );
}
