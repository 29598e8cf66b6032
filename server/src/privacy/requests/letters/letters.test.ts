import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../../../test/fixtures/answers.ts';
import { type Desk, signIn } from '../../../../test/fixtures/desk.ts';
import { addEndpoint, send } from '../../../../test/fixtures/entry-events.ts';
import { findPerson } from '../../../../test/fixtures/find-person.ts';
import { assertFrench, textOfPage } from '../../../../test/fixtures/french-page.ts';
import {
  closing,
  eraseDecided,
  newRequest,
  openRequest,
  planOf,
  wholly,
} from '../../../../test/fixtures/privacy.ts';
import {
  assertFailure,
  onSqlite,
  startService,
  type TestService,
} from '../../../../test/fixtures/service.ts';

onSqlite('letters to a person who asks', (engine) => {
  let service: TestService;
  let officer: Desk;
  before(async () => {
    service = await startService(engine);
    await addEndpoint(service);
    officer = await signIn(service, [{ role: 'privacy', establishmentId: null }], 'Nadia Petit');
    await ok(
      officer.patch('/desk/privacy/register/controller', { text: 'Groupe Loire, 1 rue des Lilas, Angers' }),
    );
  });
  after(() => service.close());

  const pathOf = (id: number) => `/desk/privacy/requests/${id}`;
  const offered = async (id: number): Promise<string[]> => (await officer.get(pathOf(id))).json().letters;
  /** The letter as it is read, which must speak French words alone. */
  async function written(id: number, letter: string): Promise<string> {
    const answer = await officer.get(`${pathOf(id)}/letters/${letter}`);
    assert.equal(answer.statusCode, 200, answer.body);
    assert.match(String(answer.headers['content-security-policy']), /default-src 'none'.*sandbox/);
    // How to reply is as the officer wrote it.
    assertFrench(answer.body.replace(newRequest.person, ''));
    return textOfPage(answer.body);
  }
  const decide = (id: number, decision: string, ground?: string) =>
    ok(officer.patch(pathOf(id), { ...closing, decision, ...(ground && { ground }) }));
  const complaint = /CNIL, 3 place de Fontenoy, TSA 80715, 75334 Paris Cedex 07.*tribunal judiciaire/;

  it('a letter of receipt says by when an answer comes, and what is missing', async () => {
    const guardian = {
      ...newRequest,
      asker: 'guardian',
      represented: 'Odette Garnier',
      authority: 'Jugement',
    };
    const id = (await officer.post('/desk/privacy/requests', guardian)).json().id;
    assert.deepEqual(await offered(id), ['receipt']);
    const text = await written(id, 'receipt');
    assert.match(text, /Groupe Loire, 1 rue des Lilas, Angers\n/);
    assert.match(text, /Claire Durand, claire\.durand@example\.org/);
    assert.match(
      text,
      /le 04\/03\/2026, par e-mail, une demande d’effacement \(article 17 du RGPD\), pour Odette Garnier/,
    );
    assert.match(text, /nous assurer de votre identité/);
    assert.match(text, /au plus tard le 04\/04\/2026, comme le prévoit l’article 12\(3\)/);
    assertFailure(
      await officer.get(`${pathOf(id)}/letters/refusal`),
      409,
      'CONFLICT',
      /^letter: expected receipt/,
    );
    const own = (await officer.post('/desk/privacy/requests', { ...newRequest, asker: 'controller' })).json()
      .id;
    assert.deepEqual(await offered(own), []);
  });

  it('a letter says that it takes longer, and why', async () => {
    const id = await openRequest(officer, [], { kind: 'access' });
    await ok(officer.patch(pathOf(id), { extensionReason: 'Trois résidences à interroger.' }));
    assert.deepEqual(await offered(id), ['receipt', 'extension']);
    const text = await written(id, 'extension');
    assert.match(text, /prolonger d’une durée de deux mois/);
    assert.match(text, /Trois résidences à interroger\.\n/);
    assert.match(text, /au plus tard le 04\/06\/2026/);
    assert.match(text, complaint);
  });

  it('a letter says that nothing is held, and by what was searched', async () => {
    const id = await openRequest(officer, [], { kind: 'access' });
    await findPerson(officer, { email: 'personne@example.org', lastName: 'Vauclair' });
    await ok(officer.post(`${pathOf(id)}/searches`, { criteria: ['email', 'lastName'] }));
    await decide(id, 'nothing');
    const text = await written(id, 'nothing');
    assert.match(text, /Nous avons cherché le 04\/03\/2026, .*\(adresse e-mail, nom\)/);
    assert.match(text, /Nous ne détenons aucune donnée vous concernant/);
    assert.match(text, complaint);
    assert.doesNotMatch(text, /Vauclair|personne@/);
    const proof = await officer.get(`${pathOf(id)}/proof.html`);
    assertFrench(proof.body);
    assert.match(textOfPage(proof.body), /Rien n’a été trouvé/);
    assert.match(textOfPage(proof.body), /Nadia Petit\nadresse e-mail, nom\n/);
  });

  it('a refusal has its grounds, and says where to complain', async () => {
    const entryId = await send(service, 'refused', { firstNameClient: 'Simone' });
    const id = await openRequest(officer, [entryId]);
    await ok(
      officer.patch(`${pathOf(id)}/entries/${entryId}`, { state: 'refused', reason: 'Litige en cours' }),
    );
    await decide(id, 'refused', 'Ces données sont nécessaires à une procédure.');
    assert.deepEqual(await offered(id), ['refusal']);
    const text = await written(id, 'refusal');
    assert.match(text, /Ces données sont nécessaires à une procédure\.\n/);
    assert.match(text, new RegExp(`Fiche nº ${entryId} : Litige en cours`));
    assert.match(text, complaint);
  });

  it('an answer says what is enclosed, what was erased, and who was told', async () => {
    const read = await send(service, 'read', { firstNameClient: 'Simone' });
    const access = await openRequest(officer, [read], { kind: 'access' });
    assert.equal((await officer.get(`${pathOf(access)}/export.zip`)).statusCode, 200);
    await decide(access, 'granted');
    assert.deepEqual(await offered(access), ['answer']);
    const enclosed = await written(access, 'answer');
    assert.match(enclosed, /ci-joint les données que nous détenons \(1 fiche\)/);
    assert.match(enclosed, /article 15\(1\) du RGPD/);
    assert.match(enclosed, complaint);

    const gone = await send(service, 'gone', { firstNameClient: 'Simone' });
    const erasure = await openRequest(officer, [gone]);
    const { digest } = await planOf(officer, [gone]);
    const act = { subjects: wholly([gone]), digest, word: 'EFFACER', requestId: erasure };
    await ok(officer.post('/desk/privacy/erasures', act));
    await eraseDecided(service);
    await decide(erasure, 'granted');
    const erased = await written(erasure, 'answer');
    assert.match(erased, new RegExp(`effacé les données demandées, dans la fiche nº ${gone}`));
    assert.match(erased, /sauvegardes, .* au plus tard le 03\/04\/2026/);
    assert.match(erased, /Nous en avons averti ceux à qui ces données avaient été transmises : site\./);
  });

  it('each other right is answered in its own words', async () => {
    const said = {
      portability: /forme structurée \(JSON\)/,
      rectification: /Nous avons rectifié les données/,
      opposition: /plus à des fins commerciales\. Pour la respecter, nous gardons pendant 3 ans/,
      limitation: /limité jusqu’au 31\/12\/2026 : nous la conservons sans l’utiliser/,
    };
    for (const [kind, words] of Object.entries(said)) {
      const entryId = await send(service, `other-${kind}`, { firstNameClient: 'Simone' });
      const id = await openRequest(officer, [entryId], { kind });
      const requestId = id;
      if (kind === 'portability')
        assert.equal((await officer.get(`${pathOf(id)}/export.zip`)).statusCode, 200);
      if (kind === 'rectification')
        await ok(officer.patch(`/desk/privacy/entries/${entryId}`, { requestId, comment: 'Juste' }));
      if (kind === 'opposition')
        await ok(officer.post('/desk/privacy/objections', { email: 'claire@example.org', requestId }));
      if (kind === 'limitation') {
        const hold = { kind, reason: 'Exactitude contestée', until: '2026-12-31', requestId };
        await ok(officer.post(`/desk/privacy/entries/${entryId}/holds`, hold));
      }
      await decide(id, 'granted');
      assert.match(await written(id, 'answer'), words);
      assertFrench((await officer.get(`${pathOf(id)}/proof.html`)).body);
    }
  });
});
