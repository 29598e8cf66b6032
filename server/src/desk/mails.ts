import Type from '#typebox';
import type { App } from '../http/app-type.ts';
import { countMails, findMails, mailStates } from '../mail/find.ts';
import { deskErrors, orNull } from './answers.ts';
import type { DeskDeps } from './desk.ts';
import { mostCounted, Page, PageQuery, pageOf, walkOf } from './pages.ts';

const State = Type.Enum(mailStates, {
  type: 'string',
  description: '`failed`: it was given up, by the server or after a day of attempts.',
});
const Mail = Type.Object({
  id: Type.Integer(),
  userId: Type.Integer(),
  to: Type.String({ description: 'The address of that user.' }),
  entryId: orNull(Type.Integer({ description: 'What it tells of. Null for the digest of a morning.' })),
  subject: Type.String(),
  state: State,
  attempts: Type.Integer(),
  createdAt: Type.String(),
  nextAt: orNull(Type.String({ description: 'When the next attempt is due.' })),
  finishedAt: orNull(Type.String()),
  cause: orNull(
    Type.String({
      description: 'What went wrong the last time, as the mail server says it. Never show it as HTML.',
    }),
  ),
});

/** What became of the mails that tell staff of what arrives. */
export function mailRoutes(scope: App, { database }: DeskDeps): void {
  scope.get(
    '/desk/mails',
    {
      config: { desk: 'integrations' },
      schema: {
        tags: ['Integrations'],
        summary: 'List mails to staff, newest first',
        querystring: Type.Object({ state: Type.Optional(State), ...PageQuery }),
        response: { 200: Page(Mail), ...deskErrors },
      },
    },
    async ({ query }) => {
      const walk = walkOf(query, idOf);
      const rows = await findMails(database.read, query.state, walk);
      const count = await countMails(database.read, query.state, mostCounted + 1);
      return pageOf(rows, walk, (row) => row.id, count);
    },
  );
}

function idOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}
