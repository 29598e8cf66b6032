import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { entryOf } from '../../server/test/fixtures/orientation-rows.ts';
import { listen } from '../../server/test/fixtures/raw-http.ts';
import { openReceiver } from '../../server/test/fixtures/receiver.ts';
import { onSqlite, startService, token } from '../../server/test/fixtures/service.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs the example as its README says. */
async function runExample(env: Readonly<Record<string, string>>) {
  const child = spawn('npm', ['run', '-s', 'example:partner'], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await ended;
  return { code, stdout, stderr };
}

onSqlite('the partner’s script', (engine) => {
  it('the partner’s script creates a request, updates it, and concludes it', async () => {
    const service = await startService(engine);
    try {
      const url = `http://127.0.0.1:${await listen(service.app)}`;
      const { code, stdout, stderr } = await runExample({ ACCUEIL_URL: url, TOKEN: token });
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, stdout);
      const [, number = ''] = /^Created: (.+) is RES-000001 there\.$/m.exec(stdout) ?? [];
      assert.equal(
        stdout,
        [
          'The token works.',
          `Created: ${number} is RES-000001 there.`,
          '  Demande enregistrée. Mode test : cette demande sera supprimée après 7 jours.',
          `Updated: ${number} is RES-000001 there.`,
          '  Demande mise à jour. Mode test : cette demande sera supprimée après 7 jours.',
          `Concluded: ${number} is RES-000001 there.`,
          '  Suivi enregistré : Conclu. Mode test : cette demande sera supprimée après 7 jours.',
          '',
        ].join('\n'),
      );
      const { test, fields, comment, history } = await entryOf(service, number);
      assert.equal(test, 1);
      assert.equal(fields.GirEstime, 'GIR 2');
      assert.equal(comment, 'Sortie d’hôpital avancée.');
      assert.ok(
        history.some(({ detail }) => detail.state === 'Conclu'),
        JSON.stringify(history),
      );
    } finally {
      await service.close();
    }
  });
});

it('the partner’s script says why it was refused, without the token', async () => {
  const wrong = 'tok_canary-nobody-has-this';
  const receiver = await openReceiver((response) =>
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"Authorization: no"}'),
  );
  try {
    const { code, stdout, stderr } = await runExample({ ACCUEIL_URL: receiver.url, TOKEN: wrong });
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.match(stderr, /^UNAUTHORIZED: Authorization: no$/m);
    assert.ok(!stderr.includes(wrong));
  } finally {
    await receiver.close();
  }
});
