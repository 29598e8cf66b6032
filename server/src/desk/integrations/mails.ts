import Type from 'typebox';
import { notFound, RequestError } from '../../contract/request-error.ts';
import { deskRoute, deskWrite } from '../../http/desk-route.ts';
import { countMails, findMails, mailRecipients, mailStates } from '../../outbox/mail-list.ts';
import { resendNotice } from '../../outbox/resend.ts';
import type { DeskDeps } from '../deps.ts';
import { idKey, PageQuery, readPage } from '../pages.ts';
import { integrations } from './credentials.ts';

const State = Type.Enum(mailStates, {
  type: 'string',
});
const listMails = deskRoute('listMails', 'GET /desk/mails', {
  ...integrations,
  query: Type.Object({
    state: Type.Optional(State),
    to: Type.Optional(Type.Enum(mailRecipients, { type: 'string' })),
    ...PageQuery,
  }),
  async run({ database: { background: read } }: DeskDeps, query) {
    return readPage(query, {
      keyOf: idKey,
      find: (keys) => findMails(read, query, keys),
      cursorOf: (row) => row.id,
      count: (limit) => countMails(read, query, limit),
    });
  },
});

const resendGivenUpMail = deskWrite('resendGivenUpMail', 'POST /desk/mails/:id/resend', {
  ...integrations,
  async run(tx, { id }, { now, record }) {
    const outcome = await resendNotice(tx, id, now.toISOString());
    if (outcome === 'unknown') throw notFound('mail', id);
    if (outcome === 'secret')
      throw new RequestError('CONFLICT', 'This mail held a link to choose a password: send a new one');
    if (outcome === 'not-given-up')
      throw new RequestError('CONFLICT', 'This mail was not given up: it was sent, or is on its way');
    await record({ action: 'sent-again', subject: 'mail', subjectId: id });
  },
});

/** Notices to staff, and letters to persons. */
export const mailRoutes = [listMails, resendGivenUpMail] as const;
