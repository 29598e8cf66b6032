// With what staff begin a message: the texts, and what fills them in.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { signIn } from '../../../test/fixtures/desk.ts';
import { send } from '../../../test/fixtures/entry-events.ts';
import { openMailHouse } from '../../../test/fixtures/mail.ts';
import { assertFailure, onSqlite, startService } from '../../../test/fixtures/service.ts';
import { maxSmsParts, smsParts } from '../../french/sms-parts.ts';
import { samples } from '../../french/template-samples.ts';
import { filled, variablesIn, variablesOf } from '../../french/template-variables.ts';

interface Template {
  readonly id: number;
  readonly use: keyof typeof variablesOf;
  readonly channel: string;
  readonly name: string;
  readonly subject: string;
  readonly text: string;
  readonly active: boolean;
}
interface Writing {
  readonly people: readonly { person: unknown; to: string; salutation: string }[];
  readonly templates: readonly Template[];
  readonly values: Readonly<Record<string, string>>;
}

onSqlite('templates', (engine) => {
  it('come with accueil, off, in French, with a value for each variable', async (t) => {
    const house = await openMailHouse(engine);
    t.after(() => house.close());
    const { service } = house;
    const administrator = await signIn(service);
    const direction = await signIn(service, [{ role: 'direction', establishmentId: 3 }], 'Hélène Faure');
    const { data } = await ok<{ data: Template[] }>(administrator.get('/desk/templates'));
    assert.deepEqual(
      [data.filter(({ use }) => use === 'free').length, data.filter(({ use }) => use === 'receipt').length],
      [7, 3],
    );
    assert.ok(data.every(({ active }) => !active));
    assert.deepEqual(
      data
        .filter(({ channel }) => channel === 'sms')
        .map(({ use }) => use)
        .toSorted(),
      ['free', 'reminder', 'visit', 'visit-cancelled', 'visit-moved'],
    );
    for (const { use, channel, subject, text } of data) {
      if (channel === 'sms') {
        assert.ok(smsParts(filled(text, samples)) <= 2, text);
        // A letter that is not in the alphabet of SMS.
        const résidence = samples.résidence.replace('n', 'ê');
        assert.ok(smsParts(filled(text, { ...samples, résidence })) <= maxSmsParts, text);
      }
      const known: readonly string[] = variablesOf[use];
      assert.deepEqual(
        variablesIn(subject + text).filter((name) => !known.includes(name)),
        [],
      );
    }
    const id = await send(service, 'a', {
      emailClient: 'odette@example.org',
      civiliteClient: 'contact.civility.mrs',
      commercialrelations: [
        {
          civilite: 'contact.civility.mr',
          lastName: 'Petit',
          lastNameMarital: 'Martin',
          email: 'luc.martin@example.org',
        },
      ],
    });
    const writing = async (entry = id) => ok<Writing>(direction.get(`/desk/entries/${entry}/writing`));
    assert.deepEqual((await writing()).templates, []);
    for (const template of data)
      await ok(administrator.patch(`/desk/templates/${template.id}`, { active: true }));
    assert.deepEqual((await writing()).values.date, undefined);
    const visit = { date: '2026-03-10', time: '14:30', stage: 'Visite', done: false };
    await ok(direction.patch(`/desk/entries/${id}`, { actions: [visit] }));
    const { people, templates, values } = await writing();
    assert.deepEqual(
      people.map(({ person, to, salutation }) => [person, to, salutation]),
      [
        [0, 'luc.martin@example.org', 'Monsieur Martin'],
        ['entry', 'odette@example.org', 'Madame, Monsieur'],
      ],
    );
    assert.equal(templates.length, 3);
    assert.deepEqual(
      new Set(Object.keys(values)),
      new Set<string>(variablesOf.free).difference(new Set(['salutation'])),
    );
    assert.deepEqual(
      [values.date, values.heure, values.référence, values.signature],
      ['mardi 10 mars', '14\u00A0h\u00A030', String(id), 'Hélène Faure\nLe Clos des Vignes'],
    );
    for (const { subject, text } of templates) {
      const whole = (one: string) =>
        one.replace(/\{(.+?)\}/g, (whole, name) =>
          name === 'salutation' ? 'Monsieur Martin' : (values[name] ?? whole),
        );
      const message = { person: 0, channel: 'email', subject: whole(subject), text: whole(text) };
      await ok(direction.post(`/desk/entries/${id}/messages`, message));
    }
    const complaint = await send(
      service,
      'b',
      {},
      'etablissement/3/survey/create',
      '&type=survey.type.complaint',
    );
    assert.deepEqual(
      (await writing(complaint)).templates.map(({ name }) => name),
      ['Réclamation bien reçue'],
    );
  });

  it('say within what time staff call: the target of the residence, of a complaint its answer', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    const administrator = await signIn(service);
    const lead = await send(service, 'a', {});
    const type = '&type=survey.type.complaint';
    const complaint = await send(service, 'b', {}, 'etablissement/3/survey/create', type);
    const delay = async (entry: number) =>
      (await ok<Writing>(administrator.get(`/desk/entries/${entry}/writing`))).values.délai;
    assert.equal(await delay(complaint), 'sous 15 jours ouvrés');
    for (const [firstCallMinutes, words] of [
      [10, 'sous une heure ouvrée'],
      [120, 'sous deux heures ouvrées'],
      [121, 'sous un jour ouvré'],
      [18 * 60, 'sous deux jours ouvrés'],
    ] as const) {
      const target = { firstCallMinutes, afterVisitDays: 3, staleDays: 21 };
      await ok(administrator.put('/desk/targets', { establishmentId: 3, target }));
      assert.equal(await delay(lead), words);
    }
  });

  it('are changed where residences are, and name what no message could have', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    const administrator = await signIn(service);
    const direction = await signIn(service, [{ role: 'direction', establishmentId: 3 }]);
    const fields = {
      use: 'free',
      about: null,
      name: 'Test',
      subject: 'Bonjour',
      text: '{salutation},',
      active: true,
    };
    for (const [body, field] of [
      [{ text: 'Bonjour {prénom}' }, /^text: .*\{prénom\}/],
      [{ subject: '{Date}' }, /^subject: .*\{Date\}/],
      [{ use: 'receipt' }, /^text: .*\{salutation\}/],
      [{ use: 'receipt', subject: '{date}' }, /^subject: .*\{date\}/],
      [{ use: 'receipt', channel: 'sms', subject: undefined, text: '{résidence}' }, /^channel: .*`email`/],
      [{ channel: 'sms', subject: undefined, text: '{adresse}'.repeat(9) }, /^text: .*at most 3 SMS/],
      [{ use: 'answer' }, /^use:/],
      [{ text: ' ' }, /^text:/],
      [{ text: 'é'.repeat(5_001) }, /^text:/],
      [{ subject: 'a\nb' }, /^subject:/],
      [{ name: '' }, /^name:/],
      [{ establishmentId: 2 }, /^establishmentId:/],
    ] as const) {
      const wrong = { establishmentId: null, ...fields, ...body };
      assertFailure(await administrator.post('/desk/templates', wrong), 400, 'INVALID', field);
    }
    const add = (desk: typeof direction, establishmentId: number | null) =>
      desk.post('/desk/templates', { establishmentId, ...fields });
    assertFailure(await add(direction, null), 403, 'FORBIDDEN');
    assertFailure(await add(direction, 5), 400, 'INVALID', /^establishmentId:/);
    const own = await ok<{ id: number }>(add(direction, 3));
    const other = await ok<{ id: number }>(add(administrator, 5));
    const all = await ok<{ id: number }>(add(administrator, null));
    const change = (id: number) => direction.patch(`/desk/templates/${id}`, { name: 'Autre' });
    await ok(change(own.id));
    assertFailure(await change(other.id), 404, 'NOTFOUND');
    assertFailure(await change(all.id), 403, 'FORBIDDEN');
    assertFailure(
      await administrator.patch(`/desk/templates/${own.id}`, { text: '{x}' }),
      400,
      'INVALID',
      /^text:/,
    );
    const receipt = { ...fields, use: 'receipt', text: '{résidence}', establishmentId: 3 };
    const { id: receiptId } = await ok<{ id: number }>(direction.post('/desk/templates', receipt));
    const greeted = await direction.patch(`/desk/templates/${receiptId}`, { text: '{salutation}' });
    assertFailure(greeted, 400, 'INVALID', /^text:/);
    const { data } = await ok<{ data: Template[] }>(direction.get('/desk/templates'));
    assert.deepEqual(
      [own, other, all].map(({ id }) => data.find((one) => one.id === id)?.name),
      ['Autre', undefined, 'Test'],
    );
  });
});
