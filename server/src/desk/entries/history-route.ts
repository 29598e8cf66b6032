import Type from 'typebox';
import { recordActivity } from '../../access/audit.ts';
import { integer } from '../../contract/fields.ts';
import { deskRoute } from '../../http/desk-route.ts';
import type { DeskDeps } from '../deps.ts';
import { messagePage } from './detail.ts';
import { requireEntry } from './require-entry.ts';
import { currentVersion, historyPage } from './versions.ts';

const Query = Type.Object({ before: Type.Optional(integer({ minimum: 1 })) });

const showHistory = deskRoute('showHistory', 'GET /desk/entries/:id/history', {
  right: 'entries.read',
  query: Query,
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
  query: Query,
  async run({ database, clock }: DeskDeps, { id, before, by }) {
    await requireEntry(database.background, id, by, 'read');
    const act = { action: 'read', subject: 'entry', subjectId: id } as const;
    await database.write(recordActivity, { by, act }, clock());
    return messagePage(database.background, id, before);
  },
});

const showVersion = deskRoute('showVersion', 'GET /desk/entries/:id/version', {
  right: 'entries.read',
  config: { askedByPages: true },
  async run({ database }: DeskDeps, { id, by }) {
    await requireEntry(database.background, id, by, 'read');
    return { version: await currentVersion(database.background, id) };
  },
});

/** An entry's history and messages page by page, and its version, which tells an open page whether to reload the entry. */
export const historyRoutes = [showHistory, listMessages, showVersion] as const;
