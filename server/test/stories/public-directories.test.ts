import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../fixtures/answers.ts';
import { untilNotified } from '../fixtures/change-notifications.ts';
import { newPassword } from '../fixtures/credentials.ts';
import { execute } from '../fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../fixtures/service.ts';

const confidential = ['iban', 'bic', 'banque', 'sepa', 'urssafRef', 'urssafNum'] as const;
const paths = {
  groups: ['/fr/etablissements/group_a'],
  show: ['/fr/etablissement/show/3'],
  jobs: ['/fr/jobs', '/fr/jobs/group_a', '/fr/jobs?etablissement=3'],
};
const others = ['/fr/customId/x', '/fr/commercial/checkPhone?phone=0199001234', '/fr/statscontact/2026'];
const withQuery = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`;

type Shown = Readonly<Record<string, unknown>>;

onSqlite('directories that are public', (engine) => {
  let service: TestService;
  let browser: string;
  before(async () => {
    service = await startService(engine, { PASSWORD_OPTIONAL_ON: 'groups,show,jobs' });
    browser = (await newPassword(service, 'browser')).password;
    const details = JSON.stringify({
      city: 'Saumur',
      ...Object.fromEntries(confidential.map((name) => [name, `secret ${name}`])),
    });
    await untilNotified(service.database, 'residences', () =>
      execute(service.database, `update establishments set details = '${details}' where id = 3`),
    );
  });
  after(() => service.close());

  for (const path of Object.values(paths).flat())
    it(`${path} is public, without what only callers may see`, async () => {
      for (const query of ['', 'password=']) {
        const { etablissements, ...one } = await ok<Shown & { etablissements?: Shown[] }>(
          service.get(withQuery(path, query)),
        );
        const shown = etablissements?.find(({ id }) => id === 3) ?? one;
        assert.equal(shown.city, 'Saumur');
        for (const name of confidential) assert.equal(shown[name], '');
      }
      const { body } = await service.get(withQuery(path, service.query));
      for (const name of confidential) assert.ok(body.includes(`"${name}":"secret ${name}"`), name);
      assertFailure(await service.get(withQuery(path, 'password=pw_none')), 401, 'UNAUTHORIZED');
      assertFailure(await service.get(withQuery(path, `password=${browser}`)), 403, 'FORBIDDEN');
    });

  it('nothing but the directories is public', async () => {
    for (const path of others) assertFailure(await service.get(path), 401, 'UNAUTHORIZED');
    assertFailure(await service.post('/fr/announcement/postuler', {}), 401, 'UNAUTHORIZED');
  });

  it('each directory is public by itself', async (t) => {
    const alone = await startService(engine, { PASSWORD_OPTIONAL_ON: 'show' });
    t.after(() => alone.close());
    for (const path of Object.values(paths).flat())
      assert.equal((await alone.get(path)).statusCode, paths.show.includes(path) ? 200 : 401, path);
  });
});
