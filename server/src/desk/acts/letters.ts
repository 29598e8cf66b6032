import Type from 'typebox';
import type { AuditedContext } from '../../access/audit.ts';
import { notFound, RequestError } from '../../contract/request-error.ts';
import { exactly } from '../../http/desk-answers.ts';
import { type DeskActor, deskRoute, deskWrite } from '../../http/desk-route.ts';
import { cancelPending, findLetter, requeueLetter } from '../../letters/letters.ts';
import { automaticUses } from '../../letters/refusal.ts';
import {
  ChannelName,
  type Letter,
  noteLetter,
  PersonKey,
  requireChannel,
  requireSendable,
  validateLetter,
  writeLetter,
} from '../../letters/write.ts';
import type { Transaction } from '../../store/database.ts';
import type { EntryRow } from '../../store/entry-columns.ts';
import { update } from '../../store/rows.ts';
import type { DeskDeps } from '../deps.ts';
import { type ActInput, entryAct, lockWithin, recordAct, staffOf } from './act.ts';
import { ExpectedVersion, editConflict } from './act-route.ts';
import { writeOnce } from './once.ts';

const writeLetterAct = entryAct(
  'writeLetterAct',
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

const sendLetter = deskRoute('sendLetter', 'POST /desk/entries/:id/letters', {
  right: 'entries.change',
  body: exactly({
    person: PersonKey,
    to: Type.Optional(Type.String()),
    channel: ChannelName,
    subject: Type.Optional(Type.String()),
    text: Type.String(),
    version: ExpectedVersion,
  }),
  operation: writeLetterAct,
  async run(deps: DeskDeps, { id: entryId, by, version, subject = '', ...others }, { request }) {
    const { database, clock, linkUrl } = deps;
    const asked = { ...others, subject };
    requireChannel(asked.channel, deps, 'channel');
    const content = { ...asked, entryId, person: String(asked.person) };
    const outcome = await writeOnce(deps, { request, by }, content, (key) =>
      database.write(writeLetterAct, { entryId, by, version, letter: { ...asked, linkUrl }, key }, clock()),
    );
    const { letters: [letter] = [], version: current, conflict = [] } = outcome;
    if (letter === undefined) throw editConflict(current, conflict);
    return letter;
  },
});

const cancelLetter = deskWrite('cancelLetter', 'POST /desk/letters/:id/cancel', {
  right: 'entries.change',
  async run(tx, { id, by }, context) {
    const { letter, entry } = await lockLetter(tx, by, id);
    // It would be found, and written again, in the next minute.
    if (automaticUses.has(letter.use)) throw new RequestError('CONFLICT', 'This message goes by itself');
    if ((await cancelPending(tx, id)) !== 'cancelled')
      throw new RequestError('CONFLICT', 'This message has already left');
    await note(tx, entry, by, { id, cancelled: true }, context);
  },
});

const noteReturned = deskWrite('noteReturned', 'POST /desk/letters/:id/returned', {
  right: 'entries.change',
  body: exactly({ returned: Type.Boolean() }),
  async run(tx, { id, by, returned }, context) {
    const { letter, entry } = await lockLetter(tx, by, id);
    if (letter.state !== 'sent') throw new RequestError('CONFLICT', 'This message was not sent');
    await update(tx, 'letters', id, { returned_at: returned ? context.now.toISOString() : null });
    await note(tx, entry, by, { id, returned }, context);
  },
});

const resendLetter = deskWrite('resendLetter', 'POST /desk/letters/:id/resend', {
  right: 'entries.change',
  async run(tx, { id, by }, context) {
    const { letter, entry } = await lockLetter(tx, by, id);
    const needsLink = await requireSendable(tx, entry, { ...letter, id }, context);
    if (!(await requeueLetter(tx, { id, now: context.now, needsLink })))
      throw new RequestError('CONFLICT', 'This message has not failed');
    await note(tx, entry, by, { id, resent: true }, context);
  },
});

/** Letters to the persons of an entry. */
export const letterRoutes = [sendLetter, cancelLetter, noteReturned, resendLetter] as const;

/** A letter and its entry, which is locked. Rejects with NOTFOUND for one that is out of reach. */
async function lockLetter(tx: Transaction, by: DeskActor, id: number) {
  const letter = await findLetter(tx, id);
  const entry = letter && (await lockWithin(tx, by, letter.entryId));
  if (entry === undefined || letter === undefined || letter.state === 'cancelled')
    throw notFound('message', id);
  return { letter, entry };
}

async function note(
  tx: Transaction,
  entry: EntryRow,
  by: DeskActor,
  news: Parameters<typeof noteLetter>[3],
  context: AuditedContext,
): Promise<void> {
  await recordAct(tx, entry.id, await noteLetter(tx, entry, staffOf(by, context), news), context);
}
