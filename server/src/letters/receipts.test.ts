// Receipts: who gets one, what it says, and that a stranger can't make us write to others.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { ok } from '../../test/fixtures/answers.ts';
import { type Desk, signIn } from '../../test/fixtures/desk.ts';
import { type MailService, mailProcess, openMailService } from '../../test/fixtures/mail.ts';
import { execute, number, rows } from '../../test/fixtures/rows.ts';
import { assertFailure, onOneEngine, onSqlite } from '../../test/fixtures/service.ts';
import { dayMs, hourMs } from '../clock.ts';
import type { Engine } from '../store/dialect.ts';
import { giveUpRestored } from './given-up.ts';
import type { ReceiptOutcome } from './receipts.ts';

const claire = 'claire.martin@example.org';
const publicUrl = 'https://accueil.example.org';
const lead = 'etablissement/3/commercial/create';
const survey = (type: string) => `etablissement/3/survey/create?type=survey.type.${type}`;

let house: MailService;
let administrator: Desk;
let outcomes: ReceiptOutcome[];
let worker: ReturnType<typeof mailProcess>;
/** Queries with a password that asks for receipts, and with one that does not. */
let [asking, silent] = ['', ''];

async function open(engine: Engine, env: Record<string, string> = {}): Promise<void> {
  house = await openMailService(engine, {
    env: { PUBLIC_URL: publicUrl, RATE_LIMIT_BROWSER: '100000', ...env },
  });
  const { service } = house;
  administrator = await signIn(service);
  await ok(administrator.put('/desk/session/mail', { mail: 'none' }));
  asking = await newPassword({ receipts: true });
  silent = await newPassword({});
  outcomes = [];
  worker = mailProcess(service, [], (outcome) => outcomes.push(outcome));
}

async function newPassword(options: object, caller = 1): Promise<string> {
  const added = administrator.post(`/desk/callers/${caller}/passwords`, { scope: 'browser', ...options });
  return `password=${(await ok<{ password: string }>(added)).password}`;
}

async function switchOn(): Promise<void> {
  await execute(house.service.database, `update templates set active = 1 where use = 'receipt'`);
}

async function submit(route: string, body: object, query = asking): Promise<void> {
  const address = `/fr/${route}${route.includes('?') ? '&' : '?'}${query}`;
  await ok(house.service.post(address, body));
}

const message = { person: 0, channel: 'email', subject: 'Votre demande', text: 'Bonjour.' };

const submitLead = (to = claire, body: object = {}, query = asking) =>
  submit(lead, { commercialrelations: [{ lastName: 'Martin', email: to }], ...body }, query);

const pass = (ms: number) => {
  house.service.clock.now = new Date(house.service.clock.now.getTime() + ms);
};

/** What arrives when everything due was written, and sent ten seconds later. */
async function received() {
  await worker.round();
  pass(10_000);
  await worker.round();
  return house.smtp.take();
}

async function taken(): Promise<ReceiptOutcome[]> {
  const mails = await received();
  assert.deepEqual(mails, []);
  return outcomes.splice(0);
}

const close = async () => {
  await worker.stop();
  await house.close();
};

