import type { Queries } from '../database/port.ts';
import { statement } from '../database/statement.ts';

const groups = [
  { id: 1, slug: 'group_a', name: 'Groupe A', detail: 'Anjou' },
  { id: 2, slug: 'group_b', name: 'Groupe B', detail: 'Val de Loire' },
  { id: 3, slug: 'group_c', name: 'Groupe C', detail: 'Sud et océan Indien' },
  { id: 4, slug: 'senior', name: 'Résidences services seniors', detail: 'RSS' },
];

const residences = [
  { id: 1, groupId: 1, name: 'Les Tilleuls', city: 'Angers', cp: '49000' },
  { id: 3, groupId: 1, name: 'Le Clos des Vignes', city: 'Saumur', cp: '49400' },
  { id: 4, groupId: 1, name: 'Les Hortensias', city: 'Cholet', cp: '49300' },
  { id: 5, groupId: 2, name: 'La Roseraie', city: 'Tours', cp: '37000' },
  { id: 6, groupId: 2, name: 'Le Val Fleuri', city: 'Blois', cp: '41000' },
  { id: 7, groupId: 3, name: 'Les Alizés', city: 'Saint-Pierre', cp: '97410' },
  { id: 8, groupId: 3, name: 'Bel Air', city: 'Nîmes', cp: '30000' },
  { id: 9, groupId: 4, name: 'Villa Garance', city: 'Nantes', cp: '44000' },
  { id: 10, groupId: 4, name: 'Villa Mimosa', city: 'Antibes', cp: '06600' },
];

const insertGroup = statement<{ id: number; slug: string; name: string; detail: string }>()((db, p) =>
  db.insertInto('groups').values({ id: p.id, slug: p.slug, name: p.name, detail: p.detail }),
);
const insertEstablishment = statement<{ id: number; groupId: number; name: string; details: string }>()(
  (db, p) =>
    db
      .insertInto('establishments')
      .values({ id: p.id, group_id: p.groupId, name: p.name, details: p.details }),
);
const anyGroup = statement()((db) => db.selectFrom('groups').select('id').limit(1));

/** The contract's four groups and nine residences, fictional ones to be edited or replaced. Answers false when there are some. */
export async function addFirstResidences(tx: Queries): Promise<boolean> {
  if ((await tx.first(anyGroup, {})) !== undefined) return false;
  for (const group of groups) await tx.run(insertGroup, group);
  for (const { id, groupId, name, city, cp } of residences) {
    const slug = name.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll(' ', '-');
    await tx.run(insertEstablishment, {
      id,
      groupId,
      name,
      details: JSON.stringify({ slug, city, cp, status: 'open' }),
    });
  }
  return true;
}
