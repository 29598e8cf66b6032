import { deskRoute } from '../../http/desk-route.ts';
import { statement } from '../../store/statement.ts';
import type { DeskDeps } from '../deps.ts';
import { requireEntry } from '../entries/require-entry.ts';
import { possibleOwners } from './owners.ts';

const allResidences = statement()((db) =>
  db.selectFrom('establishments').select(['id', 'name']).orderBy('id'),
);

const listReceivers = deskRoute('listReceivers', 'GET /desk/entries/:id/residences', {
  right: 'entries.hand-over',
  async run({ database }: DeskDeps, { id, by }) {
    await requireEntry(database.background, id, by, 'hand-over');
    return { data: await database.background.all(allResidences, {}) };
  },
});

const listPossibleOwners = deskRoute('listPossibleOwners', 'GET /desk/entries/:id/owners', {
  right: 'entries.change',
  async run({ database }: DeskDeps, { id, by }) {
    const entry = await requireEntry(database.background, id, by, 'change');
    return { data: await possibleOwners(database.background, entry, entry.establishmentId) };
  },
});

/** The residences and the users that an entry can be handed to. */
export const choiceRoutes = [listReceivers, listPossibleOwners] as const;
