import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { assignEntry, editEntry, markSpam, unite } from '../../../test/fixtures/acts.ts';
import { administrator, type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { act, send } from '../../../test/fixtures/entry-events.ts';
import { newEndpoint } from '../../../test/fixtures/outbox.ts';
import { execute, rows } from '../../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';

const at = (establishmentId: number) => `etablissement/${establishmentId}/commercial/create`;
const reader = (establishmentId: number | null) => [{ role: 'reader', establishmentId }] as const;

async function show(desk: Desk, id: number) {
  const answer = await desk.get(`/desk/entries/${id}`);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}
/** The audit line of an action. */
const trail = ({ database }: TestService, action: string) =>
  rows<Record<string, unknown>>(
    database,
    `select user_id, author, address, subject, subject_id, detail from audit where action = '${action}' order by id`,
  );

onSqlite('one entry', (engine) => {
  let service: TestService;
  before(async () => {
    service = await startService(engine);
  });
  after(() => service.close());

  const url = 'https://hooks.example.org:8443/in/tok_canary?key=canary';

  it('only who administers integrations sees the address of an endpoint', async () => {
    await newEndpoint(service, url);
    const id = await send(service, 'address', {});
    await act(service, (tx, staff) => editEntry(tx, id, staff, { comment: 'Rappelé' }));
    const byAdministrator = await show(await signIn(service), id);
    assert.equal(byAdministrator.deliveries[0].url, url);
    for (const role of ['reader', 'commercial', 'direction'] as const) {
      const desk = await signIn(service, [{ role, establishmentId: 3 }]);
      const lists = ['entries', 'today', 'deliveries', 'endpoints', 'callers', 'audit'];
      for (const path of [...lists, `entries/${id}`, 'deliveries/1']) {
        const { body } = await desk.get(`/desk/${path}`);
        assert.doesNotMatch(body, /canary/, `${role} ${path}`);
      }
      const { deliveries } = await show(desk, id);
      assert.equal(deliveries[0].url, 'https://hooks.example.org:8443');
    }
  });

  it('an entry is shown with everything known about it', async () => {
    const desk = await signIn(service);
    const hostile = '{"__proto__":{"polluted":true},"constructor":"x","landing":"/tarifs"}';
    const body = {
      firstNameClient: 'Simone',
      lastNameClient: 'Martin',
      phoneClient: '06 39 98 12 34',
      gclid: 'g',
      comment: 'Préfère le calme',
      commercialrelations: [{ firstName: 'Claire', email: 'claire@example.org', lien: 'fille' }],
      commercialactions: [{ date: '2026-03-03', comment: 'Appelée', canal: 'téléphone' }],
    };
    const id = await send(service, 'a', { ...body, ...JSON.parse(hostile) });
    await act(service, (tx, staff) =>
      editEntry(tx, id, staff, {
        comment: 'Visite prévue',
        actions: [{ date: '2026-03-06', time: '10:30', stage: 'Visite', done: false }],
      }),
    );
    const answer = await desk.get(`/desk/entries/${id}`);
    assert.match(answer.body, /"__proto__":\{"polluted":true\}/);
    const { extra, history, deliveries, ...rest } = answer.json();
    assert.deepEqual(Object.keys(extra).sort(), ['__proto__', 'constructor', 'landing']);
    const noted = { time: null, stage: null, done: true, author: null };
    const planned = { time: '10:30', stage: 'Visite', done: false, author: 'Anne Roux' };
    assert.partialDeepStrictEqual(rest, {
      id,
      kind: 'commercial',
      version: rest.version,
      establishmentId: 3,
      caller: { id: 1, name: 'site' },
      customId: 'a',
      stage: 'Prise de contact',
      status: 'processed',
      contactDate: '2026-03-04',
      receivedAt: '2026-03-04T09:00:00.000Z',
      comment: 'Visite prévue',
      commentBy: 'Anne Roux',
      gclid: 'g',
      name: 'Simone Martin',
      fields: { firstNameClient: 'Simone', lastNameClient: 'Martin', phoneClient: '06 39 98 12 34' },
      relations: [{ fields: { firstName: 'Claire', email: 'claire@example.org' }, extra: { lien: 'fille' } }],
      actions: [
        { position: 0, date: '2026-03-03', comment: 'Appelée', extra: { canal: 'téléphone' }, ...noted },
        { position: 1, date: '2026-03-06', comment: null, extra: {}, ...planned },
      ],
      family: { data: [], more: 0, elsewhere: 0 },
      mayChange: true,
      mayWrite: false,
    });
    assert.partialDeepStrictEqual(history, [{ author: 'Anne Roux', change: 'updated' }]);
    const delivery = { state: 'pending', attempts: 0, url, createdAt: '2026-03-04T09:00:00.000Z' };
    assert.partialDeepStrictEqual(deliveries, [
      { ...delivery, event: 'action', sequence: 2 },
      { ...delivery, event: 'processed', sequence: 1 },
    ]);
  });

  it('an entry says how far it has come', async () => {
    const desk = await signIn(service);
    const id = await send(service, 'stages');
    const after = async (edit: Parameters<typeof editEntry>[3]) => {
      await act(service, (tx, staff) => editEntry(tx, id, staff, edit));
      return (await show(desk, id)).stage;
    };
    assert.equal((await show(desk, id)).stage, null);
    const planned = { date: '2026-03-05', time: '09:00', stage: 'Visite', done: false } as const;
    for (const [edit, stage] of [
      [{ actions: [{ date: '2026-03-01', comment: 'Une note' }] }, null],
      [{ actions: [{ date: '2026-03-02', stage: 'Validé' }] }, 'Validé'],
      [{ actions: [planned] }, 'Validé'],
      [{ actions: [{ date: '2026-03-01', stage: 'Prise de contact' }] }, 'Validé'],
      [{ actions: [{ position: 2, done: true }] }, 'Visite'],
      [{ actions: [{ date: '2026-03-05', time: '08:00', stage: 'Prise de contact' }] }, 'Visite'],
      [{ actions: [{ stage: 'Parti' }] }, 'Parti'],
      [{ resultat: 'commercial.resultat.realisee', actions: [{ position: 5, stage: null }] }, 'Visite'],
      // Of two actions on one day, one of them without a time, the one added later is newer.
      [{ actions: [{ date: '2026-03-05', stage: 'Parti' }] }, 'Parti'],
    ] satisfies [Parameters<typeof editEntry>[3], string | null][])
      assert.equal(await after(edit), stage, JSON.stringify(edit));
  });

  it('an entry tells of its family, and elsewhere only that it is known', async () => {
    const phone = { cellphoneClient: '06 39 98 12 40' };
    const id = await send(service, 'family', { ...phone, emailClient: 'Anne@example.org' });
    const again = { lastNameClient: 'Martin', phoneClient: '+33639981240', comment: 'Elle sort lundi.' };
    const same = await send(service, 'same', again);
    const petit = { email: 'anne@EXAMPLE.org', lastName: 'Petit' };
    const mail = await send(service, 'mail', petit, 'etablissement/3/survey/create');
    await send(service, 'elsewhere', phone, at(5));
    await send(service, 'applicant', { phone: '0639981240', etablissementId: 3 }, 'announcement/postuler');
    await send(service, 'test', phone, at(3), '&test=1');
    const spam = await send(service, 'spam', phone);
    await act(service, (tx, staff) => markSpam(tx, spam, staff, true));
    await send(service, 'other', { emailClient: 'anne@example.org.fr', phoneClient: '06 39 98 12 41' });

    const here = await signIn(service, reader(3));
    const { family } = await show(here, id);
    const unknown = { contactName: null, resultat: null, duplicateOf: null, objection: null };
    const state = { status: 'new', followUp: 'to-call', nextAction: null } as const;
    const listed = { establishmentId: 3, contactDate: '2026-03-04', ...state, ...unknown };
    assert.deepEqual(family, {
      data: [
        { ...listed, id: mail, kind: 'survey', type: 'survey.type.contact', name: 'Petit' },
        { ...listed, id: same, kind: 'commercial', type: null, name: 'Martin' },
      ],
      more: 0,
      elsewhere: 1,
    });
    const everywhere = await signIn(service, reader(null));
    const all = (await show(everywhere, id)).family;
    assert.deepEqual([all.data.length, all.elsewhere], [3, 0]);

    await act(service, (tx, staff) => unite(tx, same, staff, id));
    assert.partialDeepStrictEqual((await show(here, id)).duplicates, [
      { id: same, customId: 'same', callerId: 1, words: ['Elle sort lundi.'], messages: [] },
    ]);
    assert.equal((await show(here, same)).duplicateOf, id);
    await act(service, (tx, staff) => assignEntry(tx, same, staff, 5));
    assert.deepEqual((await show(here, id)).duplicates, []);
  });

  it('fifty of a family and of duplicates are listed, the others counted', async () => {
    const desk = await signIn(service);
    const phone = { phoneClient: '06 39 98 70 70' };
    const kept = await send(service, 'kept', phone);
    const others: number[] = [];
    for (let n = 0; n < 51; n++) others.push(await send(service, `other ${n}`, phone));
    const newest = others.toReversed().slice(0, 50);
    const ids = (entries: { id: number }[]) => entries.map(({ id }) => id);
    const { family } = await show(desk, kept);
    assert.deepEqual([ids(family.data), family.more, family.elsewhere], [newest, 1, 0]);

    await execute(service.database, `update entries set duplicate_of = ${kept} where id > ${kept}`);
    const { duplicates, moreDuplicates } = await show(desk, kept);
    assert.deepEqual([ids(duplicates), moreDuplicates], [newest, 1]);
  });

  it('an orientation shows what the partner has said', async () => {
    const desk = await signIn(service);
    const message = { NumeroDemandeOrientationCR: 'n 1', GirEstime: 'GIR 2', Portail: 'a' };
    await service.exchange('/appli/partner/orientation', message);
    const { data } = (await desk.get('/desk/entries?kind=commercial')).json();
    const entry = await show(desk, data[0].id);
    assert.deepEqual(entry.partner, { id: 1, name: 'partner' });
    const { problems, message: said, ...orientation } = entry.orientation;
    assert.deepEqual(orientation, { partner: 'partner', numero: 'n 1', res: 'RES-000001' });
    assert.equal(said.GirEstime, 'GIR 2');
    assert.match(problems.join(' '), /forme attendue.*affectée à une résidence/);
  });

  it('an entry is read by nobody unseen, and by nobody who must not', async () => {
    const id = await send(service, 'read');
    const cv = await send(service, 'read cv', { etablissementId: 3 }, 'announcement/postuler');
    await service.exchange('/appli/partner/orientation', {});
    const unassigned = Math.max(id, cv) + 1;
    const here = await signIn(service, reader(3));
    const elsewhere = await signIn(service, reader(5));
    const everywhere = await signIn(service, reader(null));
    const direction = await signIn(service, [{ role: 'direction', establishmentId: 3 }]);
    await show(here, id);
    await show(everywhere, unassigned);
    await show(direction, cv);
    const nothing = (await here.get('/desk/entries/999999')).body.replace('999999', '0');
    for (const [desk, one] of [
      [elsewhere, id],
      [here, unassigned],
      [here, cv],
      [everywhere, cv],
    ] as const) {
      const answer = await desk.get(`/desk/entries/${one}`);
      assertFailure(answer, 404, 'NOTFOUND');
      assert.equal(answer.body.replace(String(one), '0'), nothing);
    }
    assert.partialDeepStrictEqual(
      (await trail(service, 'read')).filter(({ subject_id }) => Number(subject_id) >= id),
      [
        { author: here.email, address: '127.0.0.1', subject: 'entry', subject_id: id, detail: '{}' },
        { author: everywhere.email, subject_id: unassigned },
        { author: direction.email, subject_id: cv },
      ],
    );
  });

  it('a CV is downloaded and never shown, by who may read applications', async () => {
    const content = Buffer.from('%PDF-1.4 small');
    const name = 'CV d’Élise"; (été)\r\nX-Evil: 1.html';
    const cv = { name, content: content.toString('base64'), type: 'text/html' };
    const id = await send(service, 'cv', { etablissementId: 3, cv }, 'announcement/postuler');
    const none = await send(service, 'none', { etablissementId: 3 }, 'announcement/postuler');
    const direction = await signIn(service, [{ role: 'direction', establishmentId: 3 }]);
    const { file } = await show(direction, id);
    assert.deepEqual([file.type, file.size], ['application/pdf', content.length]);
    for (const desk of [direction, await signIn(service, [administrator])]) {
      const answer = await desk.get(`/desk/entries/${id}/file`);
      assert.equal(answer.statusCode, 200);
      assert.deepEqual(answer.rawPayload, content);
      assert.equal(answer.headers['content-type'], 'application/pdf');
      assert.equal(answer.headers['x-content-type-options'], 'nosniff');
      assert.equal(answer.headers['content-security-policy'], "sandbox; default-src 'none'");
      const disposition = String(answer.headers['content-disposition']);
      assert.match(disposition, /^attachment; filename\*=UTF-8''[\w.~%-]+$/);
      assert.equal(decodeURIComponent(disposition.split("''")[1] ?? ''), file.name);
      assert.equal(answer.headers['x-evil'], undefined);
    }
    assert.equal(file.name, 'CV d’Élise; (été)X-Evil 1.pdf');
    // Stored by an earlier version, as it came.
    await execute(service.database, `update files set name = '..\\cv\u202Efdp.${'x'.repeat(20_000)}.hta'`);
    const old = await direction.get(`/desk/entries/${id}/file`);
    const [, encoded = ''] = String(old.headers['content-disposition']).split("''");
    assert.match(decodeURIComponent(encoded), /^cvfdp\.x{90}\.pdf$/);
    assert.equal((await show(direction, id)).file.name, decodeURIComponent(encoded));
    assertFailure(await direction.get(`/desk/entries/${none}/file`), 404, 'NOTFOUND');
    const reader = await signIn(service, [{ role: 'reader', establishmentId: 3 }]);
    assertFailure(await reader.get(`/desk/entries/${id}/file`), 403, 'FORBIDDEN');
    assert.partialDeepStrictEqual(
      await trail(service, 'downloaded'),
      [1, 2, 3].map(() => ({ subject: 'file', subject_id: id })),
    );

    // The data protection officer needs it to answer a request, also when its processing is limited.
    const officer = await signIn(service, [{ role: 'privacy', establishmentId: null }]);
    const limitation = { kind: 'limitation', reason: 'Contestée', until: '2026-06-01' };
    assert.equal((await officer.post(`/desk/privacy/entries/${id}/holds`, limitation)).statusCode, 200);
    assertFailure(await direction.get(`/desk/entries/${id}/file`), 404, 'NOTFOUND');
    const opened = await officer.get(`/desk/privacy/entries/${id}/file`);
    assert.deepEqual([opened.statusCode, opened.rawPayload], [200, content]);
    assert.equal((await trail(service, 'downloaded')).length, 4);
  });
});

onSqlite('the families known', (engine) => {
  it('families are found by a phone as it is typed, or an e-mail address', async () => {
    const service = await startService(engine);
    const martin = { phoneClient: '06 39 98 12 34', emailClient: 'claire@example.org' };
    const id = await send(service, 'a', martin);
    await send(service, 'b', { phoneClient: '06 39 98 12 35' }, at(5));
    const here = await signIn(service, reader(3));
    const found = async (query: string, desk = here) => {
      const { data, elsewhere } = (await desk.get(`/desk/families?${query}`)).json();
      return [data.map((one: { id: number }) => one.id), elsewhere];
    };
    for (const [query, expected] of [
      ['phone=0639981234', [[id], 0]],
      ['phone=+33639981234', [[id], 0]],
      ['phone=+33 6 39 98', [[id], 1]],
      ['phone=06399', [[], 0]],
      ['phone=06 39 98 12 35', [[], 1]],
      ['email=Claire@example.org', [[id], 0]],
      ['email=claire@example.or', [[], 0]],
      ['phone=0639981235&email=claire@example.org', [[id], 1]],
      ["phone=' or 1=1 --", [[], 0]],
    ] as const) {
      assert.deepEqual(await found(query.replaceAll(' ', '%20')), expected, query);
    }
    assertFailure(await here.get('/desk/families'), 400, 'INVALID', /^phone: /);
    assertFailure(await here.get('/desk/families?email=claire'), 400, 'INVALID', /^email: /);
    await service.close();
  });
});

onSqlite('the counts', (engine) => {
  it('counts say what waits within reach', async () => {
    const service = await startService(engine);
    const today = service.clock.now;
    service.clock.now = new Date('2026-03-03T09:00:00Z');
    // The call of that day was not made: the family is to be called again.
    for (const [customId, date, stage] of [
      ['late', '2026-03-03', 'Prise de contact'],
      ['visit', '2026-03-04', 'Visite'],
    ] as const) {
      const id = await send(service, customId);
      const actions = [{ date, stage, done: false }];
      await act(service, (tx, staff) => editEntry(tx, id, staff, { actions }));
    }
    await send(service, 'new');
    service.clock.now = today;
    await send(service, 'elsewhere', {}, at(5));
    await send(service, 'test', {}, at(3), '&test=1');
    await send(service, 'form', {}, 'etablissement/3/survey/create');
    await send(service, 'cv', { etablissementId: 3 }, 'announcement/postuler');
    await service.exchange('/appli/partner/orientation', {});
    await execute(service.database, `update entries set flagged = 1 where custom_id in ('new', 'elsewhere')`);
    await send(service, 'complaint', {}, 'etablissement/3/survey/create', '&type=survey.type.complaint');
    const counts = async (desk: Desk) => (await desk.get('/desk/counts')).json();
    const of3 = await counts(await signIn(service, reader(3)));
    assert.deepEqual(of3, {
      leads: { new: 1, toCall: 2 },
      surveys: { contact: 1, complaint: 1, survey: 0, toCall: 1 },
      applications: null,
    });
    const everywhere = await signIn(service);
    const all = await counts(everywhere);
    assert.deepEqual(all, {
      leads: { new: 3, toCall: 3 },
      surveys: { contact: 1, complaint: 1, survey: 0, toCall: 1 },
      applications: 1,
    });
    const views = async () => {
      const { data } = (await everywhere.get('/desk/counts/views')).json();
      return data.map(({ name, total }: { name: string; total: object }) => [name, total]);
    };
    const numbers = { 'to-call': 3, appointments: 1, late: 0, unplanned: 0, asleep: 0, orientations: 1 };
    const exactly = Object.entries(numbers).map(([name, count]) => [name, { count, exact: true }]);
    assert.deepEqual(await views(), exactly);
    for (const [name, total] of exactly) {
      const filter = name === 'asleep' ? 'followUp=asleep' : `block=${name}`;
      assert.deepEqual((await everywhere.get(`/desk/entries?kind=commercial&${filter}`)).json().total, total);
    }
    await service.close();
  });
});
