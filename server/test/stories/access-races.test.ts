// Two who change the same thing at once: what comes out is what one after the other would have led to.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { TOTP, URI } from 'otpauth';
import type { AuditLine } from '../fixtures/audit-lines.ts';
import { administrator, type Desk, deskPassword, deskPasswordHash, signIn } from '../fixtures/desk.ts';
import { roundsOf } from '../fixtures/rounds.ts';
import { execute, number } from '../fixtures/rows.ts';
import { assertFailure, onBothEngines, startService, type TestService } from '../fixtures/service.ts';

const rounds = roundsOf(20);
const chosen = (n: number) => `une phrase toute neuve numéro ${n}`;

const attempt = (service: TestService, email: string, password: string) =>
  service.post('/desk/session', { email, password }, { 'sec-fetch-site': 'same-origin' });
const accept = (service: TestService, token: string, password: string) =>
  service.post('/desk/invitation', { token, password }, { 'sec-fetch-site': 'same-origin' });

async function inviteAgain(by: Desk, userId: number): Promise<string> {
  return (await by.post(`/desk/users/${userId}/invitation`)).json<{ token: string }>().token;
}

/** Of a password that takes longer to check than anything else takes. */
const slowHash = deskPasswordHash({ memory: 19_456, passes: 40 });
const slowDown = ({ database }: TestService, { userId }: Desk) =>
  execute(database, `update users set password_hash = '${slowHash}' where id = ${userId}`);

onBothEngines('at the same time', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());
  const count = (what: string) => number(service.database, `select count(*) from ${what}`);

  it('no session begins with a password that has just been changed', async () => {
    for (let round = 0; round < rounds; round++) {
      const desk = await signIn(service);
      let isChanged = false;
      const cookies: string[] = [];
      const signInAgain = async () => {
        while (!isChanged) {
          const answer = await attempt(service, desk.email, deskPassword);
          if (answer.statusCode !== 200) return;
          cookies.push(answer.cookies.map(({ name, value }) => `${name}=${value}`).join());
        }
      };
      const change = async () => {
        const body = { current: deskPassword, next: chosen(round) };
        assert.equal((await desk.put('/desk/session/password', body)).statusCode, 200);
        isChanged = true;
      };
      await Promise.all([change(), ...Array.from({ length: 4 }, signInAgain)]);
      for (const cookie of cookies)
        assertFailure(await service.get('/desk/session', { cookie }), 401, 'UNAUTHORIZED');
    }
  });

  it('an invitation is good once', async () => {
    const by = await signIn(service);
    const { userId, email } = await signIn(service);
    for (let round = 0; round < rounds; round++) {
      const token = await inviteAgain(by, userId);
      const answers = await Promise.all([1, 2].map((n) => accept(service, token, chosen(n))));
      assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 401]);
      const taken = chosen(answers[0]?.statusCode === 200 ? 1 : 2);
      assert.equal((await attempt(service, email, taken)).statusCode, 200);
    }
  });

  it('after a reset, who knows the password before changes neither it nor two-step sign-in', async () => {
    const by = await signIn(service);
    for (const [path, body, field] of [
      ['password', { current: deskPassword, next: chosen(1) }, /^current:/],
      ['totp/off', { password: deskPassword }, /^password:/],
      ['totp/recovery-codes', { password: deskPassword }, /^password:/],
    ] as const) {
      const hasTotp = path.startsWith('totp');
      const desk = await signIn(service);
      if (hasTotp) {
        const { uri } = (await desk.post('/desk/session/totp', { password: deskPassword })).json();
        const app = URI.parse(uri);
        assert.ok(app instanceof TOTP);
        const code = app.generate({ timestamp: service.clock.now.getTime() });
        assert.equal((await desk.put('/desk/session/totp', { code })).statusCode, 200);
      }
      const token = await inviteAgain(by, desk.userId);
      await slowDown(service, desk);
      const change = hasTotp ? desk.post : desk.put;
      const [late, reset] = await Promise.all([
        change(`/desk/session/${path}`, body),
        accept(service, token, chosen(2)),
      ]);
      assert.equal(reset.statusCode, 200);
      assertFailure(late, 400, 'INVALID', field);
      const again = await attempt(service, desk.email, chosen(2));
      if (hasTotp) assertFailure(again, 401, 'UNAUTHORIZED', /^code:/);
      else assert.equal(again.statusCode, 200);
    }
  });

  it('a user who is disabled gets no session', async () => {
    const by = await signIn(service);
    for (let round = 0; round < rounds; round++) {
      const { userId, email } = await signIn(service);
      const disable = (disabled: boolean) => by.patch(`/desk/users/${userId}`, { disabled });
      await Promise.all([disable(true), ...[1, 2, 3].map(() => attempt(service, email, deskPassword))]);
      assert.equal(await count(`sessions where user_id = ${userId}`), 0);
    }
  });

  it('two changes of grants at once: one stands, not both', async () => {
    const desks = [await signIn(service), await signIn(service)];
    const { userId } = await signIn(service);
    const given = [3, 5].map((establishmentId) => [administrator, { role: 'reader', establishmentId }]);
    for (let round = 0; round < rounds; round++) {
      await Promise.all(desks.map((desk, n) => desk.patch(`/desk/users/${userId}`, { grants: given[n] })));
      assert.equal(await count(`grants where user_id = ${userId}`), 2);
    }
  });

  it('the last two administrators at once: one remains', async () => {
    for (let round = 0; round < rounds; round++) {
      const first = await signIn(service);
      const second = await signIn(service);
      for (const one of (await first.get('/desk/users')).json<{ data: { id: number }[] }>().data)
        if (one.id !== first.userId && one.id !== second.userId)
          await first.patch(`/desk/users/${one.id}`, { disabled: true });
      const grants = [{ role: 'reader', establishmentId: null }];
      await Promise.all([
        first.patch(`/desk/users/${second.userId}`, round % 2 === 0 ? { grants } : { disabled: true }),
        second.patch(`/desk/users/${first.userId}`, { grants }),
        // Giving an administrator the same role again takes no right away.
        second.patch(`/desk/users/${second.userId}`, { grants: [administrator] }),
      ]);
      const administrators =
        "users where disabled_at is null and exists (select 1 from grants where user_id = users.id and role = 'administrator')";
      assert.ok((await count(administrators)) >= 1);
    }
  });

  it('an endpoint that both switch on is switched on once', async () => {
    const desk = await signIn(service);
    const added = await desk.post('/desk/callers/1/endpoints', { url: 'https://hooks.example.org/x' });
    const { id } = added.json<{ id: number }>();
    const turn = (state: string) => desk.patch(`/desk/endpoints/${id}`, { state });
    for (let round = 0; round < rounds; round++) {
      await turn('off');
      await Promise.all([turn('on'), turn('on'), turn('on')]);
    }
    const { data } = (await desk.get('/desk/audit?action=changed&subject=endpoint&limit=100')).json<{
      data: AuditLine[];
    }>();
    assert.equal(data.length, Math.min(2 * rounds, 100));
  });

  it('an export that is switched off stays off when its names are changed', async () => {
    const desk = await signIn(service);
    const patch = (body: object) => desk.patch('/desk/conversions', body);
    for (let round = 0; round < rounds; round++) {
      await patch({ on: true });
      await Promise.all([patch({ on: false }), patch({ consentAssured: round % 2 === 0 })]);
      assert.equal((await desk.get('/desk/conversions')).json<{ on: boolean }>().on, false);
    }
  });
});
