import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { type Desk, openDesk, signIn } from '../../../test/fixtures/desk.ts';
import { send } from '../../../test/fixtures/entry-events.ts';
import { number } from '../../../test/fixtures/rows.ts';
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
  readonly objection: { readonly on: string; readonly ways: readonly string[] } | null;
  readonly relations: readonly Pick<Shown, 'extra' | 'objection'>[];
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

  it('a consent that staff note replaces that of the form', async () => {
    const form = { consentementTelephone: 'non', consentementEmail: 'oui', consentementMention: 'v2' };
    const id = await send(service, 'form', form);
    assert.deepEqual((await shown(id)).extra, form);
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

  it('a consent withdrawn for good is an objection of who says it alone', async () => {
    const person = { phoneClient: '02 61 91 71 71', emailClient: 'retrait@example.org' };
    const id = await send(service, 'withdrawn', {
      ...person,
      consentementTelephone: 'oui',
      commercialrelations: [{ lastName: 'Durand', phone: '06 39 98 72 72' }],
    });
    const other = await send(service, 'other', { phoneClient: '0639987272' });
    await ok(note(id, { person: 'entry', objects: true }));
    const { extra, objection, relations } = await shown(id);
    assert.deepEqual(objection, { on: '2026-03-04', ways: ['phone', 'email', 'sms'], recontact: false });
    const refused = { consentementTelephone: 'non', consentementEmail: 'non', consentementSms: 'non' };
    assert.deepEqual(extra, { ...refused, ...told, consentementDe: 'entry' });
    // The form was of the related person.
    assert.partialDeepStrictEqual(relations, [{ extra: { consentementTelephone: 'oui' }, objection: null }]);
    assert.equal((await shown(other)).objection, null);
    const audited = "select count(*) from audit where action = 'added' and subject = 'objection'";
    assert.ok((await number(service.database, audited)) > 0);
    await ok(note(id, { objects: true }));
    assert.equal((await shown(other)).objection?.on, '2026-03-04');
    await ok(note(id, { objects: true, consentementLe: '2026-01-01' }));
    assert.equal((await shown(other)).objection?.on, '2026-03-04', 'an older day does not end it sooner');
  });

  it('what came with a form stays of who filled it in', async () => {
    const id = await send(service, 'client', { lastNameClient: 'Seul', consentementTelephone: 'non' });
    await ok(
      desk.patch(`/desk/entries/${id}`, { relations: [{ lastName: 'Fils', phone: '06 39 98 72 73' }] }),
    );
    const { extra, objection, relations } = await shown(id);
    assert.equal(extra.consentementDe, 'entry');
    assert.deepEqual([objection?.ways, relations[0]?.objection], [['phone'], null]);
  });

  it('what a form refused is not lost when it is united', async () => {
    const claire = [{ lastName: 'Claire', email: 'unie@example.org' }];
    const agreed = { consentementEmail: 'oui', commercialrelations: claire };
    const kept = await send(service, 'kept', agreed);
    const form = await send(service, 'refusing', { ...agreed, consentementEmail: 'non' });
    await ok(desk.post(`/desk/entries/${form}/duplicate`, { of: kept }));
    assert.deepEqual((await shown(kept)).relations[0]?.objection?.ways, ['email']);
  });

  it('a consent needs a channel, a source and a day that has been', async () => {
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

  it('a call more than 90 days after the last contact needs consent', async () => {
    const { email, userId } = desk;
    const called = await send(service, 'called', {});
    const silent = await send(service, 'silent', {});
    const agreed = await send(service, 'agreed', { consentementTelephone: 'oui' });
    const type = { type: 'survey.type.complaint' };
    const complaint = await send(service, 'complaint', type, 'etablissement/3/survey/create');
    const needing = async (day: string) => {
      service.clock.now = new Date(`${day}T09:00:00.000Z`);
      const user = await openDesk(service, email, userId);
      const { blocks } = await ok<{ blocks: { data: Shown[] }[] }>(user.get('/desk/today'));
      const asked = [called, silent, agreed, complaint];
      const listed = blocks.flatMap(({ data }) =>
        data.filter((entry) => entry.needsConsent && asked.includes(entry.id)),
      );
      for (const id of asked) {
        const { needsConsent } = await ok<Shown>(user.get(`/desk/entries/${id}`));
        const isListed = listed.some((entry) => entry.id === id);
        assert.equal(needsConsent, isListed, `${id} on ${day}`);
      }
      return listed.map(({ id }) => id).toSorted((a, b) => a - b);
    };
    // Received on 4 March.
    assert.deepEqual(await needing('2026-06-02'), []);
    const user = await openDesk(service, email, userId);
    const call = { date: '2026-06-02', stage: 'Prise de contact', outcome: 'reached', done: true };
    await ok(user.patch(`/desk/entries/${called}`, { actions: [call] }));
    assert.deepEqual(await needing('2026-06-03'), [silent]);
    assert.deepEqual(await needing('2026-09-01'), [called, silent]);
    const later = await openDesk(service, email, userId);
    const inVain = { date: '2026-09-01', stage: null, outcome: 'voicemail', done: true };
    await ok(later.patch(`/desk/entries/${called}`, { actions: [inVain] }));
    await ok(later.post(`/desk/entries/${silent}/message`, { message: 'Elle attend votre appel.' }));
    assert.deepEqual(await needing('2026-09-01'), [called], 'a family that rings may be called back');
    await ok(later.post(`/desk/entries/${silent}/undo`, {}));
    assert.deepEqual(await needing('2026-09-01'), [called, silent], 'the message was taken back');
  });
});
