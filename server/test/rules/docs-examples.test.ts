// Every curl line of the documents is sent, in the order in which a reader would try them.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hashLoginPassword } from '../../src/access/login-password.ts';
import { addUser } from '../../src/access/users.ts';
import { administrator, deskPassword } from '../fixtures/desk.ts';
import { blocksOf, docs, isShown, readCurl } from '../fixtures/docs-blocks.ts';
import { onSqlite, startService, type TestService } from '../fixtures/service.ts';

/** A reader may come to an example years after it was written. */
const readAt = new Date();

onSqlite('curl lines of the documents', (engine) => {
  for (const { path, text } of docs()) {
    const blocks = blocksOf(text);
    const commands = blocks.filter((block) => block.text.startsWith('curl '));
    if (commands.length === 0) continue;

    it(`what a document shows is what the service answers: ${path}`, async () => {
      const service = await startService(engine);
      service.clock.now = readAt;
      try {
        await addAdministrator(service);
        const variables: Record<string, string> = {
          PASSWORD: service.password,
          TOKEN: service.token,
          EMAIL: 'admin@example.org',
          ADMIN_PASSWORD: deskPassword,
          CLICK: readAt.toISOString(),
        };
        const jars = new Map<string, string>();
        for (const [i, { text: command }] of blocks.entries()) {
          if (!command.startsWith('curl ')) continue;
          const { method, url, headers, body, cookiesTo, cookiesFrom } = readCurl(command, variables);
          const response = await service.app.inject({
            method,
            url,
            headers: {
              ...headers,
              ...(cookiesFrom !== undefined && { cookie: jars.get(cookiesFrom) ?? '' }),
            },
            ...(body !== undefined && { payload: body }),
          });
          if (cookiesTo !== undefined) {
            jars.set(cookiesTo, response.cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
            // Shell variables that the reader sets.
            variables.CSRF = response.json<{ csrfToken: string }>().csrfToken;
          }
          const shown = blocks[i + 1];
          const isCsv = String(response.headers['content-type']).startsWith('text/csv');
          assert.equal(shown?.language, isCsv ? 'csv' : 'json', `no answer below: ${command}`);
          // A document ends its lines as documents do.
          const answered = isCsv ? response.body.trimEnd().replaceAll('\r\n', '\n') : response.body;
          assert.ok(isShown(shown.text, answered), `${command}\n${response.body}`);
        }
      } finally {
        await service.close();
      }
    });
  }
});

it('an answer that differs from the one shown is found', () => {
  assert.ok(isShown('{"a":1,…,"c":[…]}', '{"a":1,"b":2,"c":[3]}'));
  assert.ok(!isShown('{"a":1}', '{"a":1,"b":2}'));
  assert.ok(!isShown('{"a":2,…}', '{"a":1,"b":2}'));
});

/** The administrator of a first start. */
async function addAdministrator({ database, secrets, clock }: TestService): Promise<void> {
  const passwordHash = await hashLoginPassword(deskPassword);
  await database.transaction((tx) =>
    addUser(
      tx,
      { secrets, now: clock.now },
      { email: 'admin@example.org', name: 'Administrateur', passwordHash, grants: [administrator] },
    ),
  );
}
