import Type from 'typebox';
import { RequestError } from '../../contract/request-error.ts';
import { named, orNull } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import { countMails, findMails, mailRecipients, mailStates } from '../../outbox/mails.ts';
import { resendMail } from '../../outbox/resend.ts';
import { messageUses } from '../../store/tables.ts';
import type { DeskDeps } from '../deps.ts';
import { idKey, Page, PageQuery, readPage } from '../pages.ts';
import { integrations } from './credentials.ts';

const State = Type.Enum(mailStates, {
  type: 'string',
  description: '`failed`: it was given up, by the server or after a day of attempts.',
});
const Mail = named('Mail', {
  id: Type.Integer(),
  userId: orNull(Type.Integer({ description: 'Null for a message to a person.' })),
  to: orNull(Type.String({ description: 'The e-mail address of that user.' })),
  use: orNull(Type.Enum([...messageUses], { type: 'string', description: 'Of a message to a person.' })),
  channel: orNull(Type.Enum(['email', 'sms'], { type: 'string' })),
  entryId: orNull(Type.Integer({ description: 'The entry it is about. Null for a morning digest.' })),
  subject: orNull(Type.String({ description: 'Null for a message to a person: read it in the entry.' })),
  state: State,
  secret: Type.Boolean({
    description: 'Whether it held a link to choose a password: such a mail can’t be sent again.',
  }),
  attempts: Type.Integer({ description: 'Since it was written, or sent again.' }),
  createdAt: Type.String(),
  nextAt: orNull(Type.String({ description: 'When the next attempt is due.' })),
  finishedAt: orNull(Type.String()),
  cause: orNull(
    Type.String({
      description: 'Why the last attempt failed, as `messages` of an entry have it. Never show it as HTML.',
    }),
  ),
});

const listMails = deskRoute('listMails', 'GET /desk/mails', {
  ...integrations,
  summary: 'List mails to staff and messages to persons, newest first',
  query: Type.Object({
    state: Type.Optional(State),
    to: Type.Optional(Type.Enum(mailRecipients, { type: 'string' })),
    ...PageQuery,
  }),
  answer: Page(Mail),
  run: ({ database }: DeskDeps, query) =>
    readPage(query, {
      keyOf: idKey,
      cursorOf: (row) => row.id,
      find: (page) => findMails(database.background, query, page),
      count: (limit) => countMails(database.background, query, limit),
    }),
});

const resendGivenUpMail = deskWrite('resendGivenUpMail', 'POST /desk/mails/:id/resend', {
  ...integrations,
  summary: 'Resend a mail that was given up',
  description:
    'At once, with the same `Message-ID` and a whole day of attempts. 409 for one that was sent or is on its way, and for one with a link to choose a password, whose text is not kept.',
  async run(tx, { id }, { now, record }) {
    const outcome = await resendMail(tx, id, now.toISOString());
    if (outcome === 'unknown') throw new RequestError('NOTFOUND', `There is no mail ${id}`);
    if (outcome === 'secret')
      throw new RequestError('CONFLICT', 'This mail held a link to choose a password: send a new one');
    if (outcome === 'not-given-up')
      throw new RequestError('CONFLICT', 'This mail was not given up: it was sent, or is on its way');
    await record({ action: 'sent-again', subject: 'mail', subjectId: id });
  },
});

/** Mails that notify staff of new entries, and messages to persons. */
export const mailRoutes = [listMails, resendGivenUpMail] as const;
