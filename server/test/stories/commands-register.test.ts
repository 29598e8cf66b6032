import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Register, UnnamedFields } from '../../src/privacy/register/schema.ts';
import { answerOf, direct, type Env } from '../fixtures/command-line.ts';
import { addEndpoint, send } from '../fixtures/entry-events.ts';
import { onSqlite, startService, type TestService } from '../fixtures/service.ts';

onSqlite('accueil privacy register', (engine) => {
  let service: TestService;
  let env: Env;
  before(async () => {
    service = await startService(engine);
    const { database, dataDir } = service.config;
    env = database.engine === 'postgres' ? { DATABASE_URL: database.url } : { DATA_DIR: dataDir };
    await addEndpoint(service);
    await send(service, 'one', { numeroSecu: 'canary' });
  });
  after(() => service.close());

  it('prints what the pages show, by the settings of the command', async () => {
    const written = await answerOf<Register & { unnamedFields: UnnamedFields }>(['privacy', 'register'], {
      ...env,
      PUBLIC_URL: 'https://accueil.example.org',
      SMTP_URL: 'smtps://mail.example.org',
      MAIL_FROM: 'accueil@example.org',
    });
    assert.equal(written.url, 'https://accueil.example.org');
    assert.equal(written.measures[0], 'Chiffrement des échanges (https)');
    assert.deepEqual(
      written.treatments[0]?.recipients.map(({ kind, host }) => [kind, host]),
      [
        ['caller', 'receiver.example.org'],
        ['mail', 'mail.example.org'],
      ],
    );
    assert.deepEqual(written.unnamedFields.fields, [
      { place: 'entries', name: 'numeroSecu', count: 1, sensitive: 'identity' },
    ]);
  });

  it('prints it without `--json` too, and no value of a field', async () => {
    const { code, stdout, stderr } = await direct(['privacy', 'register'], env);
    assert.equal(code, 0, stderr);
    assert.match(JSON.parse(stdout).treatments[0].name, /^Demandes de renseignement/);
    assert.doesNotMatch(stdout, /canary/);
  });
});
