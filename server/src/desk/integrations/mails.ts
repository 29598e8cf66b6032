import Type from 'typebox';
import { RequestError } from '../../contract/request-error.ts';
import { orNull } from '../../http/desk-answers.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import { countMails, findMails, mailRecipients, mailStates } from '../../outbox/mails.ts';
import { resendMail } from '../../outbox/resend.ts';
import { messageUses } from '../../store/tables.ts';
import type { DeskDeps } from '../deps.ts';
import { idKey, Page, PageQuery, readPage } from '../pages.ts';
import { integrations } from './credentials.ts';

const State = Type.Enum(mailStates, {
  type: 'string',
});
const Mail = Type.Object({
  id: Type.Integer(),
  userId: orNull(Type.Integer()),
  to: orNull(Type.String()),
  use: orNull(Type.Enum([...messageUses], { type: 'string' })),
  channel: orNull(Type.Enum(['email', 'sms'], { type: 'string' })),
  entryId: orNull(Type.Integer()),
  subject: orNull(Type.String()),
  state: State,
  secret: Type.Boolean(),
  attempts: Type.Integer(),
  createdAt: Type.String(),
  nextAt: orNull(Type.String()),
  finishedAt: orNull(Type.String()),
  cause: orNull(Type.String()),
});

const listMails = deskRoute('listMails', 'GET /desk/mails', {
  ...integrations,
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
