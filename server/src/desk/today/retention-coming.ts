import Type from 'typebox';
import { type Grant, isNowhere, narrowReach, reachOf } from '../../access/roles.ts';
import { parisDay } from '../../clock.ts';
import { deskRoute } from '../../http/desk-route.ts';
import { comingErasures } from '../../privacy/retention/coming.ts';
import type { Queries } from '../../store/database.ts';
import type { Day } from '../../store/tables.ts';
import type { DeskDeps } from '../deps.ts';
import { listedEntries } from '../entries/listed.ts';
import { ResidenceId } from '../residence.ts';

const right = 'retention.read';

/** What can still be kept, by a contact with the family or by a hold. */
export const listComingErasures = deskRoute('listComingErasures', 'GET /desk/retention/coming', {
  right,
  query: Type.Object({ establishmentId: Type.Optional(ResidenceId) }),
  async run({ database, clock, objections }: DeskDeps, { establishmentId, by }) {
    const { background: read } = database;
    const today = parisDay(clock());
    const { total, data } = await comingErasures(read, reachIn(by.grants, establishmentId), today);
    const coming = new Map(data.map(({ id, rule, day }) => [id, { rule, erasedOn: day }]));
    const shownWith = { today, objections: await objections.get() };
    const entries = await listedEntries(read, [...coming.keys()], shownWith);
    return {
      total,
      data: entries.flatMap((entry) => {
        const erasure = coming.get(entry.id);
        return erasure === undefined ? [] : [{ ...entry, ...erasure }];
      }),
    };
  },
});

/** Returns how many entries the signed-in user finds there, and the first day; null without the right. */
export async function retentionComing(
  grants: readonly Grant[],
  read: Queries,
  today: Day,
  establishmentId: number | undefined,
) {
  if (isNowhere(reachOf(grants, right))) return null;
  const { total, data } = await comingErasures(read, reachIn(grants, establishmentId), today);
  return { count: total, firstOn: data[0]?.day ?? null };
}

function reachIn(grants: readonly Grant[], establishmentId: number | undefined) {
  const reach = reachOf(grants, right);
  return establishmentId === undefined ? reach : narrowReach(reach, establishmentId);
}
