import Type from 'typebox';
import { recordActivity } from '../../access/audit.ts';
import { integer } from '../../contract/fields.ts';
import { orNull } from '../../http/desk-answers.ts';
import { deskRoute } from '../../http/desk-route.ts';
import type { DeskDeps } from '../deps.ts';
import { messagePage } from './detail.ts';
import { Message } from './detail-schema.ts';
import { requireEntry } from './require-entry.ts';
import { currentVersion, HistoryLine, historyPage } from './versions.ts';

const Query = Type.Object({
  before: Type.Optional(
    integer({
      minimum: 1,
      description: 'For older lines: `historyNext` of an entry, or `next` of this response.',
    }),
  ),
});
const HistoryResponse = Type.Object({
  data: Type.Array(HistoryLine, { description: 'Newest first, at most 50; fewer where they are long.' }),
  next: orNull(Type.Integer({ description: 'For `before`; null when there are no older lines.' })),
});

const showHistory = deskRoute('showHistory', 'GET /desk/entries/:id/history', {
  right: 'entries.read',
  tag: 'Entries',
  summary: 'Show the history of an entry, newest first',
  description:
    'The audit trail records who has read it. A complaint needs the right `complaints.read`, a job application `applications.read`.',
  query: Query,
  answer: HistoryResponse,
  async run({ database, clock }: DeskDeps, { id, before, by }) {
    await requireEntry(database.background, id, by, 'read');
    const page = await historyPage(database.background, id, { before });
    const act = { action: 'read', subject: 'entry', subjectId: id } as const;
    await database.write(recordActivity, { by, act }, clock());
    return page;
  },
});

const listMessages = deskRoute('listMessages', 'GET /desk/entries/:id/messages', {
  right: 'entries.read',
  tag: 'Entries',
  summary: 'List the messages to persons of an entry, newest first',
  description:
    'The audit trail records who has read it. A complaint needs the right `complaints.read`, a job application `applications.read`.',
  query: Type.Object({
    before: Type.Optional(integer({ minimum: 1, description: 'For older ones: `next` of the page before.' })),
  }),
  answer: Type.Object({
    data: Type.Array(Message, { description: 'At most 50.' }),
    next: orNull(Type.Integer({ description: 'For `before`; null when there are no older ones.' })),
  }),
  async run({ database, clock }: DeskDeps, { id, before, by }) {
    await requireEntry(database.background, id, by, 'read');
    const act = { action: 'read', subject: 'entry', subjectId: id } as const;
    await database.write(recordActivity, { by, act }, clock());
    return messagePage(database.background, id, before);
  },
});

const showVersion = deskRoute('showVersion', 'GET /desk/entries/:id/version', {
  right: 'entries.read',
  tag: 'Entries',
  summary: 'Tell whether an entry has changed',
  description: 'Returns only the version. Not recorded in the audit trail, and does not extend the session.',
  config: { askedByPages: true },
  answer: Type.Object({ version: Type.Integer({ description: 'Grows with each change.' }) }),
  async run({ database }: DeskDeps, { id, by }) {
    await requireEntry(database.background, id, by, 'read');
    return { version: await currentVersion(database.background, id) };
  },
});

/** An entry's history and messages page by page, and its version, which tells an open page whether to reload the entry. */
export const historyRoutes = [showHistory, listMessages, showVersion] as const;
