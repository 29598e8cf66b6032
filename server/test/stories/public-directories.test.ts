import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
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

  for (const path of Object.values(paths).flat()) {
    describe(path, () => {
      it('answers without a password, but not what only callers may see', async () => {
        for (const query of ['', 'password=']) {
          const answer = await service.get(withQuery(path, query));
          assert.equal(answer.statusCode, 200, answer.body);
          assert.doesNotMatch(answer.body, /secret/);
          const shown =
            answer.json().etablissements?.find(({ id }: { id: number }) => id === 3) ?? answer.json();
          assert.equal(shown.city, 'Saumur');
          for (const name of confidential) assert.equal(shown[name], '');
        }
      });

      it('answers everything with one', async () => {
        const { body } = await service.get(withQuery(path, service.query));
        for (const name of confidential) assert.ok(body.includes(`"${name}":"secret ${name}"`), name);
      });

      it('refuses a wrong one, and one of another scope', async () => {
        assertFailure(await service.get(withQuery(path, 'password=pw_none')), 401, 'UNAUTHORIZED');
        assertFailure(await service.get(withQuery(path, `password=${browser}`)), 403, 'FORBIDDEN');
      });
    });
  }

  it('are those alone', async () => {
    for (const path of others) assertFailure(await service.get(path), 401, 'UNAUTHORIZED');
    assertFailure(await service.post('/fr/announcement/postuler', {}), 401, 'UNAUTHORIZED');
    assertFailure(await service.post('/fr/etablissement/3/survey/create', {}), 401, 'UNAUTHORIZED');
  });
});

onSqlite('directories of which one is public', (engine) => {
  for (const [open, its] of Object.entries(paths)) {
    it(open, async () => {
      const service = await startService(engine, { PASSWORD_OPTIONAL_ON: open });
      try {
        for (const path of Object.values(paths).flat()) {
          const answer = await service.get(path);
          assert.equal(answer.statusCode, its.includes(path) ? 200 : 401, path);
        }
      } finally {
        await service.close();
      }
    });
  }
});
