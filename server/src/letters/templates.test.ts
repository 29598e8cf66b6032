// With what staff begin a letter: the texts, and what fills them in.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../test/fixtures/answers.ts';
import { type Desk, signIn } from '../../test/fixtures/desk.ts';
import { send } from '../../test/fixtures/entry-events.ts';
import { mailOn } from '../../test/fixtures/mail.ts';
import { execute } from '../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../test/fixtures/service.ts';
import { isTooLongForSms } from '../french/sms.ts';
import { samples } from '../french/template-samples.ts';
import { filled, variablesIn, variablesOf } from '../french/template-variables.ts';

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
  let service: TestService;
  let administrator: Desk;
  let direction: Desk;
  before(async () => {
    service = await startService(engine, mailOn);
    administrator = await signIn(service);
    direction = await signIn(service, [{ role: 'direction', establishmentId: 3 }], 'Hélène Faure');
  });
  after(() => service.close());

  it('templates come in French, off, with a value for each variable', async () => {
    const { data } = await ok<{ data: Template[] }>(administrator.get('/desk/templates'));
    assert.ok(data.every(({ active }) => !active));
    const withSms = new Set(data.filter(({ channel }) => channel === 'sms').map(({ use }) => use));
    assert.deepEqual(withSms, new Set(['free', 'reminder', 'visit', 'visit-cancelled', 'visit-moved']));
    for (const { use, channel, subject, text } of data) {
      if (channel === 'sms') assert.ok(!isTooLongForSms(filled(text, samples)), text);
      const known: readonly string[] = variablesOf[use];
      assert.deepEqual(
        variablesIn(subject + text).filter((name) => !known.includes(name)),
        [],
      );
    }
    const luc = 'luc.martin@example.org';
    const bookletUrl = 'https://www.example.org/livret';
    await ok(administrator.patch('/desk/establishments/3', { bookletUrl }));
    const id = await send(service, 'a', {
      emailClient: 'odette@example.org',
      civiliteClient: 'contact.civility.mrs',
      commercialrelations: [
        { civilite: 'contact.civility.mr', lastName: 'Petit', lastNameMarital: 'Martin', email: luc },
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
    assert.partialDeepStrictEqual(people, [
      { person: 0, to: luc, salutation: 'Monsieur Martin' },
      { person: 'entry', to: 'odette@example.org', salutation: 'Madame, Monsieur' },
    ]);
    assert.equal(templates.length, 3);
    assert.deepEqual(
      new Set(Object.keys(values)),
      new Set<string>(variablesOf.free).difference(new Set(['salutation'])),
    );
    assert.deepEqual(
      [values.date, values.heure, values.référence, values.signature],
      ['mardi 10 mars', '14\u00A0h\u00A030', String(id), 'Hélène Faure\nLe Clos des Vignes'],
    );
    assert.equal(values.documents, `Livret d’accueil : ${bookletUrl}`);
    const texts = templates.map(({ text }) => text).join();
    assert.match(
      texts,
      /14732\*03\).*\n\nhttps:\/\/www\.service-public\.fr\/particuliers\/vosdroits\/R17461\n/,
    );
    assert.match(
      data.find(({ use }) => use === 'visit')?.text ?? '',
      /Vous pouvez venir avec votre parent ou/,
    );
    const type = '&type=survey.type.complaint';
    const complaint = await send(service, 'b', {}, 'etablissement/3/survey/create', type);
    const [received, ...others] = (await writing(complaint)).templates;
    assert.deepEqual([received?.name, others], ['Réclamation bien reçue', []]);
  });

  it('templates say within what time staff call', async () => {
    const lead = await send(service, 'c', {});
    const type = '&type=survey.type.complaint';
    const complaint = await send(service, 'd', {}, 'etablissement/3/survey/create', type);
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

  it('a residence has a hundred templates at most', async () => {
    const template = { establishmentId: 3, use: 'free', about: null, name: 'Un', active: false };
    const texts = { subject: 'Bonjour', text: 'Bonjour.' };
    const add = () => administrator.post('/desk/templates', { ...template, ...texts });
    for (let i = 0; i < 100; i++) await ok(add());
    assertFailure(await add(), 400, 'INVALID', /^establishmentId: .*100/);
    await execute(service.database, `delete from templates where establishment_id = 3`);
  });

  it('templates are changed at one’s residences, without unknown variables', async () => {
    const fields = {
      ...{ use: 'free', about: null, active: true },
      ...{ name: 'Test', subject: 'Bonjour', text: '{salutation},' },
    };
    for (const [body, field] of [
      [{ text: 'Bonjour {prénom}' }, /^text: .*\{prénom\}/],
      [{ use: 'receipt' }, /^text: .*\{salutation\}/],
      [{ use: 'receipt', subject: '{date}' }, /^subject: .*\{date\}/],
      [{ use: 'receipt', channel: 'sms', subject: undefined, text: '{résidence}' }, /^channel: .*`email`/],
      [
        { channel: 'sms', subject: undefined, text: '{adresse}'.repeat(9) },
        /^text: .*at most 450 characters/,
      ],
      [{ text: 'é'.repeat(5_001) }, /^text:/],
      [{ subject: 'a\nb' }, /^subject:/],
      [{ establishmentId: 2 }, /^establishmentId:/],
    ] as const) {
      const wrong = { establishmentId: null, ...fields, ...body };
      assertFailure(await administrator.post('/desk/templates', wrong), 400, 'INVALID', field);
    }
    const add = (desk: Desk, establishmentId: number | null) =>
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

  it('an answer on paper has the residence’s head, its person and the text', async () => {
    const body = { firstName: 'Luc', lastName: 'Morel', contact: 'Le chauffage est en panne.' };
    const type = '&type=survey.type.complaint';
    const id = await send(service, 'paper', body, 'etablissement/3/survey/create', type);
    const page = async () => {
      const answer = await direction.get(`/desk/entries/${id}/answer`);
      assert.equal(answer.statusCode, 200);
      assert.match(String(answer.headers['content-type']), /^text\/html/);
      return answer.body;
    };
    const empty = await page();
    assert.ok(!empty.includes('en panne'), 'what the family wrote is no answer');
    await ok(direction.patch(`/desk/entries/${id}`, { comment: 'Réparé <hier>.\nPardon.' }));
    const printed = await page();
    for (const words of ['Le Clos des Vignes', 'Luc Morel', `(n° ${id})`, 'Réparé &lt;hier&gt;.\nPardon.'])
      assert.ok(printed.includes(words), words);
    const lead = await send(service, 'no answer', {});
    assertFailure(await direction.get(`/desk/entries/${lead}/answer`), 404, 'NOTFOUND');
  });
});
