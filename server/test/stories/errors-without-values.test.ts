// The message of a database error about a refused row quotes personal data.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { failureMessage } from '../../src/commands/failure.ts';
import { execute, rows } from '../fixtures/rows.ts';
import { onBothEngines, startService } from '../fixtures/service.ts';

const secret = 'Canary-Dupont';

onBothEngines('a row that the database refuses', (engine) => {
  it('a refused row is a 500 whose log line, or command, says where and nothing of the row', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    await execute(
      service.database,
      engine === 'postgres'
        ? `alter table entries add constraint refused check (comment is null or comment not like 'Canary%')`
        : `create trigger refused before insert on entries when new.comment like 'Canary%'
           begin select raise(abort, 'refused'); end`,
    );
    const body = { lastNameClient: secret, comment: 'Canary-comment' };
    const answer = await service.post(`/fr/etablissement/3/commercial/create?${service.query}`, body);
    assert.equal(answer.statusCode, 500);
    const line = service.log.find((text) => text.includes('request failed')) ?? '';
    assert.match(line, engine === 'postgres' ? /"constraint":"refused"/ : /"message":"refused"/);
    assert.match(line, /"stack":"\s+at /);
    assert.doesNotMatch(service.log.join(''), /Canary/);

    const refused =
      engine === 'postgres'
        ? `select cast('${secret}' as integer)`
        : `select rowid from entry_words where entry_words match '${secret} "'`;
    const error = await rows(service.database, refused).catch((failure: unknown) => failure);
    assert.match(String(error), /Canary|unterminated/);
    assert.match(failureMessage(error), /\n\s+at /);
    assert.doesNotMatch(failureMessage(error), /Canary/);
  });
});
