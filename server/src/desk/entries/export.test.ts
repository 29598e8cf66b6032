import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { editEntry } from '../../../test/fixtures/acts.ts';
import { signIn } from '../../../test/fixtures/desk.ts';
import { act, send } from '../../../test/fixtures/entry-events.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { assertFailure, onSqlite, startService, type TestService } from '../../../test/fixtures/service.ts';

const at = (establishmentId: number) => `etablissement/${establishmentId}/commercial/create`;

onSqlite('an export of entries', (engine) => {
  let service: TestService;
  beforeEach(async () => {
    service = await startService(engine);
  });
  afterEach(() => service.close());

  it('an export opens in a French Excel, and calculates nothing there', async () => {
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

  it('an export has each entry of the list once, and the trail says so', async () => {
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
    assert.deepEqual(
      all,
      Array.from({ length: 230 }, (_, i) => 230 - i),
    );
    assert.deepEqual(await listed('order=asc'), all.toReversed());
    assert.equal((await listed('q=dupont')).length, 23);
    assert.equal((await listed('q=martin&establishmentId=5&sort=contactDate')).length, 115);
    const trail = await rows<{ detail: string }>(
      service.database,
      "select detail from audit where action = 'exported' order by id",
    );
    const exported = { kind: 'commercial', exact: true };
    assert.deepEqual(
      trail.map(({ detail }) => JSON.parse(detail)),
      [
        { ...exported, filters: [], count: 230 },
        { ...exported, filters: [], count: 230 },
        { ...exported, filters: ['q'], count: 23 },
        { ...exported, filters: ['q', 'establishmentId'], count: 115 },
      ],
    );
  });

  it('an export is of the residences within reach alone', async () => {
    await send(service, 'seen', { lastNameClient: 'Vue' });
    await send(service, 'hidden', { lastNameClient: 'Cachée' }, at(5));
    const desk = await signIn(service, [{ role: 'reader', establishmentId: 3 }]);
    const { body } = await desk.get('/desk/entries.csv?kind=commercial');
    assert.match(body, /Vue/);
    assert.doesNotMatch(body, /Cachée/);
    const elsewhere = await desk.get('/desk/entries.csv?kind=commercial&establishmentId=5');
    assert.equal(elsewhere.body.split('\r\n').length, 2);
    assertFailure(await desk.get('/desk/entries.csv'), 400, 'INVALID', /kind/);
  });
});
