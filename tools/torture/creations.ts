import type { Connections } from '../harness/requests.ts';
import { password } from '../harness/service-process.ts';

/** A request to post; a repetition has the same bytes. */
export interface Creation {
  readonly customId: string;
  /** Without the query string. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const establishments = [1, 3, 4, 5, 6, 7, 8, 9, 10];

/**
 * The n-th creation: a survey, an application, or a commercial entry of several rows (one relation, one action and two
 * phone keys), some of which would be missing after a torn transaction.
 */
export function creation(n: number): Creation {
  const customId = `torture-${n}`;
  const establishment = establishments[n % establishments.length] ?? 1;
  switch (n % 4) {
    case 0:
      return {
        customId,
        path: `/fr/etablissement/${establishment}/survey/create`,
        body: { customId, type: 'survey.type.contact', lastName: 'Martin', phone: '06 39 98 00 01' },
      };
    case 1:
      return {
        customId,
        path: '/fr/announcement/postuler',
        body: { customId, etablissementId: establishment, lastName: 'Durand', message: 'Bonjour' },
      };
    default:
      return {
        customId,
        path: `/fr/etablissement/${establishment}/commercial/create`,
        body: {
          customId,
          lastNameClient: 'Bernard',
          phoneClient: `06 39 98 ${String(n % 10_000).padStart(4, '0')}`,
          comment: 'Souhaite visiter la résidence. '.repeat(1 + (n % 12)),
          commercialrelations: [{ lastName: 'Bernard', phone: '01 99 00 12 34' }],
          commercialactions: [{ date: '2026-03-03', comment: 'Rappelée' }],
        },
      };
  }
}

/** Looks up acknowledged entries by their customId. Returns a sentence for each that is not found. */
export async function notFound(connections: Connections, customIds: readonly string[]): Promise<string[]> {
  const problems = await Promise.all(
    customIds.map(async (customId) => {
      const { status, body } = await connections.ask(`/fr/customId/${customId}?password=${password}`);
      return status === 200 && JSON.parse(body).data.customId === customId
        ? []
        : [`${customId} was acknowledged and is not found: ${status} ${body}`];
    }),
  );
  return problems.flat();
}
