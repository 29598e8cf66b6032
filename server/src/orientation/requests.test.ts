import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../test/fixtures/answers.ts';
import { newPartner } from '../../test/fixtures/credentials.ts';
import { entriesOf, entryOf } from '../../test/fixtures/orientation-rows.ts';
import { onSqlite, startService, type TestService } from '../../test/fixtures/service.ts';
import { entryCount } from '../../test/fixtures/stored-entry.ts';
import type { OrientationResult } from '../contract/orientation.ts';

const created = 'Demande enregistrée.';
const updated = 'Demande mise à jour.';
const unchanged = 'Demande déjà reçue à l’identique : rien n’a changé.';
const testNotice = 'Mode test : cette demande sera supprimée après 7 jours.';

/** The fields of a person: as a partner names them, as they are stored, and the value for the person of a number. */
const personFields: readonly (readonly [string, string, (n: number) => string])[] = [
  ['Civilite', 'civilite', () => 'contact.civility.mrs'],
  ['Nom', 'lastName', (n) => `Martin ${n}`],
  ['Prenom', 'firstName', (n) => `Claire ${n}`],
  ['Adresse', 'adresse', (n) => `${n} rue des Lilas`],
  ['AdresseComplementaire', 'AdresseComplementaire', (n) => `Appartement ${n}`],
  ['CodePostal', 'codePostal', (n) => `4900${n}`],
  ['Localite', 'ville', (n) => `Angers ${n}`],
  ['Email', 'email', (n) => `claire${n}@example.org`],
  ['Mobile', 'cellphone', (n) => `+3363998000${n}`],
  ['Telephone', 'phone', (n) => `+3319900000${n}`],
];
const sentOf = (person: string, n: number) =>
  Object.fromEntries(personFields.map(([name, , made]) => [`${person} / ${name}`, made(n)]));
const storedOf = (n: number, nameOf = (name: string) => name) =>
  Object.fromEntries(personFields.map(([, name, made]) => [nameOf(name), made(n)]));

