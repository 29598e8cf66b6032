import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { isNowhere } from '../../access/roles.ts';
import { parisDay } from '../../clock.ts';
import type { App } from '../../http/app-type.ts';
import { reachFor } from '../../http/desk-access.ts';
import { deskErrors } from '../../http/desk-answers.ts';
import { comingErasures, maxListed } from '../../privacy/retention/coming.ts';
import type { Queries } from '../../store/database.ts';
import type { Day } from '../../store/tables.ts';
import type { DeskDeps } from '../deps.ts';
import { ListedEntry, listedEntries } from '../entries/listed.ts';
import { narrowReach } from '../entries/reach.ts';
import { residenceId } from '../residence.ts';

export const ComingErasures = Type.Object({
  data: Type.Array(
    Type.Object({
      ...ListedEntry.properties,
      erasedOn: Type.String({ description: 'The day on which its personal data will be erased.' }),
      rule: Type.String({ description: 'The name of the retention rule.' }),
    }),
    { description: `The earliest first, at most ${maxListed}.` },
  ),
  total: Type.Integer({ description: 'How many there are.' }),
});

const right = 'retention.read';

/** `GET /desk/retention/coming`: what can still be kept, by a contact with the family or by a hold. */
export function retentionComingRoute(scope: App, { database, clock }: DeskDeps): void {
  scope.get(
    '/desk/retention/coming',
    {
      config: { desk: right },
      schema: {
        tags: ['Entries'],
        summary: 'List the entries that retention will erase within 30 days',
        description:
          'Presumed spam included. As the last nightly run found it; an entry with a contact since, or under a hold, is left out.',
        querystring: Type.Object({ establishmentId: Type.Optional(residenceId('Only this residence.')) }),
        response: { 200: ComingErasures, ...deskErrors },
      },
    },
    async (request) => {
      const { background: read } = database;
      const reach = reachOf(request, request.query.establishmentId);
      const today = parisDay(clock());
      const { total, data } = await comingErasures(read, reach, today);
      const coming = new Map(data.map(({ id, rule, day }) => [id, { rule, erasedOn: day }]));
      const entries = await listedEntries(read, [...coming.keys()], today);
      return {
        total,
        data: entries.flatMap((entry) => {
          const erasure = coming.get(entry.id);
          return erasure === undefined ? [] : [{ ...entry, ...erasure }];
        }),
      };
    },
  );
}

/** Returns how many entries the signed-in user finds there, and the first day; null without the right. */
export async function retentionComing(
  request: FastifyRequest,
  read: Queries,
  today: Day,
  establishmentId: number | undefined,
) {
  if (isNowhere(reachFor(request, right))) return null;
  const { total, data } = await comingErasures(read, reachOf(request, establishmentId), today);
  return { count: total, firstOn: data[0]?.day ?? null };
}

function reachOf(request: FastifyRequest, establishmentId: number | undefined) {
  const reach = reachFor(request, right);
  return establishmentId === undefined ? reach : narrowReach(reach, establishmentId);
}
