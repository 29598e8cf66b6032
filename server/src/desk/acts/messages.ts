import Type from 'typebox';
import { authorOf } from '../../access/authors.ts';
import { RequestError } from '../../contract/request-error.ts';
import { noteLetter } from '../../entries/change/staff-acts.ts';
import { exactly } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import { idempotencyConflict, idempotencyKeyOf } from '../../http/idempotency.ts';
import { sendsAtOf } from '../../outbox/append-mail.ts';
import { cancelLetter, findLetter, letterOfKey } from '../../outbox/letters.ts';
import { retryUniqueViolation } from '../../store/retry.ts';
import type { DeskDeps } from '../deps.ts';
import { type Letter, letterKey, PersonKey, requireMail, writeLetter } from '../messages/letter.ts';
import { type ActInput, entryAct, lockWithin } from './act.ts';
import { ConflictResponse, ExpectedVersion, sendConflict } from './act-route.ts';

const writeMessage = entryAct(
  'writeMessage',
  async (
    tx,
    { entry, staff, context },
    { letter, key }: ActInput & { letter: Omit<Letter, 'use'>; key: string | null },
  ) => {
    const { sent, sendsAt } = await writeLetter(tx, entry, staff, { ...letter, use: 'free', key }, context);
    const noted = await noteLetter(tx, entry, staff, sent);
    return noted && { ...noted, message: { id: sent.id, sendsAt } };
  },
);

const sendMessage = deskRoute('sendMessage', 'POST /desk/entries/:id/messages', {
  right: 'entries.change',
  tag: 'Entries',
  summary: 'Write an e-mail to a person of an entry',
  description:
    'It leaves ten seconds later, in the name of the residence, whose address gets the answers; its number is put at the end of the subject. It is no contact: nothing else of the entry changes. More than 90 days after the last contact the person must have agreed to it, else 409 with the code `CONSENT`; 409 too for who objects to being contacted. At most 60 an hour a user and 5 a day a person: 429. When a response is lost, send the same request again with the same `Idempotency-Key`. A complaint needs the right `complaints.change`, a job application `applications.change`.',
  body: exactly({
    person: PersonKey,
    channel: Type.Enum(['email'], { type: 'string' }),
    subject: Type.String({ description: 'One line, at most 200 characters.' }),
    text: Type.String({ description: 'What arrives, as it is: at most 5,000 characters.' }),
    version: ExpectedVersion,
  }),
  answer: Type.Object({
    id: Type.Integer({ description: 'Of the message.' }),
    sendsAt: Type.String({ description: 'When it leaves, in UTC.' }),
  }),
  responses: { 409: ConflictResponse },
  operation: writeMessage,
  async run(
    { database, clock, mail, secrets: { contentKey } }: DeskDeps,
    { id: entryId, by, channel: _, version, ...letter },
    { request, reply },
  ) {
    requireMail(mail, 'channel');
    const sent = idempotencyKeyOf(request);
    const key = sent === undefined ? null : letterKey(by.userId, sent, contentKey);
    const input = { entryId, by, letter, key, ...(version !== undefined && { version }) };
    const repeated = async () => {
      const known = key === null ? undefined : await letterOfKey(database.read, key);
      if (known === undefined) return undefined;
      const isSame =
        known.entryId === entryId &&
        known.person === String(letter.person) &&
        known.subject.startsWith(letter.subject.trim()) &&
        known.body === letter.text;
      if (!isSame) throw idempotencyConflict();
      return { id: known.id, sendsAt: sendsAtOf(known.writtenAt) };
    };
    return retryUniqueViolation(async () => {
      const before = await repeated();
      if (before !== undefined) return before;
      const { message, version: current, conflict = [] } = await database.write(writeMessage, input, clock());
      // The other change may be the same request, at the same time.
      return message ?? (await repeated()) ?? sendConflict(reply, current, conflict);
    });
  },
});

const cancelMessage = deskWrite('cancelMessage', 'POST /desk/messages/:id/cancel', {
  right: 'entries.change',
  tag: 'Entries',
  summary: 'Take a message back that has not left',
  description: 'Within ten seconds. 409 for one that is on its way or sent.',
  async run(tx, { id, by }, { now, record }) {
    const letter = await findLetter(tx, id);
    const entry = letter && (await lockWithin(tx, by, letter.entryId, { use: 'change' }));
    if (entry === undefined) throw new RequestError('NOTFOUND', `path: no message has the id ${id}`);
    if ((await cancelLetter(tx, id)) !== 'cancelled')
      throw new RequestError('CONFLICT', 'This message has already left');
    const staff = { author: authorOf(by), at: now.toISOString() };
    await noteLetter(tx, entry, staff, { id, cancelled: true });
    const detail = { act: 'written', changed: [] };
    await record({ action: 'changed', subject: 'entry', subjectId: entry.id, detail });
  },
});

/** Messages to the persons of an entry. */
export const messageRoutes = [sendMessage, cancelMessage] as const;
