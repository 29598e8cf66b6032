import Type from 'typebox';
import type { AuditedContext } from '../../access/audit.ts';
import { authorOf } from '../../access/authors.ts';
import { RequestError } from '../../contract/request-error.ts';
import { noteLetter } from '../../entries/change/staff-acts.ts';
import { exactly } from '../../http/desk-answers.ts';
import { type DeskActor, deskRoute, deskWrite } from '../../http/desk-route.ts';
import { automaticUses } from '../../mail/refusal.ts';
import { cancelLetter, findLetter, markReturned } from '../../outbox/letters.ts';
import { resendLetter } from '../../outbox/resend.ts';
import type { Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import type { DeskDeps } from '../deps.ts';
import {
  ChannelName,
  type Letter,
  PersonKey,
  requireChannel,
  requireSendable,
  validateLetter,
  writeLetter,
} from '../messages/letter.ts';
import { type ActInput, entryAct, lockWithin } from './act.ts';
import { ConflictResponse, ExpectedVersion, sendConflict } from './act-route.ts';
import { writeOnce } from './once.ts';

const writeMessage = entryAct(
  'writeMessage',
  async (
    tx,
    { entry, staff, context },
    { letter, key }: ActInput & { readonly letter: Omit<Letter, 'use'> },
  ) => {
    validateLetter(letter);
    const stored = await writeLetter(tx, entry, staff, { ...letter, use: 'free', key }, context);
    const noted = await noteLetter(tx, entry, staff, stored.sent);
    return noted && { ...noted, letters: [stored] };
  },
);

const sendMessage = deskRoute('sendMessage', 'POST /desk/entries/:id/messages', {
  right: 'entries.change',
  tag: 'Entries',
  summary: 'Write an e-mail or an SMS to a person of an entry',
  description:
    'It leaves ten seconds later, in the name of the residence, whose address gets the answers; its number is put at the end of the subject. An SMS goes to a French mobile number, from 8 to 20 h where that number is at home and on no Sunday or public holiday: `sendsAt` says when. It is no contact: nothing else of the entry changes. More than 90 days after the last contact the person must have agreed to it, by this channel, else 409 with the code `CONSENT`, and the message needs `PUBLIC_URL`, else 409. It ends with a link to object, which counts for the length of an SMS, unless the person has agreed and the last contact is recent. 409 too for who objects to it, unless their own request is open. At most 60 an hour a user and 5 a day an address or number: 429. When a response is lost, send the same request again with the same `Idempotency-Key`. A complaint needs the right `complaints.change`, a job application `applications.change`.',
  body: exactly({
    person: PersonKey,
    to: Type.Optional(
      Type.String({
        description: 'The address or number that you have seen: 409 if the person has another one.',
      }),
    ),
    channel: ChannelName,
    subject: Type.Optional(
      Type.String({ description: 'One line, at most 200 characters; absent for an SMS.' }),
    ),
    text: Type.String({
      description: 'What arrives, as it is: at most 5,000 characters, or three SMS.',
    }),
    version: ExpectedVersion,
  }),
  answer: Type.Object({
    id: Type.Integer({ description: 'Of the message.' }),
    sendsAt: Type.String({ description: 'When it leaves, in UTC.' }),
  }),
  responses: { 409: ConflictResponse },
  operation: writeMessage,
  async run(deps: DeskDeps, { id: entryId, by, version, subject = '', ...others }, { request, reply }) {
    const { database, clock, linkUrl } = deps;
    const letter = { ...others, subject };
    requireChannel(letter.channel, deps, 'channel');
    const input = { entryId, by, letter, ...(version !== undefined && { version }) };
    const asked = { ...letter, entryId, person: String(letter.person) };
    const outcome = await writeOnce(deps, { request, by }, asked, (key) =>
      database.write(writeMessage, { ...input, letter: { ...letter, linkUrl }, key }, clock()),
    );
    const { messages: [message] = [], version: current, conflict = [] } = outcome;
    return message ?? sendConflict(reply, current, conflict);
  },
});

const cancelMessage = deskWrite('cancelMessage', 'POST /desk/messages/:id/cancel', {
  right: 'entries.change',
  tag: 'Entries',
  summary: 'Take a message back that has not left',
  description:
    'Within ten seconds, or until an SMS leaves that waits for the morning. 409 for one that is on its way or sent.',
  async run(tx, { id, by }, context) {
    const { letter, entry } = await lockLetter(tx, by, id);
    // It would be found, and written again, in the next minute.
    if (automaticUses.has(letter.use)) throw new RequestError('CONFLICT', 'This message goes by itself');
    if ((await cancelLetter(tx, id)) !== 'cancelled')
      throw new RequestError('CONFLICT', 'This message has already left');
    await note(tx, entry, by, { id, cancelled: true }, context);
  },
});

const returnMessage = deskWrite('returnMessage', 'POST /desk/messages/:id/returned', {
  right: 'entries.change',
  tag: 'Entries',
  summary: 'Note that a message came back, or take that back',
  description:
    'Its address is wrong: nothing more goes to it by itself, and the entry is flagged, until that is taken back. 409 for a message that was not sent.',
  body: exactly({ returned: Type.Boolean() }),
  async run(tx, { id, by, returned }, context) {
    const { letter, entry } = await lockLetter(tx, by, id);
    if (letter.state !== 'sent') throw new RequestError('CONFLICT', 'This message was not sent');
    await markReturned(tx, id, returned ? context.now.toISOString() : null);
    await note(tx, entry, by, { id, returned }, context);
  },
});

const resendMessage = deskWrite('resendMessage', 'POST /desk/messages/:id/resend', {
  right: 'entries.change',
  tag: 'Entries',
  summary: 'Send a message again that has failed',
  description:
    'To the same address, at once. 409 for one that has not failed, whose person has another address by now, or must not be written to; it counts for the five a day: 429.',
  async run(tx, { id, by }, context) {
    const { letter, entry } = await lockLetter(tx, by, id);
    const needsLink = await requireSendable(tx, entry, { ...letter, id }, context);
    if (!(await resendLetter(tx, { id, now: context.now, needsLink })))
      throw new RequestError('CONFLICT', 'This message has not failed');
    await note(tx, entry, by, { id, resent: true }, context);
  },
});

/** Messages to the persons of an entry. */
export const messageRoutes = [sendMessage, cancelMessage, returnMessage, resendMessage] as const;

/** A message and its entry, which is locked. Rejects with NOTFOUND for one that is out of reach. */
async function lockLetter(tx: Transaction, by: DeskActor, id: number) {
  const letter = await findLetter(tx, id);
  const entry = letter && (await lockWithin(tx, by, letter.entryId, { use: 'change' }));
  if (entry === undefined || letter === undefined)
    throw new RequestError('NOTFOUND', `path: no message has the id ${id}`);
  return { letter, entry };
}

async function note(
  tx: Transaction,
  entry: EntryRow,
  by: DeskActor,
  news: Parameters<typeof noteLetter>[3],
  { now, record }: AuditedContext,
): Promise<void> {
  await noteLetter(tx, entry, { author: authorOf(by), at: now.toISOString() }, news);
  const detail = { act: 'written', changed: [] };
  await record({ action: 'changed', subject: 'entry', subjectId: entry.id, detail });
}
