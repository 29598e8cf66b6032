// A partner's message that is sent again after its data was erased.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { ok } from '../../../test/fixtures/answers.ts';
import { type Desk, signIn } from '../../../test/fixtures/desk.ts';
import { entryOf } from '../../../test/fixtures/orientation-rows.ts';
import { erase, openOfficer, removePerson } from '../../../test/fixtures/privacy.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';
import { entryCount } from '../../../test/fixtures/stored-entry.ts';

onSqlite('the messages of a partner', (engine) => {
  let service: TestService;
  let officer: Desk;
  before(async () => {
    service = await startService(engine);
    await signIn(service);
    officer = await openOfficer(service);
  });
  after(() => service.close());

  const send = async (message: Readonly<Record<string, unknown>>): Promise<string> => {
    return (await ok<{ Messagetraitements: string }>(service.exchange('/appli/partner/orientation', message)))
      .Messagetraitements;
  };
  const entries = () => entryCount(service.database);
  const messagesOf = (numero: string) => {
    const numbered = { NumeroDemandeOrientationCR: numero, etablissementId: 3 };
    return [
      {
        ...numbered,
        'PersonneAgee / Nom': 'Lefèvre',
        'Contact / Nom': 'Canary',
        'Contact / Localite': 'Angers',
      },
      // A part of what is known, what changes it, and what changes nothing.
      { ...numbered, 'PersonneAgee / Prenom': 'Simone' },
      { ...numbered, 'PersonneAgee / Prenom': 'Simone', CommentaireContact: 'Rappeler' },
      { ...numbered, 'PersonneAgee / Nom': 'Lefèvre' },
    ];
  };

  it('are all recognized after the entry was erased, and any other is a new request', async () => {
    const messages = messagesOf('2026 / 000_000_001');
    for (const message of messages) await send(message);
    const { id } = await entryOf(service, '2026 / 000_000_001');
    await erase(officer, id);
    const before = await entries();
    const part = { ...messages[1], 'Contact / Nom': 'Canary' };
    for (const message of [...messages, part]) assert.match(await send(message), /ont été effacées/);
    assert.equal(await entries(), before);
    assert.deepEqual(await rows(service.database, `select * from message_hashes where entry_id = ${id}`), []);
    assert.doesNotMatch(await send({ ...messages[0], 'PersonneAgee / Prenom': 'Odette' }), /effacées/);
    assert.equal(await entries(), before + 1);
  });

  it('bring no erased person back, neither the first one nor a later one', async () => {
    const numero = '2026 / 000_000_002';
    const messages = messagesOf(numero);
    for (const message of messages) await send(message);
    const { id } = await entryOf(service, numero);
    await ok(removePerson(officer, id));
    const [first] = messages;
    const updated = { ...first, 'PersonneAgee / Telephone': '+33261910000' };
    for (const message of [...messages, updated]) await send(message);
    const stored = () => rows(service.database, `select fields from relations where entry_id = ${id}`);
    assert.deepEqual(await stored(), [{ fields: '{}' }]);
    // Somebody else of the same town.
    const other = { ...updated, 'Contact / Nom': 'Petit', 'Contact / Localite': 'Angers' };
    await send(other);
    assert.deepEqual(await stored(), [{ fields: '{"lastName":"Petit","ville":"Angers"}' }]);
    assert.equal((await entryOf(service, numero)).fields.phoneClient, '+33261910000');
  });
});
