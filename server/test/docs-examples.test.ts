// Every curl line of the documents is sent, in the order in which a reader would try them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { examples } from '../src/contract/examples.ts';
import { operations } from '../src/contract/operations.ts';
import { curl } from '../src/http/docs/curl.ts';
import { blocksOf, docs, isShown, readCurl } from './docs-blocks.ts';
import { onBothEngines, startService } from './service.ts';

const base = 'http://127.0.0.1:8080';

onBothEngines('what the documents show', (engine) => {
  for (const { path, text } of docs()) {
    const blocks = blocksOf(text);
    const commands = blocks.filter((block) => block.text.startsWith('curl '));
    if (commands.length === 0) continue;

    it(`is what the service answers: ${path}`, async () => {
      const service = await startService(engine);
      try {
        for (const [i, { text: command }] of blocks.entries()) {
          if (!command.startsWith('curl ')) continue;
          const { method, url, headers, body } = readCurl(command, {
            PASSWORD: service.password,
            TOKEN: service.token,
          });
          const response = await service.app.inject({
            method,
            url,
            headers: { ...headers },
            ...(body !== undefined && { payload: body }),
          });
          const shown = blocks[i + 1];
          assert.equal(shown?.language, 'json', `no answer below: ${command}`);
          assert.ok(isShown(shown.text, response.body), `${command}\n${response.body}`);
        }
      } finally {
        await service.close();
      }
    });
  }
});

describe('the README', () => {
  it('tries every route, with the requests of the reference', () => {
    const readme = docs().find(({ path }) => path === 'README.md');
    assert.ok(readme);
    const commands = blocksOf(readme.text).filter(({ text }) => text.startsWith('curl '));
    assert.deepEqual(
      commands.map(({ text }) => text),
      examples.map((example) => commandOf(example)),
    );
  });
});

describe('comparing an answer with the one shown', () => {
  it('finds differences', () => {
    assert.ok(isShown('{"a":1,…,"c":[…]}', '{"a":1,"b":2,"c":[3]}'));
    assert.ok(!isShown('{"a":1}', '{"a":1,"b":2}'));
    assert.ok(!isShown('{"a":2,…}', '{"a":1,"b":2}'));
  });
});

function commandOf({ operation, path, query, body }: (typeof examples)[number]): string {
  const route = Object.entries(operations).find(([, { id }]) => id === operation)?.[0] ?? '';
  const [method, pattern = ''] = route.split(' ');
  const filled = pattern.replaceAll(/:(\w+)/g, (_, name) => String(path[name]));
  const search = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return curl({
    method: method === 'GET' ? 'get' : 'post',
    url: `${base}${filled}${search.length === 0 ? '' : `?${search.join('&')}`}`,
    credential: pattern.startsWith('/appli/') ? 'token' : 'password',
    ...(body !== undefined && { body }),
  });
}
