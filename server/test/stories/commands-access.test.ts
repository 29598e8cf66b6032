import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { type ServiceProcess, startProcess } from '../../../tools/harness/service-process.ts';
import { answerOf, direct, type Env, inProcess, refusal } from '../fixtures/command-line.ts';
import { newDatabase, onSqlite, secretKey } from '../fixtures/service.ts';

onSqlite('callers and partners beside a running service', (engine) => {
  let place: Awaited<ReturnType<typeof newDatabase>>;
  let service: ServiceProcess;
  let env: Env;
  before(async () => {
    place = await newDatabase(engine);
    env = place.env;
    service = await startProcess({ env: { ...env, SECRET_KEY: secretKey } });
  });
  after(async () => {
    service.kill('SIGTERM');
    await service.ended;
    await place.remove();
  });

  async function create(password: string, headers: Record<string, string> = {}): Promise<number> {
    const response = await fetch(`${service.url}/fr/etablissement/3/commercial/create?password=${password}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{}',
    });
    await response.body?.cancel();
    return response.status;
  }
  async function exchange(slug: string, token: string): Promise<number> {
    const response = await fetch(`${service.url}/appli/${slug}/test`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    await response.body?.cancel();
    return response.status;
  }

  /** Asks until the status is the expected one: on PostgreSQL the service learns of a change a moment after the commit. */
  async function settled(ask: () => Promise<number>, expected: number): Promise<number> {
    // Few questions, for each wrong one is a guess of a credential.
    for (let waitMs = 10; waitMs < 10_000; waitMs *= 3) {
      if ((await ask()) === expected) return expected;
      await setTimeout(waitMs);
    }
    return ask();
  }

  it('a caller is added in exactly this shape, and its password works at once', async () => {
    const added = await answerOf<Record<string, unknown>>(
      ['caller', 'add', 'Agence', '--webhook', 'https://hooks.example.org/in'],
      env,
      inProcess,
    );
    assert.deepEqual(Object.keys(added), ['caller', 'passwordId', 'password', 'webhookSecret']);
    const { caller, passwordId, password, webhookSecret } = added;
    assert.deepEqual(caller, { id: 2, name: 'Agence' });
    assert.equal(passwordId, 2);
    assert.match(String(password), /^pw_[\w-]{20,}$/);
    assert.match(String(webhookSecret), /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.equal(await settled(() => create(String(password)), 200), 200);
  });

  it('a caller without a webhook has no webhook secret', async () => {
    const { webhookSecret } = await answerOf<{ webhookSecret: null }>(['caller', 'add', 'Sans'], env);
    assert.equal(webhookSecret, null);
  });

  it('a password works at once, and is refused at once when it is revoked', async () => {
    const { id, password, ...rest } = await answerOf<{ id: number; password: string }>(
      ['password', 'add', 'Agence'],
      env,
      inProcess,
    );
    assert.deepEqual(rest, { scope: 'full', origins: [] });
    assert.equal(await settled(() => create(password), 200), 200);
    assert.deepEqual(await answerOf(['password', 'revoke', String(id)], env, inProcess), { id });
    assert.equal(await settled(() => create(password), 401), 401);
    await refusal(['password', 'revoke', String(id)], env, /There is no password \d+ in use/);
  });

  it('a browser password has its origins, in the form that browsers send', async () => {
    const added = await answerOf<{ password: string; scope: string; origins: string[] }>(
      [
        ...['password', 'add', '2', '--scope', 'browser', '--receipts'],
        ...['--origin', 'https://WWW.example.org', '--origin', 'http://localhost:5173'],
      ],
      env,
    );
    assert.deepEqual(
      [added.scope, added.origins],
      ['browser', ['https://www.example.org', 'http://localhost:5173']],
    );
    assert.equal(
      await settled(() => create(added.password, { origin: 'https://www.example.org' }), 200),
      200,
    );
    assert.equal(await settled(() => create(added.password, { origin: 'https://example.org' }), 403), 403);
  });

  it('a partner is added in exactly this shape, and its token works at once', async () => {
    const added = await answerOf<{ partner: object; tokenId: number; token: string }>(
      ['partner', 'add', 'relais'],
      env,
    );
    assert.deepEqual(Object.keys(added), ['partner', 'tokenId', 'token']);
    assert.deepEqual(added.partner, { id: 2, slug: 'relais' });
    assert.equal(await settled(() => exchange('relais', added.token), 200), 200);
    assert.equal(await settled(() => exchange('partner', added.token), 403), 403);
  });

  it('a token has an end, works at once, and is refused at once when it is revoked', async () => {
    const token = await answerOf<{ id: number; token: string; until: string }>(
      ['token', 'add', 'relais', '--until', '2999-12-31'],
      env,
    );
    assert.deepEqual(Object.keys(token), ['id', 'token', 'until']);
    assert.equal(token.until, '2999-12-31');
    assert.equal(await settled(() => exchange('relais', token.token), 200), 200);
    await answerOf(['token', 'revoke', String(token.id)], env, inProcess);
    assert.equal(await settled(() => exchange('relais', token.token), 401), 401);

    const endless = await answerOf<{ until: null }>(['token', 'add', 'relais'], env);
    assert.equal(endless.until, null);
    const ended = await direct(['token', 'add', 'relais', '--until', '2024-02-29', '--json'], env);
    assert.match(ended.stderr, /already ended/);
    assert.equal(await settled(() => exchange('relais', JSON.parse(ended.stdout).token), 401), 401);
  });

  it('lists show everything but the secrets', async () => {
    interface Listed {
      readonly name: string;
      readonly webhook: string | null;
      readonly passwords: readonly { readonly id: number; readonly receipts: boolean }[];
    }
    const callers = await answerOf<Listed[]>(['caller', 'list'], env);
    assert.deepEqual(
      callers.map(({ name, webhook, passwords }) => [name, webhook, passwords.map(({ id }) => id)]),
      [
        ['site', null, [1]],
        ['Agence', 'https://hooks.example.org/in', [2, 4, 5]],
        ['Sans', null, [3]],
      ],
    );
    const asking = callers.flatMap(({ passwords }) => passwords.filter(({ receipts }) => receipts));
    assert.deepEqual(
      asking.map(({ id }) => id),
      [5],
    );
    const partners = await answerOf<{ slug: string; tokens: object[] }[]>(['partner', 'list'], env);
    assert.deepEqual(
      partners.map(({ slug, tokens }) => [slug, tokens.length]),
      [
        ['partner', 1],
        ['relais', 4],
      ],
    );
    assert.doesNotMatch(JSON.stringify([callers, partners]), /pw_|tok_|whsec_/);
  });

  it('for a person it prints lines, and says that a secret is shown once', async () => {
    const added = await direct(['password', 'add', 'Sans'], env);
    assert.equal(added.code, 0, added.stderr);
    assert.match(added.stdout, /^Password 6 of Sans, scope full: pw_\S+\n +Shown this once/);
    const token = await direct(['token', 'add', 'relais'], env);
    assert.match(token.stdout, /^Token \d+ of relais: tok_\S+\n +Good until: no end\n +Shown this once/);
    const partner = await direct(['partner', 'add', 'autre'], env);
    assert.match(partner.stdout, /^Partner 3: autre\n +Token \d+: tok_\S+\n +Shown this once/);
    const caller = await direct(['caller', 'add', 'Centre', '--webhook', 'https://x.example.org'], env);
    assert.match(
      caller.stdout,
      /^Caller 4: Centre\n +Password 7, scope full: pw_\S+\n +Webhook secret: whsec_\S+\n +Shown this once/,
    );
    const { stdout } = await direct(['caller', 'list'], env);
    const lines = stdout.trimEnd().split('\n');
    assert.match(lines[0] ?? '', /^ID +NAME +WEBHOOK +PASSWORD +SCOPE +ORIGINS +ADDED +REVOKED$/);
    assert.ok(
      lines.some((line) => /^2 +Agence .* 4 +full +any +\S+ +since \d{4}-\d\d-\d\d$/.test(line)),
      stdout,
    );
    assert.match(
      (await direct(['partner', 'list'], env)).stdout,
      /^ID +SLUG +TOKEN +UNTIL +ADDED +REVOKED\n1 +partner/,
    );
  });

  it('what can not be is refused with a sentence', async () => {
    await refusal(['caller', 'add', 'Agence'], env, /A caller named Agence is already there/);
    await refusal(['password', 'add', 'Personne'], env, /There is no caller Personne/);
    await refusal(['password', 'add', '99'], env, /There is no caller 99/);
    await refusal(['password', 'add', 'Sans', '--origin', 'https://x.example.org'], env, /--scope browser/);
    await refusal(['partner', 'add', 'relais'], env, /A partner relais is already there/);
    await refusal(['partner', 'add', 'Un Relais'], env, /A slug has/);
    await refusal(['token', 'add', 'personne'], env, /There is no partner personne/);
    await refusal(['token', 'revoke', '99'], env, /There is no token 99 in use/);
  });
});
