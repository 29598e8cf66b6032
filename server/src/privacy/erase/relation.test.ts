import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { administrator, type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { addEndpoint, lookUp, send, storedEvents } from '../../../test/fixtures/entry-events.ts';
import {
  openRequest,
  type PlanAnswer,
  planOf as planOfList,
  type TextDecision,
} from '../../../test/fixtures/privacy.ts';
import { execute, number, rows } from '../../../test/fixtures/rows.ts';
import {
  assertFailure,
  onOneEngine,
  startService,
  type TestService,
} from '../../../test/fixtures/service.ts';
import { newestEntry } from '../../../test/fixtures/stored-entry.ts';
import { byCommand } from '../../commands/run-operation.ts';
import { repeatErasure } from './repeat-erasure.ts';

type Plan = PlanAnswer['plans'][number] & { readonly outer: string };
type Decision = TextDecision['decision'];

/** Every table and column that may hold values of an entry, as text. */
const places = [
  'select comment, original_comment, asleep_reason, comment_by, fields, extra from entries',
  'select fields, extra from relations',
  'select key from entry_phones',
  'select comment, extra from actions',
  'select detail from history',
  'select body from outbox',
  'select response_excerpt, failure_reason from attempts',
  'select message from orientations',
  'select counts from erasures',
  'select detail from audit',
];

onOneEngine('erasure of one related person', (engine) => {
  let service: TestService;
  let officer: Desk;
  let staff: Desk;
  before(async () => {
    service = await startService(engine);
    await addEndpoint(service);
    officer = await signIn(service, [{ role: 'privacy', establishmentId: null }], 'Nadia Petit');
    staff = await signIn(service, [administrator]);
  });
  after(() => service.close());

  const planOf = async (id: number): Promise<Plan> => {
    const { plans, digest } = await planOfList(officer, [id], 0);
    const [plan] = plans;
    assert.ok(plan);
    return { ...plan, outer: digest };
  };
  const eraseWith = (id: number, texts: readonly object[], rest: object) =>
    officer.post('/desk/privacy/erasures', { subjects: [{ entryId: id, relation: 0, texts }], ...rest });
  const requestOf = (id: number) => openRequest(officer, [id], { people: [0] });
  const erase = async (id: number, plan: Plan, decide: (text: string) => Decision, requestId?: number) =>
    eraseWith(
      id,
      plan.texts.map(({ key, text }) => {
        const decision = decide(text);
        return { key, decision, ...(decision === 'rewrite' && { text: 'La famille a rappelé.' }) };
      }),
      { digest: plan.outer, word: 'EFFACER', requestId: requestId ?? (await requestOf(id)) },
    );
  const about = (text: string): Decision => (/canary/i.test(text) ? 'empty' : 'keep');
  /** The places that still hold the canary. */
  const canaries = async () => {
    const found: string[] = [];
    for (const place of places)
      if (/canary|639987777/i.test(JSON.stringify(await rows(service.database, place)))) found.push(place);
    return found;
  };
  const detail = async (id: number) => (await staff.get(`/desk/entries/${id}`)).json();

  it('leaves nothing of them, and everything of the others', async () => {
    const id = await send(service, 'entry', {
      firstNameClient: 'Simone',
      lastNameClient: 'Martin',
      phoneClient: '06 39 98 11 11',
      comment: 'Canary appelle le soir',
      delais: 'Immédiat',
      note: 'écrit par Canary',
      commercialrelations: [
        {
          firstName: 'Canary',
          lastName: 'Martin',
          phone: '06 39 98 77 77',
          cellphone: '06 39 98 11 11',
          lien: 'canary',
        },
        { firstName: 'Paul', email: 'paul@example.org' },
      ],
      commercialactions: [{ date: '2026-03-02', comment: 'Vu Canary' }, { comment: 'Dossier envoyé' }],
    });
    // Corrected before, by staff: the history knows more of them.
    await staff.patch(`/desk/entries/${id}`, {
      comment: 'Canary appelle le matin',
      relations: [{ position: 0, email: 'canary@example.org' }],
    });
    await execute(
      service.database,
      `insert into attempts (outbox_id, at, ms, response_excerpt)
       select id, '2026-03-04T09:00:00.000Z', 1, 'canary' from outbox where entry_id = ${id}`,
    );
    assert.equal((await canaries()).length, 7);
    const plan = await planOf(id);
    assert.deepEqual(plan.counts, { relations: 1, entry_phones: 1, history: 1 });
    assert.deepEqual(
      plan.texts.map(({ place, text }) => `${place}: ${text}`),
      [
        'comment: Canary appelle le matin',
        'comment: Canary appelle le soir',
        'fields: Immédiat',
        'extra: écrit par Canary',
        'actions: Vu Canary',
        'actions: Dossier envoyé',
      ],
    );
    const answer = await erase(id, plan, (text) => (text === 'Vu Canary' ? 'rewrite' : about(text)));
    assert.deepEqual(answer.json(), { erased: 1, alreadyErased: 0 });
    assert.deepEqual(await canaries(), []);
    const entry = await detail(id);
    assert.deepEqual(entry.fields, {
      firstNameClient: 'Simone',
      lastNameClient: 'Martin',
      phoneClient: '06 39 98 11 11',
      delais: 'Immédiat',
    });
    assert.deepEqual(entry.relations, [
      { position: 0, fields: {}, extra: {} },
      { position: 1, fields: { firstName: 'Paul', email: 'paul@example.org' }, extra: {} },
    ]);
    assert.deepEqual(
      entry.actions.map(({ comment }: { comment: string }) => comment),
      ['La famille a rappelé.', 'Dossier envoyé'],
    );
    // The phone that the client has too stays.
    assert.deepEqual(await rows(service.database, `select key from entry_phones where entry_id = ${id}`), [
      { key: '639981111' },
    ]);
    const found = async (q: string) =>
      (await staff.get(`/desk/entries?kind=commercial&q=${q}`))
        .json()
        .data.map((one: { id: number }) => one.id);
    assert.deepEqual([await found('canary'), await found('martin')], [[], [id]]);
    // The caller is told of its comment, and of nothing more.
    const told = (await storedEvents(service, id)).at(-1);
    assert.deepEqual([told?.event, told?.data.comment], ['updated', null]);
    assert.deepEqual((await lookUp(service, 'entry')).data, told?.data);
    const [line] = await rows<{ relation: number; reason: string; counts: string }>(
      service.database,
      'select relation, reason, counts from erasures order by id desc',
    );
    assert.deepEqual([line?.relation, line?.reason], [0, 'request']);
  });

  it('takes their part of a partner’s message, and a resend does not bring them back', async () => {
    const message = {
      NumeroDemandeOrientationCR: '2026 / 001_002_003',
      etablissementId: 3,
      CommentaireContact: 'Canary préfère le matin',
      'PersonneAgee / Nom': 'Lefèvre',
      'Contact / Nom': 'Canary',
      'Contact / Mobile': '+33639987777',
      'PersonneAgee2 / Nom': 'Petit',
    };
    await service.exchange('/appli/partner/orientation', message);
    const id = await newestEntry(service.database);
    const plan = await planOf(id);
    assert.equal(plan.counts.orientations, 1);
    assert.equal((await erase(id, plan, about)).statusCode, 200);
    assert.deepEqual(await canaries(), []);
    const [kept] = await rows<{ message: string }>(
      service.database,
      `select message from orientations where entry_id = ${id}`,
    );
    const { 'PersonneAgee / Nom': elder, 'PersonneAgee2 / Nom': second } = JSON.parse(kept?.message ?? '');
    assert.deepEqual([elder, second], ['Lefèvre', 'Petit']);
    assert.equal((await service.exchange('/appli/partner/orientation', message)).statusCode, 200);
    assert.deepEqual(await canaries(), []);
  });

  it('takes what the survey said of them before it became a commercial entry', async () => {
    const id = await send(
      service,
      'survey',
      { firstName: 'Canary', lastName: 'Canary', phone: '06 39 98 77 77', contact: 'Pour ma mère' },
      'etablissement/3/survey/create',
    );
    await staff.post(`/desk/entries/${id}/convert`, { type: 'commercial.type.website' });
    assert.equal((await erase(id, await planOf(id), about)).statusCode, 200);
    assert.deepEqual(await canaries(), []);
    assert.equal((await detail(id)).fields.contact, 'Pour ma mère');
  });

  it('is done once, for its request, and recorded', async () => {
    const id = await send(service, 'request', { commercialrelations: [{ firstName: 'Léa' }] });
    const requestId = await requestOf(id);
    const erased = await erase(id, await planOf(id), about, requestId);
    assert.equal(erased.json().erased, 1);
    const { entries, steps } = (await officer.get(`/desk/privacy/requests/${requestId}`)).json();
    assert.deepEqual(
      [entries[0].entryId, entries[0].state, steps.at(-1).step],
      [id, 'done', 'relation-erased'],
    );
    const audit = await rows<{ detail: string }>(
      service.database,
      `select detail from audit where subject = 'entry' and subject_id = ${id}`,
    );
    assert.deepEqual(JSON.parse(audit.at(-1)?.detail ?? ''), { act: 'relation-erased', relation: 0 });
    const { version } = await detail(id);
    const plan = await planOf(id);
    assert.equal(plan.erased, true);
    assert.deepEqual((await erase(id, plan, about)).json(), { erased: 0, alreadyErased: 1 });
    assert.equal((await detail(id)).version, version);
  });

  it('does nothing with another digest, an undecided text or under a hold', async () => {
    const id = await send(service, 'refused', {
      comment: 'Un texte',
      commercialrelations: [{ firstName: 'Léa' }],
    });
    const plan = await planOf(id);
    await staff.patch(`/desk/entries/${id}`, { comment: 'Un autre texte' });
    const stale = await erase(id, plan, about);
    assert.equal(stale.statusCode, 409);
    const { error, hold: none, ...now } = stale.json();
    assert.deepEqual([error.code, none, now], ['CONFLICT', null, await planOfList(officer, [id], 0)]);
    const body = { digest: now.digest, word: 'EFFACER', requestId: await requestOf(id) };
    const [text] = now.plans[0].texts;
    for (const [field, texts, rest] of [
      ['subjects[0].texts', [], body],
      ['subjects[0].texts[0].key', [{ key: 'x', decision: 'keep' }], body],
      ['subjects[0].texts[0].text', [{ key: text.key, decision: 'rewrite' }], body],
      ['subjects[0].texts[0].text', [{ key: text.key, decision: 'keep', text: 'x' }], body],
      ['subjects[0].texts[1].key', [text, text].map(({ key }) => ({ key, decision: 'keep' })), body],
      ['word', [], { ...body, word: 'effacer' }],
      ['digest', [], { word: 'EFFACER', requestId: body.requestId }],
    ] as const)
      assertFailure(
        await eraseWith(id, texts, rest),
        400,
        'INVALID',
        new RegExp(`^${field.replaceAll(/[[\].]/g, '\\$&')}:`),
      );
    const plan404 = async (...subjects: readonly object[]) =>
      assertFailure(await officer.post('/desk/privacy/erasures/plan', { subjects }), 404, 'NOTFOUND');
    await plan404({ entryId: id, relation: 1 });
    await plan404({ entryId: 999_999, relation: 0 });
    assertFailure(
      await officer.post('/desk/privacy/erasures/plan', {
        subjects: [{ entryId: id }, { entryId: id, relation: 0 }],
      }),
      400,
      'INVALID',
      /^subjects\[1\]\.entryId:/,
    );
    const hold = { kind: 'hold', reason: 'Litige en cours', until: '2026-12-31' };
    await officer.post(`/desk/privacy/entries/${id}/holds`, hold);
    const refused = await erase(id, await planOf(id), about);
    assert.deepEqual([refused.statusCode, refused.json().error.code], [409, 'HELD']);
    assert.equal((await detail(id)).relations[0].fields.firstName, 'Léa');
  });

  it('takes what the family wrote under a comment of staff, and the reason of its sleep', async () => {
    const id = await send(service, 'replaced', {
      comment: 'Canary appellera',
      commercialrelations: [{ firstName: 'Canary' }],
    });
    await staff.patch(`/desk/entries/${id}`, { comment: 'Vu.' });
    await execute(
      service.database,
      `update entries set asleep_reason = 'Canary absente' where id = ${id} and original_comment like 'Canary%'`,
    );
    const plan = await planOf(id);
    for (const text of ['Canary appellera', 'Canary absente'])
      assert.ok(
        plan.texts.some((one) => one.text === text),
        text,
      );
    assert.equal((await erase(id, plan, about)).statusCode, 200);
    assert.deepEqual(await canaries(), []);
  });

  it('asks about texts alone, not about what staff choose from a list', async () => {
    const id = await send(service, 'chosen', { commercialrelations: [{ firstName: 'Léa' }] });
    const acts = [
      await staff.patch(`/desk/entries/${id}`, {
        actions: [
          { outcome: 'voicemail', date: '2026-03-04', done: true, comment: 'Rappeler Léa' },
          { stage: 'Visite', date: '2026-03-06', time: '10:00', done: false, assigneeId: staff.userId },
        ],
      }),
      await staff.post(`/desk/entries/${id}/owner`, { userId: staff.userId }),
      await staff.post(`/desk/entries/${id}/sleep`, { sleep: { until: '2026-04-01', reason: 'Vacances' } }),
      await staff.post(`/desk/entries/${id}/spam`, { spam: true }),
    ];
    for (const { statusCode, body } of acts) assert.equal(statusCode, 200, body);
    assert.deepEqual((await planOf(id)).texts.map(({ text }) => text).sort(), ['Rappeler Léa', 'Vacances']);
  });

  it('is repeated on a restored backup, also for texts that have stood elsewhere since', async () => {
    const id = await send(service, 'restored', {
      comment: 'Canary, première version',
      commercialrelations: [{ firstName: 'Canary' }],
    });
    await staff.patch(`/desk/entries/${id}`, { comment: 'Canary, seconde version' });
    await erase(id, await planOf(id), about);
    const [line] = await rows<{ received_at: string; erased_at: string; counts: string }>(
      service.database,
      `select received_at, erased_at, counts from erasures where entry_id = ${id}`,
    );
    assert.ok(line);
    // As in a backup from before the change of the comment.
    await execute(
      service.database,
      `update entries set comment = 'Canary, première version' where id = ${id}`,
    );
    await execute(
      service.database,
      `update relations set fields = '{"firstName":"Canary"}' where entry_id = ${id}`,
    );
    const events = (await storedEvents(service, id)).length;
    const erasure = {
      entryId: id,
      receivedAt: line.received_at,
      relation: 0,
      reason: 'request',
      requestId: null,
      erasedAt: line.erased_at,
      counts: JSON.parse(line.counts) as Record<string, number>,
    };
    const repeat = (receivedAt = erasure.receivedAt) =>
      service.database.transaction((tx) =>
        repeatErasure.run(tx, [{ erasure: { ...erasure, receivedAt }, by: byCommand }], {
          now: service.clock.now,
          secrets: service.secrets,
        }),
      );
    assert.deepEqual(await repeat('2020-01-01T00:00:00.000Z'), [false]);
    assert.deepEqual(await repeat(), [true]);
    assert.deepEqual(await canaries(), []);
    assert.equal((await storedEvents(service, id)).length, events);
    assert.equal((await detail(id)).restriction ?? null, null);
    assert.deepEqual(await repeat(), [false]);
    assert.equal(await number(service.database, `select count(*) from erasures where entry_id = ${id}`), 1);
  });
});
