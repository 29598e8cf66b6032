import Type from 'typebox';
import type { App } from '../../http/app-type.ts';
import { actorOf } from '../../http/desk-access.ts';
import { Done, deskErrors, done, IdPath, orNull } from '../../http/desk-answers.ts';
import { countMails, findMails, mailStates } from '../../outbox/mails.ts';
import type { DeskDeps } from '../deps.ts';
import { idKey, Page, PageQuery, readPage } from '../pages.ts';
import { resendGivenUpMail } from './operations.ts';

const State = Type.Enum(mailStates, {
  type: 'string',
  description: '`failed`: it was given up, by the server or after a day of attempts.',
});
export const Mail = Type.Object({
  id: Type.Integer(),
  userId: Type.Integer(),
  to: Type.String({ description: 'The e-mail address of that user.' }),
  entryId: orNull(Type.Integer({ description: 'The entry it is about. Null for a morning digest.' })),
  subject: Type.String(),
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
      description: 'Why the last attempt failed, in the words of the mail server. Never show it as HTML.',
    }),
  ),
});

const tags = ['Integrations'];
const config = { desk: 'integrations' } as const;

/** Mails that notify staff of new entries. */
export function mailRoutes(scope: App, { database, clock }: DeskDeps): void {
  scope.get(
    '/desk/mails',
    {
      config,
      schema: {
        tags,
        summary: 'List mails to staff, newest first',
        querystring: Type.Object({ state: Type.Optional(State), ...PageQuery }),
        response: { 200: Page(Mail), ...deskErrors },
      },
    },
    ({ query }) =>
      readPage(query, {
        keyOf: idKey,
        cursorOf: (row) => row.id,
        find: (page) => findMails(database.background, query.state, page),
        count: (limit) => countMails(database.background, query.state, limit),
      }),
  );

  scope.post(
    '/desk/mails/:id/resend',
    {
      config,
      schema: {
        tags,
        summary: 'Resend a mail that was given up',
        description:
          'At once, with the same `Message-ID` and a whole day of attempts. 409 for one that was sent or is on its way, and for one with a link to choose a password, whose text is not kept.',
        params: IdPath,
        response: { 200: Done, ...deskErrors },
      },
    },
    async (request) => {
      const { id } = request.params;
      await database.write(resendGivenUpMail, { by: actorOf(request), id }, clock());
      return done;
    },
  );
}
