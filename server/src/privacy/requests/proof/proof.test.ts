import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { ok } from '../../../../test/fixtures/answers.ts';
import { administrator, type Desk, signIn } from '../../../../test/fixtures/desk.ts';
import { addEndpoint, send } from '../../../../test/fixtures/entry-events.ts';
import { assertFrench } from '../../../../test/fixtures/french-page.ts';
import { closing, eraseDecided, openRequest, planOf, wholly } from '../../../../test/fixtures/privacy.ts';
import { confirmRules, runNow } from '../../../../test/fixtures/retention.ts';
import { execute, number } from '../../../../test/fixtures/rows.ts';
import { onSqlite, startService, type TestService } from '../../../../test/fixtures/service.ts';
import { newestEntry } from '../../../../test/fixtures/stored-entry.ts';
import { dayMs } from '../../../clock.ts';
import { expireErasures } from '../../erase/erase-due.ts';
import { type Proof, proofOf as readProof } from './proof.ts';

onSqlite('proof of a request', (engine) => {
  let service: TestService;
  let officer: Desk;
  let staff: Desk;
  before(async () => {
    service = await startService(engine, { BACKUP_DAYS: '10' });
    await addEndpoint(service);
    officer = await signIn(service, [{ role: 'privacy', establishmentId: null }], 'Nadia Petit');
    staff = await signIn(service, [administrator]);
  });
  after(() => service.close());

  const proofOf = (requestId: number): Promise<Proof> =>
    readProof(service.database.background, requestId, { ...service.config, now: service.clock.now });

  const decide = async (entryIds: readonly number[], requestId: number) => {
    const { digest } = await planOf(officer, entryIds);
    const act = { subjects: wholly(entryIds), digest, word: 'EFFACER', requestId };
    return ok<{ pending: number }>(officer.post('/desk/privacy/erasures', act));
  };

  it('a proof says what was done, who knows, and until when exports and backups have it', async () => {
    const person = { firstNameClient: 'Canary', comment: 'Canary', phoneClient: '06 39 98 77 77' };
    const done = await send(service, 'done', person);
    const refused = await send(service, 'refused', person);
    await service.exchange('/appli/partner/orientation', { 'PersonneAgee / Nom': 'Canary' });
    const orientation = await newestEntry(service.database);
    const csv = await staff.get('/desk/entries.csv?kind=commercial');
    assert.equal(csv.statusCode, 200);
    await staff.get('/desk/entries.csv?kind=survey');

    const request = {
      kind: 'erasure',
      asker: 'self',
      person: 'Canary Martin',
      receivedOn: '2026-03-01',
      channel: 'letter',
    };
    const requestId = (await officer.post('/desk/privacy/requests', request)).json().id;
    const path = `/desk/privacy/requests/${requestId}`;
    await officer.patch(path, { identityKind: 'in-person', identityCheck: 'Canary rappelée' });
    const people = ['entry'];
    const entries = [done, refused, orientation].map((entryId) => ({ entryId, people }));
    await officer.post(`${path}/entries`, { entries });
    const hold = { kind: 'hold', reason: 'Canary', until: '2026-12-31' };
    await officer.post(`/desk/privacy/entries/${refused}/holds`, hold);
    await officer.patch(`${path}/entries/${refused}`, { state: 'refused', reason: 'Litige en cours' });
    assert.equal((await officer.get(`${path}/export.zip`)).statusCode, 200);
    for (const id of [done, orientation]) assert.equal((await decide([id], requestId)).pending, 1);
    await eraseDecided(service);
    service.clock.now = new Date('2026-03-04T09:10:00.000Z');
    await staff.get('/desk/entries.csv?kind=survey');
    await officer.patch(path, { ...closing, decision: 'partial', ground: 'Litige en cours' });

    const [before = '', afterwards = ''] = ['20260304T085959000Z', '20260305T090000000Z'].map(
      (time) => `accueil.db.before-restore-${time}`,
    );
    const { dataDir } = service.config;
    mkdirSync(dataDir, { recursive: true });
    for (const name of [before, afterwards]) writeFileSync(join(dataDir, name), '');
    const proof = await proofOf(requestId);
    assert.deepEqual(
      proof.entries.map(({ entryId, state, reason, hold, erasures }) => [
        entryId,
        state,
        reason,
        hold && [hold.kind, hold.until],
        erasures.length,
      ]),
      [
        [done, 'done', null, undefined, 1],
        [refused, 'refused', 'Litige en cours', ['hold', '2026-12-31'], 0],
        [orientation, 'done', null, undefined, 1],
      ],
    );
    const recipient = 'site';
    assert.deepEqual(proof.told, [{ entryId: done, recipient, event: 'erased', state: 'pending', at: null }]);
    assert.deepEqual(proof.toTell, [
      { entryId: orientation, recipient: 'Partenaire partner', why: 'no-webhook' },
    ]);
    assert.deepEqual(
      proof.exports.map(({ what, kind, count }) => [what, kind, count]),
      [
        ['request', null, 2],
        ['list', 'commercial', 3],
      ],
    );
    assert.deepEqual(proof.backups, {
      days: 10,
      until: '2026-03-14',
      kept: [{ name: before, until: '2026-03-04T08:59:59.000Z' }],
    });
    assert.deepEqual(
      proof.steps.map(({ step }) => step),
      [
        ...['received', 'identity', 'linked', 'changed', 'exported', 'erasure-decided', 'erasure-decided'],
        ...['erased', 'erased', 'decided', 'answered', 'closed'],
      ],
    );

    const page = await officer.get(`${path}/proof.html`);
    assert.match(page.body, /<html lang="fr">/);
    for (const [name, value] of [
      ['Numéro', requestId],
      ['Droit exercé', 'Effacement'],
      ['Faite par', 'La personne concernée'],
      ['Reçue le', '01/03/2026'],
      ['Par', 'Courrier'],
      ['Identité', 'Vérifiée sur place'],
      ['À traiter avant le', '01/04/2026'],
      ['Décision', 'Accordée en partie'],
      ['Motif', 'Litige en cours'],
      ['Close le', '04/03/2026 10:10'],
    ])
      assert.ok(page.body.includes(`${name}</th><td>${value}</td>`), `${name}: ${value}`);
    assert.match(page.body, />3 fiches trouvées\.</);
    assert.match(page.body, /Litige en cours jusqu’au 31\/12\/2026/);
    assert.match(page.body, /au plus tard le 14\/03\/2026/);
    assert.match(
      page.body,
      /restauration les contiennent .* : accueil\.db\.before-restore-20260304T085959000Z \(04\/03\/2026\)\.</,
    );
    assert.match(page.body, /Décidée le<\/th><td>04\/03\/2026 10:10/);
    assert.match(page.body, /Répondu le<\/th><td>04\/03\/2026<.*\n.*Réponse par<\/th><td>E-mail/);
    assert.match(page.body, /Nadia Petit<\/td><td>Effacement d’une fiche décidé/);
    assert.match(page.body, /Effacement : décidé le 04\/03\/2026 10:00, fait le 04\/03\/2026/);
    assertFrench(page.body.replaceAll('Partenaire partner', ''));
    assert.ok(!/canary|639987777/i.test(page.body), 'the proof names the person');
  });

  it('a proof lists no export that was made after the erasure', async () => {
    const survey = 'etablissement/3/survey/create';
    service.clock.now = new Date('2026-03-04T09:11:00.000Z');
    const id = await send(service, 'exported', { firstName: 'Canary' }, survey);
    const list = () => staff.get('/desk/entries.csv?kind=survey');
    await list();
    const requestId = await openRequest(officer, [id]);
    service.clock.now = new Date('2026-03-04T09:12:00.000Z');
    await decide([id], requestId);
    await eraseDecided(service);
    service.clock.now = new Date('2026-03-04T09:14:00.000Z');
    await list();
    const { exports } = await proofOf(requestId);
    assert.deepEqual(exports, [
      { at: '2026-03-04T09:11:00.000Z', by: 'Hélène Faure', what: 'list', kind: 'survey', count: 1 },
    ]);
  });

  it('whose delivery failed is to be told by letter', async () => {
    const id = await send(service, 'failed', { commercialrelations: [{ firstName: 'Canary' }] });
    const requestId = await openRequest(officer, [], { kind: 'rectification' });
    await officer.patch(`/desk/privacy/entries/${id}`, { requestId, comment: 'Juste' });
    const proof = () => proofOf(requestId);
    assert.deepEqual([(await proof()).told.length, (await proof()).toTell], [1, []]);
    await execute(
      service.database,
      `update outbox set state = 'failed', next_at = null, finished_at = '2026-03-04T09:10:00.000Z' where entry_id = ${id}`,
    );
    const { told, toTell, backups } = await proof();
    assert.deepEqual(told[0]?.state, 'failed');
    assert.deepEqual(toTell, [{ entryId: id, recipient: 'site', why: 'failed' }]);
    assert.equal(backups.until, null);
  });

  /** Every delivery arrives, and then so many days pass. */
  const deliverAndPass = async (days: number) => {
    const at = service.clock.now.toISOString();
    const delivered = `state = 'delivered', next_at = null, finished_at = '${at}'`;
    await execute(service.database, `update outbox set ${delivered} where state = 'pending'`);
    service.clock.now = new Date(service.clock.now.getTime() + days * dayMs);
    officer = await signIn(service, [{ role: 'privacy', establishmentId: null }]);
  };

  it('a caller without webhooks and the advertising account are to be told, nobody of a copy', async () => {
    await ok(
      service.post(`/fr/etablissement/3/commercial/create?${service.query}`, {
        firstNameClient: 'Canary',
      }),
    );
    const id = await newestEntry(service.database);
    const at = service.clock.now.toISOString();
    await execute(
      service.database,
      `insert into conversions (entry_id, milestone, converted_at, name, first_served_at)
       values (${id}, 'qualified', '${at}', 'x', '${at}')`,
    );
    const requestId = await openRequest(officer, [], { kind: 'rectification' });
    await officer.patch(`/desk/privacy/entries/${id}`, { requestId, fields: { firstNameClient: 'Simone' } });
    assert.deepEqual((await proofOf(requestId)).toTell, [
      { entryId: id, recipient: 'site', why: 'no-webhook' },
      { entryId: id, recipient: 'Google Ads', why: 'no-webhook' },
    ]);
    const copied = await openRequest(officer, [id], { kind: 'access' });
    await officer.patch(`/desk/privacy/requests/${copied}/entries/${id}`, { state: 'done' });
    const { told, toTell } = await proofOf(copied);
    assert.deepEqual([told, toTell], [[], []]);
  });

  it('a proof outlives the deliveries and the entries', async () => {
    const told = await send(service, 'told');
    await ok(service.post(`/fr/announcement/postuler?${service.query}`, { etablissementId: 3 }));
    const untold = await newestEntry(service.database);
    await staff.get('/desk/entries.csv?kind=postuler');
    service.clock.now = new Date(service.clock.now.getTime() + 1_000);
    const entryIds = [told, untold];
    const erasure = await openRequest(officer, entryIds);
    await decide(entryIds, erasure);
    await eraseDecided(service);
    const rectified = await send(service, 'rectified');
    const rectification = await openRequest(officer, [], { kind: 'rectification' });
    const correction = { requestId: rectification, comment: 'Juste' };
    assert.equal((await officer.patch(`/desk/privacy/entries/${rectified}`, correction)).statusCode, 200);
    await deliverAndPass(0);
    const before = [await proofOf(erasure), await proofOf(rectification)];
    assert.deepEqual(
      before.map((proof) => [proof.told.length, proof.toTell.length]),
      [
        [1, 1],
        [1, 0],
      ],
    );

    await deliverAndPass(184);
    for (let night = 0; night < 2; night++) await expireErasures(service.database, service.clock.now);
    await runNow(service);
    const kept = `privacy_request_steps where step = 'told' and request_id in (${erasure}, ${rectification})`;
    assert.equal(await number(service.database, `select count(*) from ${kept}`), 3, 'once for each entry');
    assert.equal(await number(service.database, 'select count(*) from outbox'), 0);
    assert.equal(await number(service.database, `select count(*) from entries where id = ${untold}`), 0);
    const after = [await proofOf(erasure), await proofOf(rectification)];
    const shown = ({ told, toTell, steps }: Proof) => ({ told, toTell, steps });
    assert.deepEqual(after.map(shown), before.map(shown));
    for (const [proof] of [before, after]) assert.ok(proof?.exports.some(({ kind }) => kind === 'postuler'));
  });

  it('a proof says that there may be older exports than the audit trail keeps', async () => {
    const id = await send(service, 'old');
    const requestId = await openRequest(officer, [id], { kind: 'access' });
    assert.equal((await proofOf(requestId)).moreExports, false);
    await deliverAndPass(367);
    await confirmRules(service, ['audit']);
    assert.equal((await proofOf(requestId)).moreExports, true);
  });
});
