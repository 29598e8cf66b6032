// At a million entries a list must read little more than it shows: by an index that begins with what it is filtered by,
// in whose order it comes.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rows } from '../../../test/fixtures/rows.ts';
import { startService } from '../../../test/fixtures/service.ts';
import { everyWanted, nextWanted } from './list-statements.ts';

const type = 'commercial.type.visite';
const sejourType = 'commercial.sejourType.temporaire';
const onwards = { source: 'all', sort: 'received', descending: true, onwards: true, size: 26 } as const;

describe('a list of many (sqlite)', () => {
  it('is read by what it is filtered by', async () => {
    const service = await startService('sqlite');
    for (const [filters, search] of [
      [{ type, sejourType }, 'entries_typed (kind=? AND type=? AND sejour_type=?'],
      [{ type }, 'entries_typed (kind=? AND type=? AND sejour_type=?'],
      [{ sejourType }, 'entries_typed (kind=? AND type=? AND sejour_type=?'],
      [{ stage: 'none' }, 'entries_staged (kind=? AND stage=?'],
      [{ stage: 'Visite' }, 'entries_staged (kind=? AND stage=?'],
      [{ resultat: 'none' }, 'entries_ended (kind=? AND resultat=? AND motif=?'],
      [{ motif: 'commercial.motif.autre' }, 'entries_ended (kind=? AND resultat=? AND motif=?'],
    ] as const) {
      for (const reach of ['everywhere', new Set([3, 4])] as const) {
        const wanted = { kind: 'commercial', reach, ...filters } as const;
        for (const statement of [everyWanted(wanted), nextWanted(wanted, onwards)]) {
          const text = statement.compiled('sqlite').sql.replaceAll('?', '1');
          const plan = (await rows<{ detail: string }>(service.database, `explain query plan ${text}`)).map(
            ({ detail }) => detail,
          );
          // What waits, which is little, and what staff have dealt with.
          const [waiting = '', ...processed] = plan.filter((step) => step.includes(' e USING '));
          assert.match(waiting, / USING INDEX entries_waiting \(kind=\?/);
          assert.ok(processed.length > 0);
          for (const step of processed) assert.ok(step.includes(`SEARCH e USING INDEX ${search}`), step);
          assert.deepEqual(
            plan.filter((step) => step.includes('TEMP B-TREE')),
            [],
            text,
          );
        }
      }
    }
    await service.close();
  });
});
