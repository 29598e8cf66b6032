import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runAttacks } from '../../../tools/torture/attacks/run.ts';
import { parseConfig } from '../../src/config.ts';
import { newDatabase, onSqlite, secretKey } from '../fixtures/service.ts';

// The long form, with every attack: npm run torture -- --attacks
onSqlite('a service under attack', (engine) => {
  it('a service under attack serves its normal load, and loses none of it', async (t) => {
    const place = await newDatabase(engine);
    t.after(() => place.remove());
    const { database: location } = parseConfig({ SECRET_KEY: secretKey, ...place.env });
    const rows: string[] = [];
    const problems = await runAttacks({
      location,
      seconds: 1,
      only: ['wrong-passwords', 'deep-search'],
      recoveryMs: 0,
      say: (line) => rows.push(line),
    });
    for (const row of rows) t.diagnostic(row);
    assert.deepEqual(problems, []);
    assert.match(rows.join('\n'), /^ {2}\(no attack\) .*\n {2}wrong-passwords .*\n {2}deep-search .*/m);
  });
});
