import { parisDay } from '../../clock.ts';
import { auditActionNames, auditSubjectNames } from '../../french/acts.ts';
import type { App } from '../../http/app-type.ts';
import { byteOrderMark, csvLine } from '../../http/csv.ts';
import { actorOf } from '../../http/desk-access.ts';
import type { PrivacyDeps } from '../deps.ts';
import { readSeen, SeenQuery } from './seen.ts';

const actNames: Readonly<Record<string, string | undefined>> = {
  ...auditActionNames,
  found: auditSubjectNames.person,
  listed: 'Vue dans une liste',
};

/** `GET /desk/privacy/seen.csv`. */
export function seenFileRoute(scope: App, deps: PrivacyDeps): void {
  scope.get(
    '/desk/privacy/seen.csv',
    {
      config: { desk: 'privacy' },
      schema: { querystring: SeenQuery },
    },
    async (request, reply) => {
      const { entries, lists } = await readSeen(deps, request.query, actorOf(request), 'exported');
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="donnees-vues-${parisDay(deps.clock())}.csv"`)
        .send(
          [
            byteOrderMark,
            csvLine(['Fiche', 'Personnes', 'Actes', 'Première fois', 'Dernière fois']),
            ...entries.map(({ id, entry, acts, first, last }) =>
              csvLine([
                id,
                entry?.persons.flatMap(({ name }) => name ?? []).join(', ') ?? null,
                acts.map((act) => actNames[act] ?? act).join(', '),
                first,
                last,
              ]),
            ),
            ...lists.map(({ at, kind, count }) =>
              csvLine([null, `Liste exportée : ${kind}, ${count ?? '?'}`, null, at, at]),
            ),
          ].join(''),
        );
    },
  );
}
