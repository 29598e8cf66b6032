import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { answerOf, direct, type Env, refusal } from '../fixtures/command-line.ts';
import { onSqlite, startService, type TestService } from '../fixtures/service.ts';

onSqlite('callers and partners beside a running service', (engine) => {
  let service: TestService;
  let env: Env;
  before(async () => {
    service = await startService(engine);
    // The commands take their own time.
    service.clock.now = new Date();
    env = { DATA_DIR: service.config.dataDir };
  });
  after(() => service.close());

  async function create(password: string, origin?: string): Promise<number> {
    const headers = origin === undefined ? {} : { origin };
    return (await service.post(`/fr/etablissement/3/commercial/create?password=${password}`, {}, headers))
      .statusCode;
  }
  async function exchange(slug: string, token: string): Promise<number> {
    const headers = { authorization: `Bearer ${token}` };
    return (await service.post(`/appli/${slug}/test`, undefined, headers)).statusCode;
  }

  it('an added caller’s password works at once', async () => {
    const added = await answerOf<Record<string, unknown>>(
      ['caller', 'add', 'Agence', '--webhook', 'https://hooks.example.org/in'],
      env,
    );
    assert.deepEqual(Object.keys(added), ['caller', 'passwordId', 'password', 'webhookSecret']);
    const { caller, passwordId, password, webhookSecret } = added;
    assert.deepEqual([caller, passwordId], [{ id: 2, name: 'Agence' }, 2]);
    assert.match(String(password), /^pw_[\w-]{20,}$/);
    assert.match(String(webhookSecret), /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.equal(await create(String(password)), 200);
    const without = await answerOf<{ webhookSecret: null }>(['caller', 'add', 'Sans'], env);
    assert.equal(without.webhookSecret, null);
  });

  it('a revoked password is refused at once', async () => {
    const added = await answerOf<{ id: number; password: string }>(['password', 'add', 'Agence'], env);
    const { id, password, ...rest } = added;
    assert.deepEqual(rest, { scope: 'full', origins: [] });
    assert.equal(await create(password), 200);
    assert.deepEqual(await answerOf(['password', 'revoke', String(id)], env), { id });
    assert.equal(await create(password), 401);
    await refusal(['password', 'revoke', String(id)], env, /There is no password \d+ in use/);
  });

  it('a browser password’s origins are kept in the form that browsers send', async () => {
    const origins = ['--origin', 'https://WWW.example.org', '--origin', 'http://localhost:5173'];
    const added = await answerOf<{ password: string; scope: string; origins: string[] }>(
      ['password', 'add', '2', '--scope', 'browser', '--receipts', ...origins],
      env,
    );
    assert.equal(added.scope, 'browser');
    assert.deepEqual(added.origins, ['https://www.example.org', 'http://localhost:5173']);
    assert.equal(await create(added.password, 'https://www.example.org'), 200);
    assert.equal(await create(added.password, 'https://example.org'), 403);
  });

  it('a partner’s tokens work at once, until they end or are revoked', async () => {
    const added = await answerOf<{ partner: object; tokenId: number; token: string }>(
      ['partner', 'add', 'relais'],
      env,
    );
    assert.deepEqual(Object.keys(added), ['partner', 'tokenId', 'token']);
    assert.deepEqual(added.partner, { id: 2, slug: 'relais' });
    assert.equal(await exchange('relais', added.token), 200);
    assert.equal(await exchange('partner', added.token), 403);

    const until = ['token', 'add', 'relais', '--until'];
    const token = await answerOf<{ id: number; token: string; until: string }>([...until, '2999-12-31'], env);
    assert.deepEqual(Object.keys(token), ['id', 'token', 'until']);
    assert.equal(token.until, '2999-12-31');
    assert.equal(await exchange('relais', token.token), 200);
    await answerOf(['token', 'revoke', String(token.id)], env);
    assert.equal(await exchange('relais', token.token), 401);
    const endless = await answerOf<{ until: null }>(['token', 'add', 'relais'], env);
    assert.equal(endless.until, null);
    await refusal([...until, '2024-02-29'], env, /until: expected today or a later day/);
  });

  it('lists show everything but the secrets', async () => {
    interface Caller {
      readonly name: string;
      readonly webhook: string | null;
      readonly passwords: readonly { readonly id: number; readonly receipts: boolean }[];
    }
    const callers = await answerOf<Caller[]>(['caller', 'list'], env);
    const idsOf = (all: Caller['passwords']) =>
      all.map(({ id, receipts }) => (receipts ? `${id} receipts` : `${id}`));
    assert.deepEqual(
      callers.map(({ name, webhook, passwords }) => [name, webhook, ...idsOf(passwords)]),
      [
        ['site', null, '1'],
        ['Agence', 'https://hooks.example.org/in', '2', '4', '5 receipts'],
        ['Sans', null, '3'],
      ],
    );
    const partners = await answerOf<{ slug: string; tokens: object[] }[]>(['partner', 'list'], env);
    assert.equal(partners.map(({ slug, tokens }) => `${slug} ${tokens.length}`).join(), 'partner 1,relais 3');
    assert.doesNotMatch(JSON.stringify([callers, partners]), /pw_|tok_|whsec_/);
  });

  it('for a person a command prints lines, and says that a secret is shown once', async () => {
    const printed: [string[], RegExp][] = [
      [['password', 'add', 'Sans'], /^Password 6 of Sans, scope full: pw_\S+\n +Shown this once/],
      [['token', 'add', 'relais'], /^Token \d+ of relais: tok_\S+\n +Good until: no end\n +Shown this once/],
      [['partner', 'add', 'autre'], /^Partner 3: autre\n +Token \d+: tok_\S+\n +Shown this once/],
      [['caller', 'list'], /^ID +NAME +WEBHOOK +PASSWORD +SCOPE +ORIGINS +ADDED +REVOKED$/m],
      [['caller', 'list'], /^2 +Agence .* 4 +full +any +\S+ +since \d{4}-\d\d-\d\d$/m],
      [['partner', 'list'], /^ID +SLUG +TOKEN +UNTIL +ADDED +REVOKED\n1 +partner/],
    ];
    for (const [args, lines] of printed) {
      const { code, stdout, stderr } = await direct(args, env);
      assert.equal(code, 0, stderr);
      assert.match(stdout, lines);
    }
  });

  it('a name that is taken or unknown is refused with a sentence', async () => {
    await refusal(['caller', 'add', 'Agence'], env, /A caller named Agence is already there/);
    await refusal(['password', 'add', 'Personne'], env, /There is no caller Personne/);
    await refusal(['password', 'add', '99'], env, /There is no caller 99/);
    await refusal(['partner', 'add', 'relais'], env, /A partner relais is already there/);
    await refusal(['partner', 'add', 'Un Relais'], env, /A slug has/);
    await refusal(['token', 'add', 'personne'], env, /There is no partner personne/);
    await refusal(['token', 'revoke', '99'], env, /There is no token 99 in use/);
  });
});