onSqlite('orientation requests', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  async function send(body: unknown, path = '', headers: Record<string, string> = {}) {
    return ok<OrientationResult>(service.exchange(`/appli/partner/orientation${path}`, body, headers));
  }
  const numeroOf = (n: number) => `2026 / ${n}_000_001`;
  const phoneMatches = async (phone: string) =>
    (await service.get(`/fr/commercial/checkPhone?phone=${phone}&${service.query}`)).json<{ id: number }[]>();

  it('an orientation becomes a commercial entry with the elderly person as client', async () => {
    const numero = numeroOf(1);
    await send({
      etablissementId: 5,
      NumeroDemandeOrientationCR: numero,
      DateContact: '2026-02-20',
      GirEstime: 'GIR 1-2',
      BudgetMensuel: 2450.5,
      CommentaireContact: 'Sortie d’hôpital.',
      DelaiPlacementEstime: 'Immédiat',
      TypeAccueilSouhaite: 'commercial.sejourType.temporaire',
      UniteProtege: false,
      ...sentOf('Contact', 1),
      ...sentOf('PersonneAgee', 2),
      'PersonneAgee / Age': 88,
      'PersonneAgee / AnneeNaissance': '1938-02-11',
      ...sentOf('PersonneAgee2', 3),
      'PersonneAgee2 / Age': 84,
      'PersonneAgee2 / AnneeNaissance': '1941',
      Origine: { canal: 'hôpital' },
    });
    const { id, history, ...entry } = await entryOf(service, numero);
    assert.partialDeepStrictEqual(entry, {
      kind: 'commercial',
      type: 'commercial.type.organisme',
      establishment_id: 5,
      sejour_type: 'commercial.sejourType.temporaire',
      comment: 'Sortie d’hôpital.',
      contact_date: '2026-02-20',
      resultat: null,
      status: 'new',
      flagged: 0,
      test: 0,
    });
    assert.deepEqual(entry.fields, {
      dateFirstContact: '2026-02-20',
      delais: 'Immédiat',
      budget: '2450.5',
      GirEstime: 'GIR 1-2',
      UniteProtege: false,
      ...storedOf(2, (name) => (name === 'AdresseComplementaire' ? name : `${name}Client`)),
      ageClient: 88,
      birthdateClient: '1938-02-11',
    });
    assert.deepEqual(entry.relations, {
      0: storedOf(1),
      1: { ...storedOf(3), age: 84, AnneeNaissance: '1941' },
    });
    assert.deepEqual(entry.extra, { Origine: { canal: 'hôpital' } });
    assert.deepEqual(history, []);
    for (const phone of [1, 2, 3].flatMap((n) => [`019900000${n}`, `063998000${n}`])) {
      assert.deepEqual(
        (await phoneMatches(phone)).map((match) => match.id),
        [id],
        phone,
      );
    }
  });

  it('an orientation is created once for a number, then updated', async () => {
    const numero = numeroOf(2);
    const first = await send({ NumeroDemandeOrientationCR: numero, etablissementId: 1 });
    assert.equal(first.Messagetraitements, created);
    const second = await send({ NumeroDemandeOrientationCR: numero, GirEstime: 'GIR 3' });
    assert.deepEqual(second, { ...first, Messagetraitements: updated });
    assert.equal((await entriesOf(service, numero)).length, 1);
  });

  it('orientations without a number are new every time', async () => {
    const before = await entryCount(service.database);
    const first = await send({ etablissementId: 1, 'PersonneAgee / Nom': 'Petit' });
    const second = await send({ etablissementId: 1, 'PersonneAgee / Nom': 'Petit' });
    assert.equal(first.Messagetraitements, created);
    assert.equal(second.Messagetraitements, created);
    assert.notEqual(first.NumeroDemandeOrientationRES, second.NumeroDemandeOrientationRES);
    assert.equal(await entryCount(service.database), before + 2);
  });

  it('messages of one number at the same instant are one request', async () => {
    for (let round = 0; round < 3; round++) {
      const numero = numeroOf(1000 + round);
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          send({ NumeroDemandeOrientationCR: numero, etablissementId: 3, [`field-${i}`]: i }),
        ),
      );
      assert.equal(new Set(answers.map((answer) => answer.NumeroDemandeOrientationRES)).size, 1);
      assert.equal(answers.filter((answer) => answer.Messagetraitements === created).length, 1);
      const { extra } = await entryOf(service, numero);
      assert.equal(Object.keys(extra ?? {}).length, 20);
    }
  });

  it('the same number of another partner is another request', async () => {
    const other = await newPartner(service, 'autre');
    const numero = numeroOf(3);
    const ours = await send({ NumeroDemandeOrientationCR: numero, etablissementId: 1 });
    const answer = await service.post(
      '/appli/autre/orientation',
      { NumeroDemandeOrientationCR: numero, etablissementId: 4 },
      { authorization: `Bearer ${other.token}` },
    );
    assert.equal(answer.json().Messagetraitements, created);
    assert.notEqual(answer.json().NumeroDemandeOrientationRES, ours.NumeroDemandeOrientationRES);
    const establishments = (await entriesOf(service, numero)).map((entry) => entry.establishment_id);
    assert.deepEqual(establishments, [1, 4]);
  });

  it('orientations in test mode stand apart from real ones, statistics and phone check', async () => {
    const numero = numeroOf(4);
    const body = {
      NumeroDemandeOrientationCR: numero,
      etablissementId: 6,
      DateContact: '2011-05-05',
      'Contact / Mobile': '+33639980044',
    };
    const test = await send(body, '?test=1');
    assert.equal(test.Messagetraitements, `${created} ${testNotice}`);
    assert.deepEqual(await phoneMatches('0639980044'), []);
    const real = await send(body);
    assert.equal(real.Messagetraitements, created);
    assert.notEqual(real.NumeroDemandeOrientationRES, test.NumeroDemandeOrientationRES);
    await send({ ...body, GirEstime: 'GIR 4' }, '?test=1');
    const [testEntry, realEntry] = await entriesOf(service, numero);
    assert.deepEqual([testEntry?.test, testEntry?.fields.GirEstime], [1, 'GIR 4']);
    assert.deepEqual([realEntry?.test, realEntry?.fields.GirEstime], [0, undefined]);
    assert.deepEqual(
      (await phoneMatches('0639980044')).map(({ id }) => id),
      [realEntry?.id],
    );
    const statistics = await service.get(`/fr/statscontact/2011?${service.query}`);
    assert.equal(statistics.json().find(({ id }: { id: number }) => id === 6).total, 1);
  });

  it('an orientation for no establishment is refused, and not stored', async () => {
    const numero = numeroOf(5);
    const answer = await service.exchange('/appli/partner/orientation', {
      NumeroDemandeOrientationCR: numero,
      etablissementId: 2,
    });
    assert.equal(answer.statusCode, 400);
    assert.deepEqual(Object.keys(answer.json()), ['error']);
    assert.match(answer.json().error, /etablissementId/);
    assert.deepEqual(await entriesOf(service, numero), []);
  });

  it('an orientation sent again with its Idempotency-Key is known', async () => {
    const key = { 'idempotency-key': 'no-number' };
    const first = await send({ etablissementId: 1 }, '', key);
    const again = await send({ etablissementId: 1 }, '', key);
    assert.deepEqual(again, { ...first, Messagetraitements: unchanged });
    const other = await service.exchange('/appli/partner/orientation', { etablissementId: 3 }, key);
    assert.equal(other.statusCode, 409);
    assert.match(other.json().error, /Idempotency-Key/);
  });

  it('a late retry with its Idempotency-Key undoes no later message', async () => {
    const numero = numeroOf(6);
    const message = (gir: string) => ({ NumeroDemandeOrientationCR: numero, GirEstime: gir });
    await send(message('GIR 1'), '', { 'idempotency-key': 'm1' });
    await send(message('GIR 2'), '', { 'idempotency-key': 'm2' });
    const late = await send(message('GIR 1'), '', { 'idempotency-key': 'm1' });
    assert.equal(late.Messagetraitements, unchanged);
    const lateUpdate = await send(message('GIR 2'), '', { 'idempotency-key': 'm2' });
    assert.equal(lateUpdate.Messagetraitements, unchanged);
    assert.equal((await entryOf(service, numero)).fields.GirEstime, 'GIR 2');
    for (const key of ['m1', 'm2']) {
      const other = await service.exchange('/appli/partner/orientation', message('GIR 3'), {
        'idempotency-key': key,
      });
      assert.equal(other.statusCode, 409);
    }
    assert.equal((await entryOf(service, numero)).fields.GirEstime, 'GIR 2');
  });

  it('an orientation that is not valid is refused in the exchange’s shape', async () => {
    for (const [body, field] of [
      [{ TypeAccueilSouhaite: 'permanent' }, /TypeAccueilSouhaite/],
      [{ 'PersonneAgee2 / AnneeNaissance': '41' }, /PersonneAgee2 \/ AnneeNaissance/],
      [{ 'Contact / Email': 'claire' }, /Contact \/ Email/],
      [{ BudgetMensuel: -1 }, /BudgetMensuel/],
      [[], /body/],
    ] as const) {
      const answer = await service.exchange('/appli/partner/orientation', body);
      assert.equal(answer.statusCode, 400, answer.body);
      assert.deepEqual(Object.keys(answer.json()), ['error']);
      assert.match(answer.json().error, field);
    }
  });
});
