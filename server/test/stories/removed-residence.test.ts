import assert from 'node:assert/strict';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { after, before, it } from 'node:test';
import { untilNotified } from '../fixtures/change-notifications.ts';
import { connectTo, listen, parseAnswer, type RawAnswer, sendRaw } from '../fixtures/raw-http.ts';
import { execute, number } from '../fixtures/rows.ts';
import { onSqlite, startService, type TestService } from '../fixtures/service.ts';

const residence = 77;
const offer = 770;

onSqlite('a residence that is removed while a request for it is on its way', (engine) => {
  let service: TestService;
  let port: number;
  before(async () => {
    service = await startService(engine);
    port = await listen(service.app);
  });
  after(() => service.close());

  const change = (statement: string) =>
    untilNotified(service.database, 'residences', () => execute(service.database, statement));

  /** Sends a request whose body ends only when the residence is gone, and its offer. */
  async function sendMeanwhile(path: string, fields: object): Promise<RawAnswer> {
    await change(
      `insert into establishments (id, group_id, name, details) values (${residence}, 1, 'Éphémère', '{}')`,
    );
    await change(`insert into announcements values (${offer}, ${residence}, 'Aide-soignant', 1)`);
    const body = Buffer.from(JSON.stringify(fields));
    const socket = await connectTo(port);
    const answered = text(socket);
    socket.write(
      `POST ${path}?${service.query} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 100-continue\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    await once(socket, 'data');
    socket.write(body.subarray(0, 5));
    // Its hooks have run by then; had they not, what is asserted would hold all the same.
    await sendRaw(port, 'GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    // It fails even before the service has heard of the change.
    await execute(service.database, `delete from announcements where id = ${offer}`);
    await execute(service.database, `delete from establishments where id = ${residence}`);
    socket.write(body.subarray(5));
    return parseAnswer((await answered).replace(/^HTTP\/1.1 100 Continue\r\n\r\n/, ''));
  }

  it('an entry for a residence that was just removed is refused', async () => {
    const path = `/fr/etablissement/${residence}/commercial/create`;
    const answer = await sendMeanwhile(path, { lastName: 'Martin' });
    assert.equal(answer.status, 404, answer.whole);
    assert.equal(JSON.parse(answer.body).error.message, `path: no establishment has the id ${residence}`);
    const named = await sendMeanwhile('/fr/announcement/postuler', { etablissementId: residence });
    assert.equal(named.status, 400, named.whole);
    assert.match(JSON.parse(named.body).error.message, /^etablissementId: no establishment has the id 77/);
  });

  it('who applies to an offer that was just removed is not lost', async () => {
    const answer = await sendMeanwhile('/fr/announcement/postuler', {
      announcementId: offer,
      lastName: 'Roux',
    });
    assert.equal(answer.body, '"ok"', answer.whole);
    const kept = `select count(*) as n from entries where announcement_id = ${offer} and establishment_id is null`;
    assert.equal(await number(service.database, kept), 1);
  });
});