onOneEngine('a receipt', (engine) => {
  beforeEach(() => open(engine));
  afterEach(close);

  it('no receipt in a restored database of what the backup has', async () => {
    await switchOn();
    const { database, clock } = house.service;
    await submitLead();
    await database.write(giveUpRestored, { until: null }, clock.now);
    assert.deepEqual(await received(), []);
    await submitLead('luc.petit@example.org');
    assert.equal((await received()).length, 1);
  });

  it('a receipt goes to who asked, complained or applied', async () => {
    await switchOn();
    const applicant = 'luc.petit@example.org';
    await submitLead();
    await submit(survey('contact'), { lastName: 'Noir', email: 'a@example.org' });
    await submit(survey('complaint'), { lastName: 'Roux', email: 'b@example.org' });
    await submit('announcement/postuler', { etablissementId: 3, lastName: 'Petit', email: applicant });
    await submit(survey('survey'), { email: 'c@example.org' });
    const mails = await received();
    assert.deepEqual(
      mails.map(({ to, headers: { subject } }) => [to, subject]),
      [
        [['a@example.org'], 'Votre demande pour Le Clos des Vignes [n° 2]'],
        [['b@example.org'], 'Votre réclamation [n° 3]'],
        [[claire], 'Votre demande pour Le Clos des Vignes [n° 1]'],
        [[applicant], 'Votre candidature [n° 4]'],
      ],
    );
    const texts = mails.map(({ body }) => body);
    assert.match(texts[2] ?? '', /^Madame, Monsieur,\n[\s\S]*répondra sous un jour ouvré\./);
    assert.match(texts[1] ?? '', /n° 3,[\s\S]*sous 15 jours ouvrés\./);
    assert.ok(texts.every((text) => !text.includes('{')));
    const { headers } = mails[2] ?? { headers: {} as Record<string, string> };
    assert.match(headers.from ?? '', /Le Clos des Vignes/);
    assert.equal(headers['auto-submitted'], 'auto-generated');
    const [, link] =
      /cette demande, ou vous ne voulez plus de messages\u00A0\? Dites-le ici\u00A0:\n(https:\S+)\n$/.exec(
        texts[2] ?? '',
      ) ?? [];
    assert.match(link ?? '', /^https:\/\/accueil\.example\.org\/o\/[\w-]{65}3$/);
    assert.equal(headers['list-unsubscribe'], `<${link}>`);
    assert.equal(headers['list-unsubscribe-post'], 'List-Unsubscribe=One-Click');
    assert.deepEqual(outcomes, ['written', 'written', 'written', 'written']);
    const { letters, history } = await ok<{ letters: { use: string }[]; history: { change: string }[] }>(
      administrator.get('/desk/entries/1'),
    );
    assert.deepEqual([letters.map(({ use }) => use), history[0]?.change], [['receipt'], 'written']);
    // The link stands in no row.
    const stored = await rows<{ body: string }>(house.service.database, 'select body from letters');
    assert.ok(stored.every(({ body }) => !body.includes('/o/')));
  });

  it('a receipt stands in the way of no act of staff, nor of its undoing', async () => {
    await switchOn();
    await submitLead();
    const { database } = house.service;
    const id = await number(database, 'select max(id) from entries');
    const { version } = await ok<{ version: number }>(administrator.get(`/desk/entries/${id}`));
    await submitLead('luc.petit@example.org');
    const other = await number(database, 'select max(id) from entries');
    const noted = { actions: [{ stage: 'Prise de contact', comment: 'Jointe' }] };
    const note = (entry: number, body: object) =>
      ok<{ version: number }>(administrator.patch(`/desk/entries/${entry}`, body));
    const before = await note(other, noted);
    assert.equal((await received()).length, 2);
    const after = await note(id, { ...noted, version });
    await ok(administrator.post(`/desk/entries/${id}/undo`, { version: after.version }));
    await ok(administrator.post(`/desk/entries/${other}/undo`, { version: before.version }));
  });

  it('no receipt where template, password or residence want none', async () => {
    await submitLead();
    assert.deepEqual(await taken(), ['template']);
    await switchOn();
    await submitLead(claire, {}, silent);
    assert.deepEqual(await taken(), []);
    for (const [details, outcome] of [
      ['{}', 'refused'],
      ['{"email":"r@example.org"}', 'refused'],
    ]) {
      await execute(house.service.database, `update establishments set details = '${details}' where id = 3`);
      await submitLead();
      assert.deepEqual(await taken(), [outcome]);
    }
  });

  it('no receipt for tests, spam, entries by hand, several addresses or none', async () => {
    await switchOn();
    await submitLead(claire, {}, `${asking}&test=1`);
    await submitLead(claire, { sujetAnnexe: 'x' });
    assert.deepEqual(await taken(), []);
    const direction = await signIn(house.service, [{ role: 'direction', establishmentId: 3 }]);
    await ok(direction.put('/desk/session/mail', { mail: 'none' }));
    const typed = { establishmentId: 3, type: 'commercial.type.phone', fields: { emailClient: claire } };
    await ok(direction.post('/desk/entries', typed));
    const created = await house.service.exchange('/appli/partner/orientation', {
      NumeroDemandeOrientationCR: '1 / 1_1_1',
      'Contact / Mail': claire,
    });
    assert.ok(created.statusCode < 300, created.body);
    assert.deepEqual(await taken(), []);
    await submitLead('');
    await submitLead(claire, { emailClient: 'odette@example.org' });
    await submitLead(claire, { emailAdresseur: 'assistante@example.org' });
    assert.deepEqual(await taken(), ['address', 'address', 'address']);
    await submitLead();
    await execute(house.service.database, 'update entries set spam = 1');
    assert.deepEqual(await taken(), ['excluded']);
    // One address that is in the form twice is one.
    await submitLead(claire, { emailClient: 'Claire.Martin@example.org' });
    assert.equal((await received()).length, 1);
  });

  it('a mailbox gets one receipt a day, three in thirty days, however written', async () => {
    await switchOn();
    const victim = 'claire.martin@gmail.com';
    const writings = [
      ...[victim, ` ${victim} `, victim.toUpperCase(), 'clairemartin@gmail.com', 'c.lairemartin@gmail.com'],
      ...['claire.martin+devis@gmail.com', 'clairemartin@googlemail.com', 'claire.martin@gmail.com '],
      // Marks that copying leaves, which are no part of an address.
      ...['claire.martin@g\u00ADmail.com', 'claire.martin@gmail\u200B.com'],
      // Other letters, which might have limits and an objection of their own: none at all.
      ...['claire.martin@\uFF47mail.com', 'clairé@gmail.com', 'claire.martin@0x7f.1'],
    ];
    for (let i = 0; i < 4; i++) await Promise.all(writings.map((writing) => submitLead(writing)));
    assert.equal((await received()).length, 1);
    const expected = [...Array(12).fill('address'), ...Array(39).fill('recent'), 'written'];
    assert.deepEqual(outcomes.toSorted(), expected);
    for (const expected of [1, 1, 0]) {
      pass(dayMs);
      for (const writing of writings) await submitLead(writing);
      assert.equal((await received()).length, expected);
    }
    pass(27 * dayMs);
    await submitLead(victim);
    assert.equal((await received()).length, 1);
  });

  it('two processes write one receipt each, and none an hour after the form', async () => {
    await switchOn();
    for (let i = 0; i < 6; i++) await submitLead(`p${i}@example.org`);
    await Promise.all([house.round(), house.otherRound()]);
    pass(10_000);
    await Promise.all([house.round(), house.otherRound()]);
    assert.equal(house.smtp.take().length, 6);
    assert.equal(await number(house.service.database, 'select count(*) from letters'), 6);
    await submitLead('late@example.org');
    pass(hourMs + 1_000);
    assert.deepEqual(await taken(), ['old']);
  });

  it('who objects gets no receipt, not even one that is written already', async () => {
    await switchOn();
    const officer = await signIn(house.service, [{ role: 'privacy', establishmentId: null }]);
    await ok(officer.post('/desk/privacy/objections', { email: claire }));
    // Later forms too: who objects is only answered.
    await submitLead();
    assert.deepEqual(await taken(), ['refused']);
    await submitLead('b@example.org');
    await worker.round();
    await ok(officer.post('/desk/privacy/objections', { email: 'b@example.org' }));
    pass(10_000);
    await worker.round();
    assert.deepEqual(house.smtp.take(), []);
    const kept = await rows(house.service.database, `select state, failure_reason as cause from letters`);
    assert.deepEqual(kept, [{ state: 'failed', cause: 'objects' }]);
  });

  it('hostile forms: nothing of them is mailed, to nobody but the address', async () => {
    await switchOn();
    const texts = [
      'canari\r\nBcc: victim@example.org',
      'canari\n\n.\nMAIL FROM:<victim@example.org>',
      'canari Zoé Ñandú 🙂 {salutation} {résidence}',
      `canari${'x'.repeat(1_500)}`,
    ];
    for (const [i, text] of texts.entries()) {
      const person = { firstName: text, lastName: text, phone: text, lien: text };
      await submit(lead, {
        ...{ lastNameClient: text, firstNameClient: text, cityClient: text, comment: text, inconnu: text },
        commercialrelations: [{ ...person, email: `lead${i}@example.org` }],
      });
      const form = { firstName: text, lastName: text, comment: text, inconnu: text };
      await submit(survey('complaint'), { ...form, email: `form${i}@example.org` });
      await submit('announcement/postuler', {
        ...form,
        etablissementId: 3,
        email: `job${i}@jobs.example.org`,
      });
    }
    for (const email of ['a@example.org, b@example.org', 'a@example.org\r\nBcc: b@example.org']) {
      const response = await house.service.post(`/fr/${lead}?${asking}`, { emailClient: email });
      assert.equal(response.statusCode, 400);
    }
    const mails = await received();
    assert.deepEqual(
      mails.map(({ to }) => to),
      ['form', 'job', 'lead'].flatMap((kind) =>
        texts.map((_, i) => [`${kind}${i}@${kind === 'job' ? 'jobs.' : ''}example.org`]),
      ),
    );
    for (const { raw, body, headers } of mails) {
      for (const shown of [raw, body, JSON.stringify(headers)]) {
        assert.ok(!shown.includes('canari'), shown);
        assert.ok(!shown.includes('victim'), shown);
      }
      assert.deepEqual(
        Object.keys(headers).filter((name) => /^b?cc$/i.test(name)),
        [],
      );
      assert.ok(raw.split('\r\n').every((line) => line.length <= 998));
    }
  });
});

