import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { type Desk, openDesk, signIn } from '../../../test/fixtures/desk.ts';
import { send } from '../../../test/fixtures/entry-events.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import {
  assertFailure,
  onOneEngine,
  startService,
  type TestService,
} from '../../../test/fixtures/service.ts';
import { versionOf } from '../../../test/fixtures/stored-entry.ts';

interface Shown {
  readonly id: number;
  readonly extra: Readonly<Record<string, unknown>>;
  readonly needsConsent: boolean;
  readonly status: string;
  readonly history: readonly { readonly detail: { readonly changes?: unknown } }[];
}

onOneEngine('consent to be contacted', (engine) => {
  let service: TestService;
  let desk: Desk;
  before(async () => {
    service = await startService(engine);
    desk = await signIn(service);
  });
  after(() => service.close());

  const shown = (id: number) => ok<Shown>(desk.get(`/desk/entries/${id}`));
  const told = { consentementSource: 'Au téléphone', consentementLe: '2026-03-04' };
  const note = (id: number, body: object) => desk.post(`/desk/entries/${id}/consent`, { ...told, ...body });

  it('is what the form sent; what staff note takes its place, and the history has both', async () => {
    const id = await send(service, 'form', {
      consentementTelephone: 'non',
      consentementEmail: 'oui',
      consentementMention: 'v2',
    });
    const { extra } = await shown(id);
    assert.deepEqual(extra, {
      consentementTelephone: 'non',
      consentementEmail: 'oui',
      consentementMention: 'v2',
    });
    await ok(note(id, { consentementTelephone: 'oui', version: await versionOf(service.database, id) }));
    const { extra: noted, history, status } = await shown(id);
    assert.deepEqual(noted, { consentementTelephone: 'oui', ...told });
    assert.equal(status, 'new');
    assert.deepEqual(history[0]?.detail.changes, {
      consentementTelephone: { from: 'non', to: 'oui' },
      consentementEmail: { from: 'oui', to: null },
      consentementMention: { from: 'v2', to: null },
      consentementSource: { from: null, to: 'Au téléphone' },
      consentementLe: { from: null, to: '2026-03-04' },
    });
  });

  it('withdrawn for good is an objection, for every number and address of the entry', async () => {
    const person = { phoneClient: '02 61 91 71 71', emailClient: 'retrait@example.org' };
    const id = await send(service, 'withdrawn', {
      ...person,
      consentementTelephone: 'oui',
      commercialrelations: [{ lastName: 'Durand', phone: '06 39 98 72 72' }],
    });
    const other = await send(service, 'other', { phoneClient: '0639987272' });
    await ok(note(id, { objects: true }));
    for (const one of [id, other])
      assert.equal(
        (await ok<{ objectedOn: string }>(desk.get(`/desk/entries/${one}`))).objectedOn,
        '2026-03-04',
      );
    const { data } = await ok<{ data: { kind: string }[] }>(desk.get('/desk/privacy/objections'));
    assert.deepEqual(data.map(({ kind }) => kind).toSorted(), ['email', 'phone', 'phone']);
    const { subject } =
      (
        await rows<{ subject: string }>(
          service.database,
          "select subject from audit where action = 'added' order by id desc limit 1",
        )
      )[0] ?? {};
    assert.equal(subject, 'objection');
    const refused = { consentementTelephone: 'non', consentementEmail: 'non', consentementSms: 'non' };
    assert.deepEqual((await shown(id)).extra, { ...refused, ...told });
    await ok(note(id, { objects: true, consentementLe: '2026-01-01' }));
    const { objectedOn } = await ok<{ objectedOn: string }>(desk.get(`/desk/entries/${other}`));
    assert.equal(objectedOn, '2026-03-04', 'an older day does not end it sooner');
  });

  it('is refused without a channel, a source or a day that has been', async () => {
    const id = await send(service, 'refused', {});
    const refused = async (body: object, names: RegExp) =>
      assertFailure(await note(id, body), 400, 'INVALID', names);
    await refused({}, /^consentementTelephone:/);
    await refused({ consentementTelephone: 'peut-être' }, /^consentementTelephone:/);
    await refused({ consentementSms: 'oui', consentementSource: '' }, /^consentementSource:/);
    await refused({ consentementSms: 'oui', consentementLe: '2026-03-05' }, /^consentementLe:/);
    await refused({ objects: true, consentementLe: '2020-01-01' }, /^consentementLe:/);
    assert.deepEqual((await shown(id)).extra, {});
  });

  it('is needed for a call more than 90 days after the last contact', async (t) => {
    const own = await startService(engine);
    t.after(() => own.close());
    const { email, userId } = await signIn(own);
    const called = await send(own, 'called', {});
    const silent = await send(own, 'silent', {});
    const agreed = await send(own, 'agreed', { consentementTelephone: 'oui' });
    const complaint = await send(
      own,
      'complaint',
      { type: 'survey.type.complaint' },
      'etablissement/3/survey/create',
    );
    const needing = async (day: string) => {
      own.clock.now = new Date(`${day}T09:00:00.000Z`);
      const user = await openDesk(own, email, userId);
      const { blocks } = await ok<{ blocks: { data: Shown[] }[] }>(user.get('/desk/today'));
      const listed = blocks.flatMap(({ data }) => data.filter((entry) => entry.needsConsent));
      for (const id of [called, silent, agreed, complaint]) {
        const { needsConsent } = await ok<Shown>(user.get(`/desk/entries/${id}`));
        assert.equal(
          needsConsent,
          listed.some((entry) => entry.id === id),
          `${id} on ${day}`,
        );
      }
      return listed.map(({ id }) => id).toSorted((a, b) => a - b);
    };
    // Received on 4 March.
    assert.deepEqual(await needing('2026-06-02'), []);
    const user = await openDesk(own, email, userId);
    const call = { date: '2026-06-02', stage: 'Prise de contact', outcome: 'reached', done: true };
    await ok(user.patch(`/desk/entries/${called}`, { actions: [call] }));
    assert.deepEqual(await needing('2026-06-03'), [silent]);
    await ok((await openDesk(own, email, userId)).post(`/desk/entries/${silent}/processed`));
    assert.deepEqual(await needing('2026-06-04'), [silent], 'a decision of staff is no contact');
    assert.deepEqual(await needing('2026-09-01'), [called, silent]);
    const later = await openDesk(own, email, userId);
    const inVain = { date: '2026-09-01', stage: null, outcome: 'voicemail', done: true };
    await ok(later.patch(`/desk/entries/${called}`, { actions: [inVain] }));
    await ok(later.post(`/desk/entries/${silent}/message`, { message: 'Elle attend votre appel.' }));
    assert.deepEqual(await needing('2026-09-02'), [called], 'a family that rings may be called back');
    assert.deepEqual(await needing('2026-12-01'), [called, silent]);
    own.clock.now = new Date('2026-12-01T09:00:00.000Z');
    const last = await openDesk(own, email, userId);
    await ok(last.post(`/desk/entries/${silent}/message`, { message: 'Encore elle.' }));
    assert.deepEqual(await needing('2026-12-01'), [called]);
    await ok(last.post(`/desk/entries/${silent}/undo`, {}));
    assert.deepEqual(await needing('2026-12-01'), [called, silent], 'the message was taken back');
  });

  it('is needed after a message that was taken back, whatever staff have decided before', async (t) => {
    const own = await startService(engine);
    t.after(() => own.close());
    const { email, userId } = await signIn(own);
    const on = (day: string) => {
      own.clock.now = new Date(`${day}T09:00:00.000Z`);
      return openDesk(own, email, userId);
    };
    await on('2025-12-01');
    const id = await send(own, 'silent', {});
    const needing = async (desk: Desk) => (await ok<Shown>(desk.get(`/desk/entries/${id}`))).needsConsent;
    await ok((await on('2026-01-10')).post(`/desk/entries/${id}/processed`));
    const desk = await on('2026-03-20');
    assert.equal(await needing(desk), true);
    await ok(desk.post(`/desk/entries/${id}/message`, { message: 'Elle attend votre appel.' }));
    assert.equal(await needing(desk), false);
    await ok(desk.post(`/desk/entries/${id}/undo`, {}));
    assert.equal(await needing(await on('2026-03-25')), true);
    const again = await on('2026-03-26');
    await ok(again.post(`/desk/entries/${id}/message`, { message: 'Encore elle.' }));
    await ok(again.post(`/desk/entries/${id}/processed`));
    await ok(again.post(`/desk/entries/${id}/undo`, {}));
    assert.equal(await needing(again), false, 'what came after the message was taken back');
  });
});
