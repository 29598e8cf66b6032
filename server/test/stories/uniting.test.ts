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
    it(`united entries keep plans, persons, phones and words: the ${keeps} stays`, async () => {
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
      const planned = { date: '2026-03-04', stage: 'Visite', done: false, assigneeId: emilie.userId };
      const done = { date: '2026-03-03', stage: 'Prise de contact', comment: 'Jointe' };
      await change(older, { actions: [{ ...planned, time: '14:00' }, done] }, emilie);
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
        entry.actions.map(({ date, author, done, assigneeId }) => [date, author, done, assigneeId]),
        [
          ['2026-03-04', 'Émilie Roche', false, null],
          ['2026-03-03', 'Émilie Roche', true, null],
        ],
      );
      assert.deepEqual([await blocksOf(kept), await blocksOf(other)], [['appointments'], []]);
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

  it('uniting tells callers nothing; a visit taken over is told of once done', async () => {
    const [kept, other] = [await lead(), await lead()];
    const [ofKept, ofOther] = [`u-${sent - 1}`, `u-${sent}`];
    await change(other, visit('2026-03-06'));
    const known = async () => [await lookUp(service, ofKept), await lookUp(service, ofOther)];
    const before = await known();
    await united(other, kept);
    assert.deepEqual(await known(), before);
    const [planned] = (await show(kept)).actions;
    await change(kept, { actions: [{ position: planned?.position, done: true, date: '2026-03-04' }] });
    const told = async (id: number) => (await storedEvents(service, id)).map(({ event }) => event);
    const both = ['processed', 'action'];
    assert.deepEqual([await told(kept), await told(other)], [both, both]);
  });

  it('a result that is taken over is told once, and cancels what was planned', async () => {
    const result = { resultat: 'commercial.resultat.refuse', motif: 'commercial.motif.dossierrefuse' };
    const [kept, other] = [await lead(), await lead(result)];
    const ofKept = `u-${sent - 1}`;
    await change(kept, visit('2026-03-06'));
    const before = (await storedEvents(service, kept)).length;
    await united(other, kept);
    const [event, ...more] = (await storedEvents(service, kept)).slice(before);
    assert.deepEqual([event?.event, more], ['result', []]);
    assert.deepEqual((await lookUp(service, ofKept)).data, { ...event?.data, ...result });
    const outcomes = async () => (await show(kept)).actions.map(({ outcome }) => outcome);
    assert.deepEqual(await outcomes(), ['cancelled']);
    await united(other, null);
    assert.deepEqual([(await show(kept)).resultat, await outcomes()], [null, [null]]);
    assert.equal((await storedEvents(service, other)).length, 0);
  });

  it('news of a partner about a united entry is shown at the kept one at once', async () => {
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

  it('entries that do not fit together are not united', async () => {
    const [id, other] = [await lead(), await lead()];
    const people = (from: number, n: number) => ({
      commercialrelations: Array.from({ length: n }, (_, i) => ({ lastName: `Personne ${from + i}` })),
    });
    const full = await lead(people(0, 15));
    const calls = (n: number, text: string) => ({ commercialactions: Array(n).fill({ comment: text }) });
    const busy = await lead(calls(150, 'a'));
    const elsewhere = await lead({}, 'etablissement/5/commercial/create');
    // Nobody would see an open complaint, or a job application, in a lead.
    const complaint = await lead({}, form, '&type=survey.type.complaint');
    const application = await lead({ etablissementId: 3 }, 'announcement/postuler');
    const opinion = await lead({}, form, '&type=survey.type.survey');
    const refused: [id: number, of: number, says: RegExp, by?: Desk][] = [
      [id, id, /^of: expected another entry/],
      [id, await lead({}, undefined, '&test=1'), /^of:/],
      [id, elsewhere, /^of:/, emilie],
      [await lead(people(100, 6)), full, /^of: expected at most 20/],
      [await lead(calls(51, 'b')), busy, /^of: expected at most 200/],
      [complaint, id, /^of:/],
      [application, id, /^of:/],
      [await lead({}, form), opinion, /^of:/],
    ];
    for (const [one, of, says, by = desk] of refused)
      assertFailure(await by.post(`/desk/entries/${one}/duplicate`, { of }), 400, 'INVALID', says);
    assertFailure(await emilie.post(`/desk/entries/${elsewhere}/duplicate`, { of: id }), 404, 'NOTFOUND');
    assertFailure(await unite(id, other, { take: ['customId'] }), 400, 'INVALID', /^take\[0\]:/);
    assert.equal((await unite(id, other, { version: 99 })).statusCode, 409);
    await united(await lead(people(0, 15)), full);
    assert.equal((await show(full)).relations.length, 15, 'the same persons count once');
    // What is planned for a united one would stand in no list.
    await united(other, id);
    assertFailure(await desk.patch(`/desk/entries/${other}`, visit('2026-03-06')), 400, 'INVALID', /^id:/);
  });

  it('persons who share a phone stay two, and a client is no other client', async () => {
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

  it('a preferred value is taken over, and no number is lost by it', async () => {
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

  it('a lead takes up a contact form, whose sender is a person to call', async () => {
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

  it('a waiting entry wakes and opens the one it is united with', async () => {
    const asleep = await lead({ dateFirstContact: '2026-01-05' });
    const sleep = { until: '2026-06-01', reason: 'Vend sa maison' };
    await desk.post(`/desk/entries/${asleep}/sleep`, { sleep });
    await united(await lead({ dateFirstContact: '2026-01-06' }), asleep);
    assert.equal((await show(asleep)).followUp, 'to-call');
    const other = await lead();
    await desk.post(`/desk/entries/${asleep}/sleep`, { sleep });
    await united(other, asleep);
    await change(asleep, { actions: [{ date: '2026-03-04', outcome: 'reached' }] });
    assert.deepEqual(await united(other, null).then(({ stayed }) => stayed), ['asleepUntil']);
    const { now } = service.clock;
    service.clock.now = new Date('2025-11-30T09:00:00.000Z');
    const lastYear = await lead({}, form);
    service.clock.now = now;
    const total = await counted(2025);
    const kept = await lead();
    await united(lastYear, kept);
    assert.deepEqual([await counted(2025), (await show(kept)).contactDate], [total, '2026-03-04']);
    const closed = await lead({}, form);
    await desk.post(`/desk/entries/${closed}/processed`);
    await united(await lead({}, form), closed);
    assert.equal((await show(closed)).followUp, 'unplanned');
  });

  it('separating gives back what was taken over, but for what was changed since', async () => {
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
    assert.deepEqual([after.actions[0]?.comment, after.actions.length], ['Conquise', 1]);
    assert.deepEqual([after.relations[0]?.fields.firstName, after.relations.length], ['Rose', 1]);
    assert.deepEqual(after.history[0]?.detail.stayed, stayed);
    assert.equal((await show(other)).actions.length, 2);
  });

  it('once a united entry is erased, the other gets the partner’s news', async () => {
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
