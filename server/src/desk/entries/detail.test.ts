import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { assignEntry, editEntry, markSpam, unite } from '../../../test/fixtures/acts.ts';
import { administrator, type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { act, addEndpoint, send } from '../../../test/fixtures/entry-events.ts';
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
  beforeEach(async () => {
    service = await startService(engine);
  });
  afterEach(() => service.close());

  it('shows the whole address of an endpoint to those alone who administer integrations', async () => {
    const url = 'https://hooks.example.org:8443/in/tok_canary?key=canary';
    await newEndpoint(service, url);
    const id = await send(service, 'a', {});
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

  it('is shown with everything known about it', async () => {
    await addEndpoint(service);
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
    const entry = answer.json();
    const { extra, history, deliveries, ...rest } = entry;
    assert.deepEqual(Object.keys(extra).sort(), ['__proto__', 'constructor', 'landing']);
    const noted = { time: null, stage: null, done: true, author: null };
    const planned = { time: '10:30', stage: 'Visite', done: false, author: 'Anne Roux' };
    assert.partialDeepStrictEqual(rest, {
      id,
      kind: 'commercial',
      version: rest.version,
      establishmentId: 3,
      caller: { id: 1, name: 'site' },
      partner: null,
      customId: 'a',
      partnerid: null,
      type: null,
      sejourType: null,
      resultat: null,
      motif: null,
      stage: 'Prise de contact',
      status: 'processed',
      flagged: false,
      spam: false,
      test: false,
      duplicateOf: null,
      contactDate: '2026-03-04',
      receivedAt: '2026-03-04T09:00:00.000Z',
      comment: 'Visite prévue',
      commentBy: 'Anne Roux',
      gclid: 'g',
      announcement: null,
      name: 'Simone Martin',
      fields: { firstNameClient: 'Simone', lastNameClient: 'Martin', phoneClient: '06 39 98 12 34' },
      relations: [
        {
          position: 0,
          fields: { firstName: 'Claire', email: 'claire@example.org' },
          extra: { lien: 'fille' },
        },
      ],
      actions: [
        { position: 0, date: '2026-03-03', comment: 'Appelée', extra: { canal: 'téléphone' }, ...noted },
        { position: 1, date: '2026-03-06', comment: null, extra: {}, ...planned },
      ],
      file: null,
      orientation: null,
      family: { data: [], more: 0, elsewhere: 0 },
      duplicates: [],
      moreDuplicates: 0,
      historyNext: null,
      moreDeliveries: false,
      owner: null,
      mayChange: true,
      mayWrite: false,
      noMail: null,
      answerTo: null,
      messages: [],
    });
    assert.deepEqual(
      history.map(({ id: _id, at: _at, ...line }: { id: number; at: string }) => line),
      [
        {
          author: 'Anne Roux',
          change: 'updated',
          detail: {
            changes: {
              status: { from: 'new', to: 'processed' },
              comment: { from: 'Préfère le calme', to: 'Visite prévue' },
            },
            actions: history[0].detail.actions,
          },
        },
      ],
    );
    assert.deepEqual(
      deliveries.map(({ id: _, ...delivery }: { id: number }) => delivery),
      ['action', 'processed'].map((event, i) => ({
        event,
        sequence: 2 - i,
        state: 'pending',
        attempts: 0,
        url: 'https://receiver.example.org/',
        createdAt: '2026-03-04T09:00:00.000Z',
        finishedAt: null,
      })),
    );
    // Those before it was sent again count too: the row has begun anew.
    await execute(
      service.database,
      `insert into attempts (outbox_id, at, status, ms, response_excerpt)
       select id, created_at, 500, 1, '' from outbox`,
    );
    const counted = (await desk.get(`/desk/entries/${id}`)).json().deliveries;
    assert.deepEqual(
      counted.map(({ attempts }: { attempts: number }) => attempts),
      [1, 1],
    );
  });

  it('has a version that grows with each change', async () => {
    const desk = await signIn(service);
    const id = await send(service, 'a');
    assert.equal((await show(desk, id)).version, 0);
    await act(service, (tx, staff) => assignEntry(tx, id, staff, 4));
    const { version } = await show(desk, id);
    await act(service, (tx, staff) => assignEntry(tx, id, staff, 5));
    assert.equal(version > 0 && (await show(desk, id)).version > version, true);
  });

  it('says how far it has come', async () => {
    const desk = await signIn(service);
    const id = await send(service, 'a');
    const after = async (edit: Parameters<typeof editEntry>[3]) => {
      await act(service, (tx, staff) => editEntry(tx, id, staff, edit));
      return (await show(desk, id)).stage;
    };
    assert.equal((await show(desk, id)).stage, null);
    assert.equal(await after({ actions: [{ date: '2026-03-01', comment: 'Une note' }] }), null);
    assert.equal(await after({ actions: [{ date: '2026-03-02', stage: 'Validé' }] }), 'Validé');
    assert.equal(
      await after({ actions: [{ date: '2026-03-05', time: '09:00', stage: 'Visite', done: false }] }),
      'Validé',
    );
    assert.equal(await after({ actions: [{ date: '2026-03-01', stage: 'Prise de contact' }] }), 'Validé');
    assert.equal(await after({ actions: [{ position: 2, done: true }] }), 'Visite');
    assert.equal(
      await after({ actions: [{ date: '2026-03-05', time: '08:00', stage: 'Prise de contact' }] }),
      'Visite',
    );
    assert.equal(await after({ actions: [{ stage: 'Parti' }] }), 'Parti');
    assert.equal(
      await after({ resultat: 'commercial.resultat.realisee', actions: [{ position: 5, stage: null }] }),
      'Visite',
    );
    // Of two actions on one day, one of them without a time, the one added later is newer.
    assert.equal(await after({ actions: [{ date: '2026-03-05', stage: 'Parti' }] }), 'Parti');
  });

  it('tells of its family, and elsewhere only that it is known', async () => {
    const phone = { cellphoneClient: '06 39 98 12 34' };
    const id = await send(service, 'a', { ...phone, emailClient: 'Claire@example.org' });
    const same = await send(service, 'same', {
      lastNameClient: 'Martin',
      phoneClient: '+33639981234',
      comment: 'Elle sort lundi.',
    });
    const mail = await send(
      service,
      'mail',
      { email: 'claire@EXAMPLE.org', lastName: 'Petit' },
      'etablissement/3/survey/create',
    );
    await send(service, 'elsewhere', phone, at(5));
    await send(service, 'applicant', { phone: '0639981234', etablissementId: 3 }, 'announcement/postuler');
    await send(service, 'test', phone, at(3), '&test=1');
    const spam = await send(service, 'spam', phone);
    await act(service, (tx, staff) => markSpam(tx, spam, staff, true));
    await send(service, 'other', { emailClient: 'claire@example.org.fr', phoneClient: '06 39 98 12 35' });

    const here = await signIn(service, reader(3));
    const { family } = await show(here, id);
    const unknown = { contactName: null, resultat: null, duplicateOf: null, objectedOn: null };
    const listed = { establishmentId: 3, contactDate: '2026-03-04', status: 'new', ...unknown };
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
    assert.deepEqual((await show(here, id)).duplicates, [
      {
        id: same,
        kind: 'commercial',
        customId: 'same',
        callerId: 1,
        receivedAt: service.clock.now.toISOString(),
        words: ['Elle sort lundi.'],
        messages: [],
      },
    ]);
    assert.equal((await show(here, same)).duplicateOf, id);
    await act(service, (tx, staff) => assignEntry(tx, same, staff, 5));
    assert.deepEqual((await show(here, id)).duplicates, []);
  });

  it('lists fifty of its family and of its duplicates, and counts the others', async () => {
    const desk = await signIn(service);
    const phone = { phoneClient: '06 39 98 70 70' };
    const kept = await send(service, 'kept', phone);
    const others: number[] = [];
    for (let n = 0; n < 53; n++) others.push(await send(service, `other ${n}`, phone));
    const newest = others.toReversed().slice(0, 50);
    const ids = (entries: { id: number }[]) => entries.map(({ id }) => id);
    const { family } = await show(desk, kept);
    assert.deepEqual([ids(family.data), family.more, family.elsewhere], [newest, 3, 0]);

    await execute(service.database, `update entries set duplicate_of = ${kept} where id <> ${kept}`);
    const { duplicates, moreDuplicates } = await show(desk, kept);
    assert.deepEqual([ids(duplicates), moreDuplicates], [newest, 3]);
  });

  it('says of an orientation what the partner has said', async () => {
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

  it('is read by nobody unseen, and by nobody who must not', async () => {
    const id = await send(service, 'a');
    const cv = await send(service, 'cv', { etablissementId: 3 }, 'announcement/postuler');
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
    assert.deepEqual(
      await trail(service, 'read'),
      [
        [here, id],
        [everywhere, unassigned],
        [direction, cv],
      ].map(([desk, subject_id]) => {
        const { userId, email } = desk as Desk;
        return {
          user_id: userId,
          author: email,
          address: '127.0.0.1',
          subject: 'entry',
          subject_id,
          detail: '{}',
        };
      }),
    );
    for (const wrong of ['x', '0', '-1', '1.5', '99999999999999999999', "1'--"]) {
      const { statusCode } = await here.get(`/desk/entries/${encodeURIComponent(wrong)}`);
      assert.equal([400, 404].includes(statusCode), true, `${wrong}: ${statusCode}`);
    }
  });
});

onSqlite('the CV of an application', (engine) => {
  it('is downloaded and never shown, by who may read applications', async () => {
    const service = await startService(engine);
    const content = Buffer.from('%PDF-1.4 small');
    const name = 'CV d’Élise"; (été)\r\nX-Evil: 1.html';
    const id = await send(
      service,
      'cv',
      { etablissementId: 3, cv: { name, content: content.toString('base64'), type: 'text/html' } },
      'announcement/postuler',
    );
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
    const downloads = await trail(service, 'downloaded');
    assert.deepEqual(
      downloads.map(({ subject, subject_id }) => [subject, subject_id]),
      [
        ['file', id],
        ['file', id],
        ['file', id],
      ],
    );
    assertFailure(await direction.get(`/desk/entries/${none}/file`), 404, 'NOTFOUND');
    const elsewhere = await signIn(service, [{ role: 'direction', establishmentId: 5 }]);
    assertFailure(await elsewhere.get(`/desk/entries/${id}/file`), 404, 'NOTFOUND');
    for (const role of ['commercial', 'reader'] as const) {
      const desk = await signIn(service, [{ role, establishmentId: 3 }]);
      assertFailure(await desk.get(`/desk/entries/${id}/file`), 403, 'FORBIDDEN');
    }
    assert.equal((await trail(service, 'downloaded')).length, 3);

    // The data protection officer needs it to answer a request, also when its processing is limited.
    const officer = await signIn(service, [{ role: 'privacy', establishmentId: null }]);
    const limitation = { kind: 'limitation', reason: 'Contestée', until: '2026-06-01' };
    assert.equal((await officer.post(`/desk/privacy/entries/${id}/holds`, limitation)).statusCode, 200);
    assertFailure(await direction.get(`/desk/entries/${id}/file`), 404, 'NOTFOUND');
    const opened = await officer.get(`/desk/privacy/entries/${id}/file`);
    assert.deepEqual([opened.statusCode, opened.rawPayload], [200, content]);
    assertFailure(await officer.get(`/desk/privacy/entries/${none}/file`), 404, 'NOTFOUND');
    assertFailure(await officer.get(`/desk/entries/${id}/file`), 403, 'FORBIDDEN');
    assertFailure(await direction.get(`/desk/privacy/entries/${id}/file`), 404, 'NOTFOUND');
    assert.equal((await trail(service, 'downloaded')).length, 4);
    await service.close();
  });
});

onSqlite('the families known', (engine) => {
  it('are found by a phone as it is typed, or by an e-mail address', async () => {
    const service = await startService(engine);
    const id = await send(service, 'a', {
      lastNameClient: 'Martin',
      phoneClient: '06 39 98 12 34',
      emailClient: 'claire@example.org',
    });
    await send(service, 'b', { phoneClient: '06 39 98 12 35' }, at(5));
    const here = await signIn(service, reader(3));
    const found = async (query: string, desk = here) => {
      const { data, elsewhere } = (await desk.get(`/desk/families?${query}`)).json();
      return [data.map((one: { id: number }) => one.id), elsewhere];
    };
    for (const [query, expected] of [
      ['phone=0639981234', [[id], 0]],
      ['phone=%2B33%206%2039%2098%2012%2034', [[id], 0]],
      ['phone=+33639981234', [[id], 0]],
      ['phone=063998', [[id], 1]],
      ['phone=06%2039%2098%2012%203', [[id], 1]],
      ['phone=+33 6 39 98', [[id], 1]],
      ['phone=06399', [[], 0]],
      ['phone=063', [[], 0]],
      ['phone=0999999999', [[], 0]],
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
  it('say what waits within reach', async () => {
    const service = await startService(engine);
    const today = service.clock.now;
    service.clock.now = new Date('2026-03-03T09:00:00Z');
    // The call of that day was not made: the family is to be called again.
    const late = await send(service, 'late');
    await act(service, (tx, staff) =>
      editEntry(tx, late, staff, {
        actions: [{ date: '2026-03-03', stage: 'Prise de contact', done: false }],
      }),
    );
    const visit = await send(service, 'visit');
    await act(service, (tx, staff) =>
      editEntry(tx, visit, staff, {
        actions: [
          { date: '2026-03-04', stage: 'Visite', done: false },
          { date: '2026-03-04', stage: 'Visite' },
          { date: '2026-03-04', stage: 'Prise de contact', done: false },
          { date: '2026-03-05', stage: 'Visite', done: false },
        ],
      }),
    );
    // Planned the day before, for that day.
    await act(service, (tx, staff) =>
      editEntry(
        tx,
        visit,
        { ...staff, at: '2026-03-03T09:00:00.000Z' },
        { actions: [{ date: '2026-03-03', stage: 'Prise de contact', done: false }] },
      ),
    );
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
    // An entry that a partner changes waits again, once.
    await execute(service.database, `update entries set flagged = 1 where partner_id is not null`);
    assert.deepEqual(await views(), exactly);
    await execute(service.database, `update entries set status = 'processed' where partner_id is not null`);
    assert.deepEqual(await views(), exactly);
    await service.close();
  });
});
