// Two entries of one family become one, and two again.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { recountContacts } from '../../src/entries/funnel/recount-contacts.ts';
import { ok } from '../fixtures/answers.ts';
import { type Desk, signIn } from '../fixtures/desk.ts';
import { addEndpoint, lookUp, send, storedEvents } from '../fixtures/entry-events.ts';
import { erase, openOfficer } from '../fixtures/privacy.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../fixtures/service.ts';
import { newestEntry } from '../fixtures/stored-entry.ts';

interface Shown {
  readonly version: number;
  readonly contactDate: string;
  readonly resultat: string | null;
  readonly followUp: string | null;
  readonly flagged: boolean;
  readonly fields: Record<string, unknown>;
  readonly relations: readonly { position: number; fields: Record<string, string>; extra: object }[];
  readonly actions: readonly {
    position: number;
    date: string;
    stage: string;
    author: string;
    done: boolean;
    outcome: string | null;
    comment: string | null;
    assigneeId: number | null;
  }[];
  readonly owner: { name: string } | null;
  readonly duplicates: readonly {
    id: number;
    words: string[];
    messages: { change: string; detail: object }[];
  }[];
  readonly history: readonly { change: string; detail: Record<string, unknown> }[];
}

onSqlite('two entries of one family', (engine) => {
  let service: TestService;
  let desk: Desk;
  let emilie: Desk;
  before(async () => {
    service = await startService(engine);
    await addEndpoint(service);
    desk = await signIn(service);
    emilie = await signIn(service, [{ role: 'commercial', establishmentId: 3 }], 'Émilie Roche');
  });
  after(() => service.close());

  let sent = 0;
  const lead = (body: Record<string, unknown> = {}, route?: string, query?: string) =>
    send(service, `u-${++sent}`, body, route, query);
  const form = 'etablissement/3/survey/create';
  const unite = (id: number, of: number | null, more = {}) =>
    desk.post(`/desk/entries/${id}/duplicate`, { of, ...more });
  async function united(id: number, of: number | null, more = {}) {
    return ok<{ stayed?: string[] }>(unite(id, of, more));
  }
  const show = async (id: number): Promise<Shown> => {
    const answer = await desk.get(`/desk/entries/${id}`);
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json();
  };
  async function change(id: number, body: object, by = desk) {
    await ok(by.patch(`/desk/entries/${id}`, body));
  }
  const visit = (date: string, more = {}) => ({ actions: [{ date, stage: 'Visite', done: false, ...more }] });
  const counted = async (year: number) =>
    (await service.get(`/fr/statscontact/${year}?${service.query}`))
      .json<{ id: number; total: number }[]>()
      .find(({ id }) => id === 3)?.total;
  const known = async (phone: string) =>
    (await service.get(`/fr/commercial/checkPhone?phone=${phone}&${service.query}`))
      .json<{ id: number }[]>()
      .map(({ id }) => id);
  async function blocksOf(id: number): Promise<string[]> {
    const { blocks } = (await desk.get('/desk/today')).json<{
      blocks: { name: string; data: { id: number }[] }[];
    }>();
    return blocks.filter(({ data }) => data.some((entry) => entry.id === id)).map(({ name }) => name);
  }

  for (const keeps of ['older', 'newer'] as const)
    it(`are one with all that was planned, all persons, phones and words, when the ${keeps} is kept`, async () => {
      const run = keeps === 'older' ? '1' : '2';
      const [home, mobile, daughter] = [`026191400${run}`, `063998401${run}`, `063998402${run}`];
      const older = await lead({
        dateFirstContact: '2025-12-20',
        lastNameClient: 'Martin',
        phoneClient: home,
        ageClient: 85,
        comment: 'Ma mère sort de l’hôpital.',
        commercialrelations: [
          { firstName: 'Claire', lastName: 'Durand', cellphone: daughter, lien: 'Fille' },
        ],
      });
      await change(older, visit('2026-03-04', { time: '14:00', assigneeId: emilie.userId }), emilie);
      await change(
        older,
        { actions: [{ date: '2026-03-03', stage: 'Prise de contact', comment: 'Jointe' }] },
        emilie,
      );
      await desk.post(`/desk/entries/${older}/owner`, { userId: emilie.userId });
      const newer = await lead({
        firstNameClient: 'Simone',
        lastNameClient: 'Martin',
        phoneClient: mobile,
        villeClient: 'Angers',
        comment: 'J’ai oublié : elle est à Angers.',
        commercialrelations: [
          { firstName: 'Claire', lastName: 'Durand', email: 'claire@example.org' },
          { firstName: 'Paul', lastName: 'Durand', phone: home },
        ],
      });
      const total = await counted(2025);
      const [kept, other] = keeps === 'older' ? [older, newer] : [newer, older];
      await united(other, kept);
      const entry = await show(kept);
      assert.deepEqual(
        entry.actions.map(({ date, stage, author, done, assigneeId }) => [
          date,
          stage,
          author,
          done,
          assigneeId,
        ]),
        [
          ['2026-03-04', 'Visite', 'Émilie Roche', false, emilie.userId],
          ['2026-03-03', 'Prise de contact', 'Émilie Roche', true, null],
        ],
      );
      assert.deepEqual(await blocksOf(kept), ['appointments']);
      const agenda = await desk.get('/desk/agenda?from=2026-03-04&to=2026-03-04');
      assert.deepEqual(
        agenda
          .json<{ data: { entryId: number }[] }>()
          .data.map(({ entryId }) => entryId)
          .filter((id) => id >= older),
        [kept],
      );
      assert.deepEqual(
        entry.relations.map(({ fields: { firstName, lastName } }) => `${firstName} ${lastName}`).toSorted(),
        // Her second number has no place among her own fields.
        ['Claire Durand', 'Paul Durand', ...(keeps === 'older' ? ['Simone Martin'] : [])],
      );
      const claire = entry.relations.find(({ fields }) => fields.firstName === 'Claire');
      assert.deepEqual(claire?.extra, { lien: 'Fille' });
      assert.equal(claire?.fields.email, 'claire@example.org');
      for (const phone of [home, mobile, daughter]) assert.deepEqual(await known(phone), [kept]);
      assert.deepEqual(
        [
          entry.contactDate,
          entry.followUp,
          entry.owner?.name,
          entry.fields.ageClient,
          entry.fields.villeClient,
        ],
        ['2025-12-20', 'planned', 'Émilie Roche', 85, 'Angers'],
      );
      assert.deepEqual(entry.duplicates[0]?.words, [
        keeps === 'older' ? 'J’ai oublié : elle est à Angers.' : 'Ma mère sort de l’hôpital.',
      ]);
      assert.equal(await counted(2025), total, 'a past year keeps its count');
      assert.equal(entry.history[0]?.change, 'united');
    });

  it('are told of to their callers as before, with the result of the one that is kept', async () => {
    const [kept, other] = [await lead(), await lead({ commercialactions: [{ date: '2026-03-01' }] })];
    const [ofKept, ofOther] = [`u-${sent - 1}`, `u-${sent}`];
    await change(other, visit('2026-03-06'));
    const told = async () => [
      (await storedEvents(service, kept)).length,
      (await storedEvents(service, other)).length,
    ];
    const [before, keptBefore, otherBefore] = [
      await told(),
      await lookUp(service, ofKept),
      await lookUp(service, ofOther),
    ];
    await united(other, kept);
    assert.deepEqual(await told(), before);
    assert.deepEqual(await lookUp(service, ofKept), keptBefore);
    assert.deepEqual(await lookUp(service, ofOther), otherBefore);
    // The visit that was taken over is told of when it is done.
    const [planned] = (await show(kept)).actions.filter(({ done }) => !done);
    await change(kept, { actions: [{ position: planned?.position, done: true, date: '2026-03-04' }] });
    assert.deepEqual(
      (await storedEvents(service, kept)).map(({ event }) => event),
      ['processed', 'action'],
    );
    await change(kept, { resultat: 'commercial.resultat.nosuite', motif: 'commercial.motif.autre' });
    assert.equal((await storedEvents(service, other)).at(-1)?.event, 'result');
    assert.equal((await lookUp(service, ofOther)).data.resultat, 'commercial.resultat.nosuite');
    await united(other, null);
    assert.deepEqual(await lookUp(service, ofOther), otherBefore);
  });

  it('tell the callers once of a result that is taken over, which cancels what was planned', async () => {
    const result = { resultat: 'commercial.resultat.refuse', motif: 'commercial.motif.dossierrefuse' };
    const stay = 'commercial.sejourType.temporaire';
    const [kept, other] = [await lead(), await lead({ ...result, sejourType: stay })];
    const ofKept = `u-${sent - 1}`;
    await change(kept, visit('2026-03-06'));
    const before = (await storedEvents(service, kept)).length;
    await united(other, kept);
    assert.deepEqual((await lookUp(service, ofKept)).data, {
      ...(await storedEvents(service, kept)).at(-1)?.data,
      ...result,
      sejourType: stay,
    });
    assert.deepEqual(
      (await storedEvents(service, kept)).slice(before).map(({ event }) => event),
      ['result'],
    );
    assert.equal((await storedEvents(service, other)).length, 0);
    assert.deepEqual(
      (await show(kept)).actions.map(({ outcome }) => outcome),
      ['cancelled'],
    );
    await united(other, null);
    const { resultat, actions } = await show(kept);
    assert.deepEqual([resultat, actions.map(({ outcome }) => outcome)], [null, [null]]);
    assert.equal((await storedEvents(service, other)).length, 0);
  });

  it('show what a partner sends about the one at the one that is kept, at once', async () => {
    const numero = '2026 / 100_000_001';
    const message = { NumeroDemandeOrientationCR: numero, etablissementId: 3, 'PersonneAgee / Nom': 'Petit' };
    assert.equal((await service.exchange('/appli/partner/orientation', message)).statusCode, 200);
    const request = await newestEntry(service.database);
    const kept = await lead();
    await change(kept, visit('2026-04-01'));
    await united(request, kept);
    assert.deepEqual(await blocksOf(kept), []);
    const followUp = { NumeroDemandeOrientationCR: numero, State: 'Conclu', Reason: 'Autre résidence' };
    for (const news of [
      () => service.exchange('/appli/partner/suivi', followUp),
      () => service.exchange('/appli/partner/orientation', { ...message, GirEstime: 'GIR 2' }),
    ]) {
      assert.equal((await news()).statusCode, 200);
      assert.deepEqual(await blocksOf(kept), ['orientations']);
      assert.equal((await show(kept)).flagged, true);
      await desk.post(`/desk/entries/${kept}/seen`);
    }
    assert.deepEqual(await blocksOf(kept), []);
    const [shown] = (await show(kept)).duplicates;
    assert.deepEqual(
      shown?.messages.map(({ change }) => change),
      ['updated', 'followup'],
    );
    assert.deepEqual(shown?.messages[1]?.detail, { state: 'Conclu', reason: 'Autre résidence' });
  });

  it('are one of those that both users may change, and fit together', async () => {
    const [id, other] = [await lead(), await lead()];
    assertFailure(await unite(id, id), 400, 'INVALID', /^of: expected another entry/);
    assertFailure(await unite(id, await lead({}, undefined, '&test=1')), 400, 'INVALID', /^of:/);
    assert.equal((await unite(id, other, { version: 99 })).statusCode, 409);
    assertFailure(await unite(id, other, { take: ['customId'] }), 400, 'INVALID', /^take\[0\]:/);
    const elsewhere = await lead({}, 'etablissement/5/commercial/create');
    assertFailure(
      await emilie.post(`/desk/entries/${id}/duplicate`, { of: elsewhere }),
      400,
      'INVALID',
      /^of:/,
    );
    assertFailure(await emilie.post(`/desk/entries/${elsewhere}/duplicate`, { of: id }), 404, 'NOTFOUND');
    const people = (from: number, n: number) => ({
      commercialrelations: Array.from({ length: n }, (_, i) => ({ lastName: `Personne ${from + i}` })),
    });
    const full = await lead(people(0, 15));
    assertFailure(await unite(await lead(people(100, 6)), full), 400, 'INVALID', /^of: expected at most 20/);
    await united(await lead(people(0, 15)), full);
    assert.equal((await show(full)).relations.length, 15);
    const calls = (n: number, text: string) => ({ commercialactions: Array(n).fill({ comment: text }) });
    const busy = await lead(calls(150, 'a'));
    assertFailure(await unite(await lead(calls(51, 'b')), busy), 400, 'INVALID', /^of: expected at most 200/);
    // Nobody would see an open complaint, or a job application, in a lead.
    const complaint = await lead({}, form, '&type=survey.type.complaint');
    const application = await lead({ etablissementId: 3 }, 'announcement/postuler');
    for (const hidden of [complaint, application])
      assertFailure(await unite(hidden, id), 400, 'INVALID', /^of:/);
    assertFailure(
      await unite(await lead({}, form), await lead({}, form, '&type=survey.type.survey')),
      400,
      'INVALID',
      /^of:/,
    );
  });

  it('keep apart persons who share a phone, and a client from another one', async () => {
    const phone = '02 61 91 44 01';
    const kept = await lead({ firstNameClient: 'Bernard', lastNameClient: 'Durand', phoneClient: phone });
    const other = await lead({
      firstNameClient: 'Odette',
      lastNameClient: 'Durand',
      phoneClient: phone,
      birthdateClient: '1938-05-17',
      delais: 'Immédiat',
      commercialrelations: [{ firstName: 'Bernard', lastName: 'Durand', phone }],
    });
    await united(other, kept, { take: ['delais'] });
    const { fields, relations } = await show(kept);
    assert.deepEqual(
      [fields.firstNameClient, fields.birthdateClient, fields.delais],
      ['Bernard', undefined, 'Immédiat'],
    );
    assert.deepEqual(
      relations.map((relation) => [relation.fields.firstName, relation.fields.birthdate]),
      [['Odette', '1938-05-17']],
    );
  });

  it('take over a preferred value, and lose no number by it', async () => {
    const kept = await lead({ lastNameClient: 'Petit', phoneClient: '02 61 91 44 02', budget: '2000' });
    const other = await lead({ lastNameClient: 'Petit', phoneClient: '02 61 91 44 03', budget: '2500' });
    await united(other, kept, { take: ['phoneClient', 'budget'] });
    const { fields } = await show(kept);
    assert.deepEqual([fields.phoneClient, fields.budget], ['02 61 91 44 03', '2500']);
    assert.deepEqual(await known('0261914402'), [kept]);
    await united(other, null);
    assert.deepEqual((await show(kept)).fields, {
      lastNameClient: 'Petit',
      phoneClient: '02 61 91 44 02',
      budget: '2000',
    });
  });

  it('are the lead and its contact form, whose sender is a person to call', async () => {
    const kept = await lead({ lastNameClient: 'Leroy' });
    const other = await lead(
      {
        firstName: 'Anne',
        lastName: 'Leroy',
        phone: '06 39 98 44 04',
        urgence: 'Immédiat',
        contact: 'Ma tante',
      },
      form,
    );
    await change(other, { actions: [{ date: '2026-03-04', outcome: 'reached' }] });
    await united(other, kept);
    const { relations, fields, duplicates, actions, followUp } = await show(kept);
    assert.deepEqual(relations[0]?.fields, { firstName: 'Anne', lastName: 'Leroy', phone: '06 39 98 44 04' });
    assert.deepEqual([fields.delais, duplicates[0]?.words], ['Immédiat', ['Ma tante']]);
    assert.deepEqual([actions[0]?.stage, followUp], ['Prise de contact', 'unplanned']);
  });

  it('wake and open the one that is kept while the other waits, and count in no other year by a form', async () => {
    const asleep = await lead({ dateFirstContact: '2026-01-05' });
    await desk.post(`/desk/entries/${asleep}/sleep`, {
      sleep: { until: '2026-06-01', reason: 'Vend sa maison' },
    });
    const closed = await lead({}, form);
    await desk.post(`/desk/entries/${closed}/processed`);
    await united(await lead({ dateFirstContact: '2026-01-06' }), asleep);
    await united(await lead({}, form), closed);
    assert.deepEqual(
      [(await show(asleep)).followUp, (await show(closed)).followUp],
      ['to-call', 'unplanned'],
    );
    const now = service.clock.now;
    service.clock.now = new Date('2025-11-30T09:00:00.000Z');
    const lastYear = await lead({}, form);
    service.clock.now = now;
    const total = await counted(2025);
    const kept = await lead();
    await united(lastYear, kept);
    assert.deepEqual([await counted(2025), (await show(kept)).contactDate], [total, '2026-03-04']);
  });

  it('give back what was taken over, but for what was changed since, which is named', async () => {
    const kept = await lead({ lastNameClient: 'Roux' });
    const other = await lead({
      lastNameClient: 'Roux',
      ageClient: 81,
      villeClient: 'Saumur',
      commercialrelations: [{ firstName: 'Luc' }, { firstName: 'Rose' }],
    });
    await change(other, visit('2026-03-06'));
    await change(other, visit('2026-03-09'));
    await united(other, kept);
    const { actions, relations } = await show(kept);
    const [done, rose] = [actions[0]?.position, relations[1]?.position];
    await change(kept, {
      fields: { ageClient: 82 },
      relations: [{ position: rose, phone: '06 39 98 44 05' }],
      actions: [{ position: done, done: true, date: '2026-03-04', comment: 'Conquise' }],
    });
    const { stayed } = await united(other, null);
    assert.deepEqual(stayed?.toSorted(), [`actions[${done}]`, 'ageClient', `relations[${rose}]`].toSorted());
    const after = await show(kept);
    assert.deepEqual(after.fields, { lastNameClient: 'Roux', ageClient: 82 });
    assert.deepEqual(
      after.actions.map(({ comment }) => comment),
      ['Conquise'],
    );
    assert.deepEqual(
      after.relations.map(({ fields }) => fields.firstName),
      ['Rose'],
    );
    assert.deepEqual(after.history[0]?.detail.stayed, stayed);
    assert.equal((await show(other)).actions.length, 2);
  });

  it('give nothing back that a third one has too, and bring nothing back that was dealt with', async () => {
    const [kept, first, second] = [
      await lead(),
      await lead({ villeClient: 'Angers', ageClient: 80 }),
      await lead({ villeClient: 'Angers', commercialrelations: [{ firstName: 'Luc' }] }),
    ];
    await change(second, visit('2026-03-06'));
    await united(first, kept);
    await united(second, kept);
    const [planned] = (await show(kept)).actions;
    await change(kept, { actions: [{ position: planned?.position, done: true, date: '2026-03-04' }] });
    await united(first, null);
    const { fields, actions, relations } = await show(kept);
    assert.deepEqual(fields, { villeClient: 'Angers' });
    assert.deepEqual([actions.map(({ done }) => done), relations.length], [[true], 1]);
    const { stayed } = await united(second, null);
    assert.deepEqual(stayed, [`actions[${planned?.position}]`]);
    const after = await show(kept);
    assert.deepEqual([after.fields, after.actions.length, after.relations.length], [{}, 1, 0]);
  });

  it('leave a united one alone: what is planned for it would stand in no list', async () => {
    const [kept, other] = [await lead(), await lead()];
    await united(other, kept);
    const plan = visit('2026-03-06');
    assertFailure(await desk.patch(`/desk/entries/${other}`, plan), 400, 'INVALID', /^id:/);
    assert.equal((await desk.patch(`/desk/entries/${other}`, { comment: 'Réunie' })).statusCode, 200);
  });

  it('are separated by the mark alone once one of them is erased, and then the partner’s news is of the other', async () => {
    const officer = await openOfficer(service);
    const numero = '2026 / 100_000_002';
    const message = { NumeroDemandeOrientationCR: numero, etablissementId: 3, 'PersonneAgee / Nom': 'Noir' };
    await service.exchange('/appli/partner/orientation', message);
    const request = await newestEntry(service.database);
    const [kept, erased] = [await lead(), await lead({ villeClient: 'Tours' })];
    await united(erased, kept);
    await erase(officer, erased);
    await united(erased, null);
    assert.equal((await show(kept)).fields.villeClient, 'Tours');
    await united(request, kept);
    await erase(officer, kept);
    const news = { NumeroDemandeOrientationCR: numero, State: 'Conclu' };
    assert.equal((await service.exchange('/appli/partner/suivi', news)).statusCode, 200);
    assert.deepEqual(await blocksOf(request), ['orientations']);
    assert.deepEqual(await recountContacts(service.database.read), []);
  });
});
