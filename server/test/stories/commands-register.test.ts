import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Register, UnnamedFields } from '../../src/privacy/register/schema.ts';
import { answerOf, direct } from '../fixtures/command-line.ts';
import { addEndpoint, send } from '../fixtures/entry-events.ts';
import { startService } from '../fixtures/service.ts';

it('accueil privacy register prints what the pages show, and no value of a field', async (t) => {
  const service = await startService('sqlite');
  t.after(() => service.close());
  const env = { DATA_DIR: service.config.dataDir };
  await addEndpoint(service);
  await send(service, 'one', { numeroSecu: 'canary' });
  const written = await answerOf<Register & { unnamedFields: UnnamedFields }>(['privacy', 'register'], {
    ...{ ...env, PUBLIC_URL: 'https://accueil.example.org' },
    ...{ SMTP_URL: 'smtps://mail.example.org', MAIL_FROM: 'accueil@example.org' },
  });
  assert.equal(written.url, 'https://accueil.example.org');
  assert.equal(written.measures[0], 'Chiffrement des échanges (https)');
  assert.deepEqual(
    written.treatments[0]?.recipients.map(({ kind, host }) => `${kind} ${host}`),
    ['caller receiver.example.org', 'mail mail.example.org'],
  );
  assert.deepEqual(written.unnamedFields.fields, [
    { place: 'entries', name: 'numeroSecu', count: 1, sensitive: 'identity' },
  ]);
  // JSON without --json too.
  const { code, stdout, stderr } = await direct(['privacy', 'register'], env);
  assert.equal(code, 0, stderr);
  assert.match(JSON.parse(stdout).treatments[0].name, /^Demandes de renseignement/);
  assert.doesNotMatch(stdout, /canary/);
});
