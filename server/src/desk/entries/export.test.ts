import assert from 'node:assert/strict';
import { it } from 'node:test';
import { editEntry } from '../../../test/fixtures/acts.ts';
import { signIn } from '../../../test/fixtures/desk.ts';
import { act, send } from '../../../test/fixtures/entry-events.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService } from '../../../test/fixtures/service.ts';

const at = (establishmentId: number) => `etablissement/${establishmentId}/commercial/create`;

onSqlite('an export of entries', (engine) => {
  it('opens in a French Excel, and calculates nothing there', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    const desk = await signIn(service);
    const id = await send(service, '-2+3', {
      type: 'commercial.type.website',
      sejourType: 'commercial.sejourType.temporaire',
      firstNameClient: '=1+1',
      lastNameClient: 'Lefèvre; "dite" Œuf',
      emailClient: '@example.org@example.org'.slice(1),
      dateFirstContact: '2026-03-02',
      commercialrelations: [{ firstName: '@SUM(A1)', lastName: 'Martin', cellphone: '06 39 98 12 34' }],
    });
    await act(service, (tx, staff) =>
      editEntry(tx, id, staff, {
        resultat: 'commercial.resultat.nosuite',
        motif: 'commercial.motif.choixetablissement',
        actions: [{ date: '2026-03-09', time: '10:30', stage: 'Visite', done: false, comment: 'a\nb' }],
      }),
    );
    const answer = await desk.get('/desk/entries.csv?kind=commercial');
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8');
    assert.equal(answer.headers['content-disposition'], 'attachment; filename="demandes-2026-03-04.csv"');
    const bytes = answer.rawPayload;
    assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(3));
    assert.equal(
      text,
      [
        '"N°";"Résidence";"Statut";"Étape";"Résultat";"Motif";"Admission le";"Origine";"Séjour";"Date de contact";"Reçue le";"Personne";"À contacter";"Lien";"Téléphone";"E-mail";"Message";"Confiée à";"Dernière action";"Prochaine action";"À regarder";"Transmise par";"Référence du site"',
        `${id};"Le Clos des Vignes";"Traitée";;"Sans suite";"Choix d’un autre établissement";;"Site internet";"Hébergement temporaire";"02/03/2026";"04/03/2026 10:00";"'=1+1 Lefèvre; ""dite"" Œuf";"'@SUM(A1) Martin";;"06.39.98.12.34";"example.org@example.org";;;;"Visite, 09/03/2026 10:30, a\nb";"Non";"site";"'-2+3"`,
        '',
      ].join('\r\n'),
    );
  });

  it('has every entry of the list once, in its order, and the audit trail says so', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    const desk = await signIn(service);
    // More than a slice.
    await Promise.all(
      Array.from({ length: 230 }, (_, n) =>
        service.post(`/fr/${at(n % 2 === 0 ? 3 : 5)}?${service.query}`, {
          lastNameClient: n % 10 === 0 ? 'Dupont' : 'Martin',
        }),
      ),
    );
    const listed = async (query: string) => {
      const { body } = await desk.get(`/desk/entries.csv?kind=commercial&${query}`);
      return body
        .split('\r\n')
        .slice(1, -1)
        .map((line) => Number(line.split(';')[0]));
    };
    const all = await listed('');
    assert.equal(all.length, 230);
    assert.deepEqual(
      all,
      all.toSorted((a, b) => b - a),
    );
    assert.equal(new Set(all).size, 230);
    assert.deepEqual(await listed('order=asc'), all.toReversed());
    assert.equal((await listed('q=dupont')).length, 23);
    assert.equal((await listed('q=martin&establishmentId=5&sort=contactDate')).length, 115);
    assert.deepEqual(await listed('establishmentId=9'), []);
    const trail = await rows<{ action: string; detail: string }>(
      service.database,
      "select action, detail from audit where action = 'exported' order by id",
    );
    assert.deepEqual(
      trail.map(({ detail }) => JSON.parse(detail)),
      [
        { kind: 'commercial', filters: [], count: 230, exact: true },
        { kind: 'commercial', filters: [], count: 230, exact: true },
        { kind: 'commercial', filters: ['q'], count: 23, exact: true },
        { kind: 'commercial', filters: ['q', 'establishmentId'], count: 115, exact: true },
        { kind: 'commercial', filters: ['establishmentId'], count: 0, exact: true },
      ],
    );
  });

  it('is of the residences within reach alone, and of job applications for who may read them', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    await send(service, 'seen', { lastNameClient: 'Vue' });
    await send(service, 'hidden', { lastNameClient: 'Cachée' }, at(5));
    const desk = await signIn(service, [{ role: 'reader', establishmentId: 3 }]);
    const { body } = await desk.get('/desk/entries.csv?kind=commercial');
    assert.match(body, /Vue/);
    assert.doesNotMatch(body, /Cachée/);
    const elsewhere = await desk.get('/desk/entries.csv?kind=commercial&establishmentId=5');
    assert.equal(elsewhere.body.split('\r\n').length, 2);
    assertFailure(await desk.get('/desk/entries.csv?kind=postuler'), 403, 'FORBIDDEN');
    assertFailure(await desk.get('/desk/entries.csv'), 400, 'INVALID', /kind/);
    assertFailure(await desk.get('/desk/entries.csv?kind=commercial&q=a'), 400, 'INVALID', /q/);
  });
});

onSqlite('a list of what is planned, or of somebody’s own residences', (engine) => {
  it('has what is planned and not done', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    const desk = await signIn(service);
    const plan = async (customId: string, actions: Parameters<typeof editEntry>[3]['actions'], to = 3) => {
      const id = await send(service, customId, { lastNameClient: customId }, at(to));
      await act(service, (tx, staff) =>
        editEntry(tx, id, staff, { ...(actions !== undefined && { actions }) }),
      );
    };
    const date = '2026-03-09';
    await plan('visit', [
      { date, stage: 'Visite', done: false },
      { date, time: '11:00', stage: 'Visite', done: false },
    ]);
    await plan('call', [{ date, stage: 'Prise de contact', done: false }], 5);
    await plan('note', [{ date, done: false, comment: 'rappeler' }]);
    await plan('done', [{ date, stage: 'Visite', done: true }]);
    const planned = async (query: string) => {
      const { data, total } = (await desk.get(`/desk/entries?kind=commercial&${query}`)).json();
      assert.equal(total.count, data.length);
      return data.map(({ customId }: { customId: string }) => customId);
    };
    assert.deepEqual(await planned('planned=visit'), ['visit']);
    assert.deepEqual(await planned('planned=callback'), ['note', 'call']);
    assert.deepEqual(await planned('planned=callback&q=call&establishmentId=5'), ['call']);
    assert.deepEqual(await planned('planned=callback&establishmentId=3'), ['note']);
    assertFailure(await desk.get('/desk/entries?kind=commercial&planned=x'), 400, 'INVALID', /planned/);
  });

  it('has the residences that a role names, of those within reach', async (t) => {
    const service = await startService(engine);
    t.after(() => service.close());
    await send(service, 'own', {});
    await send(service, 'other', {}, at(5));
    const desk = await signIn(service, [
      { role: 'reader', establishmentId: null },
      { role: 'direction', establishmentId: 3 },
    ]);
    const named = async (query: string) =>
      (await desk.get(`/desk/entries?kind=commercial&${query}`))
        .json()
        .data.map(({ customId }: { customId: string }) => customId);
    assert.deepEqual(await named(''), ['other', 'own']);
    assert.deepEqual(await named('mine=true'), ['own']);
  });
});