onSqlite('the receipts of an installation', (engine) => {
  afterEach(close);

  it('receipts are so many an hour, none twice when the hour is over', async () => {
    await open(engine, { RECEIPTS_PER_HOUR: '3' });
    await switchOn();
    for (let i = 0; i < 5; i++) await submitLead(`p${i}@example.org`);
    const added = await ok<{ id: number }>(administrator.post('/desk/callers', { name: 'Autre' }));
    await submitLead('r@example.org', {}, await newPassword({ receipts: true }, added.id));
    assert.equal((await received()).length, 4);
    assert.deepEqual(outcomes.splice(0), ['written', 'written', 'written', 'limit', 'limit', 'written']);
    pass(hourMs);
    await submitLead('q@example.org');
    assert.equal((await received()).length, 1);
  });

  it('ten receipts an hour to a domain, none to who got five messages', async () => {
    await open(engine);
    await switchOn();
    for (let i = 0; i < 11; i++) await submitLead(`p${i}@example.org`);
    await submitLead('q@famille.example.org');
    const id = await number(house.service.database, 'select max(id) from entries');
    assert.equal((await received()).length, 11);
    assert.equal(outcomes.filter((one) => one === 'limit').length, 1);
    pass(2 * dayMs);
    administrator = await signIn(house.service);
    for (let i = 0; i < 5; i++) await ok(administrator.post(`/desk/entries/${id}/letters`, message));
    await received();
    outcomes.length = 0;
    await submitLead('q@famille.example.org');
    assert.deepEqual(await taken(), ['refused']);
  });

  it('messages long after the last contact have the link to object', async () => {
    await open(engine);
    await submitLead(claire, { consentementEmail: 'oui' });
    const write = async () => ok(administrator.post('/desk/entries/1/letters', message));
    await write();
    assert.equal((await received())[0]?.headers['list-unsubscribe'], undefined);
    pass(91 * dayMs);
    administrator = await signIn(house.service);
    await write();
    const [mail] = await received();
    const [, link = ''] =
      /\nPour ne plus recevoir de messages.*\n(https:\S+)\n$/.exec(mail?.body ?? '') ?? [];
    assert.deepEqual(
      [mail?.headers['list-unsubscribe'], mail?.headers['auto-submitted']],
      [`<${link}>`, undefined],
    );
    await write();
    assert.equal((await house.service.post(new URL(link).pathname)).statusCode, 200);
    assert.deepEqual(await received(), []);
  });

  it('receipts need an address that families can open', async () => {
    await open(engine, { PUBLIC_URL: '' });
    await switchOn();
    await submitLead();
    assert.deepEqual(await taken(), ['refused']);
    // As does what is written long after the last contact.
    await submitLead(claire, { consentementEmail: 'oui' });
    pass(91 * dayMs);
    administrator = await signIn(house.service);
    const refused = await administrator.post('/desk/entries/2/letters', message);
    assertFailure(refused, 409, 'CONFLICT', /^link:/);
  });

  it('receipts of a clock that was ahead hold none back', async () => {
    await open(engine, { RECEIPTS_PER_HOUR: '1' });
    await switchOn();
    pass(40 * dayMs);
    await submitLead();
    assert.equal((await received()).length, 1);
    pass(-40 * dayMs);
    await submitLead();
    assert.equal((await received()).length, 1);
  });

  it('a residence’s own template comes before that of all', async () => {
    await open(engine);
    await switchOn();
    const add = (establishmentId: number | null, about: string | null, subject: string) =>
      ok(
        administrator.post('/desk/templates', {
          ...{ use: 'receipt', name: subject, text: '{résidence}', active: true },
          ...{ establishmentId, about, subject },
        }),
      );
    const subjects = async (to: string) => {
      await submitLead(to);
      return (await received()).map(({ headers: { subject } }) => subject?.replace(/ \[.*/, ''));
    };
    await add(null, null, 'Toutes');
    await add(1, 'family', 'Une autre');
    assert.deepEqual(await subjects('a@example.org'), ['Votre demande pour Le Clos des Vignes']);
    await add(3, null, 'La sienne');
    assert.deepEqual(await subjects('b@example.org'), ['La sienne']);
  });
});
