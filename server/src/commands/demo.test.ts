import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { launcher } from '../../../tools/harness/service-process.ts';
import { memoryFolder } from '../../test/fixtures/memory-folder.ts';

interface Demo {
  readonly child: ChildProcess;
  readonly url: string;
  /** The curl lines, in the order printed. */
  readonly lines: readonly string[];
  /** Everything that it printed. */
  readonly text: string;
}

/** Starts the real command in `folder`, beside the settings of a real installation. */
async function startDemo(folder: string): Promise<Demo> {
  const child = spawn(process.execPath, [launcher, 'demo'], {
    cwd: folder,
    env: {
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      HOST: '127.0.0.2',
      DATABASE_URL: 'postgres://somebody@db.example.org/real',
      SECRET_KEY: 'the key of a real installation 0123456789',
      WIRE_COMMERCIAL_TYPE: 'contactType',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  let text = '';
  for await (const chunk of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += chunk;
    if (text.includes('Ctrl-C')) break;
  }
  child.stdout.resume();
  const url = /http:\/\/[\d.:]+/.exec(text)?.[0];
  assert.ok(url !== undefined, text);
  return { child, url, text, lines: text.split('\n').filter((line) => line.startsWith('curl ')) };
}

async function stop({ child }: Demo): Promise<void> {
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  assert.equal(code, 0);
}

/** Does what the shell and curl make of a line: an address, headers and a body in single quotes. */
async function run(line: string): Promise<unknown> {
  const parts = [...line.matchAll(/(?:-([Hd]) )?'([^']*)'/g)].map(([, option, text = '']) => ({
    option,
    text,
  }));
  const of = (option?: string) => parts.filter((part) => part.option === option).map(({ text }) => text);
  assert.match(line, /^curl -s '[^']*'(?: -[Hd] '[^']*')*$/);
  const [body] = of('d');
  const response = await fetch(of()[0] ?? '', {
    method: body === undefined ? 'GET' : 'POST',
    headers: of('H').map((header) => header.split(': ', 2) as [string, string]),
    ...(body !== undefined && { body }),
  });
  const answer = await response.json();
  assert.equal(response.status, 200, `${line}\n${JSON.stringify(answer)}`);
  return answer;
}

const sumOf = (counts: unknown) =>
  (counts as { readonly total: number }[]).reduce((sum, { total }) => sum + total, 0);

// To fill one takes seconds.
describe('a demo', () => {
  let folder: string;
  let demo: Demo;
  before(async () => {
    folder = mkdtempSync(join(memoryFolder(), 'accueil-demo-'));
    demo = await startDemo(folder);
  });
  after(async () => {
    await stop(demo);
    rmSync(folder, { recursive: true, force: true });
  });

  let found: unknown;
  let total: number;

  it('every line that a demo prints works', async () => {
    assert.match(demo.url, /^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
    const answers: unknown[] = [];
    for (const line of demo.lines) answers.push(await run(line));
    const [created, lead, known, counts, group, jobs, oriented, followed, ...more] = answers;
    assert.equal(created, 'ok');
    found = lead;
    const { data } = lead as { data: { id: number; customId: string; type: string } };
    assert.deepEqual([data.customId, data.type], ['try-1', 'commercial.type.website']);
    assert.deepEqual(
      (known as { id: number }[]).map(({ id }) => id),
      [data.id],
    );
    total = sumOf(counts);
    assert.ok(data.id > 600);
    assert.ok(total > 0);
    assert.equal((group as { etablissements: unknown[] }).etablissements.length, 3);
    assert.ok((jobs as { totalAnnouncements: number }).totalAnnouncements > 9);
    for (const answer of [oriented, followed])
      assert.equal((answer as { MessageProblemes: string }).MessageProblemes, '');
    assert.deepEqual(more, []);
  });

  it('a demo keeps its data in a folder of their own, which the next start finds', async () => {
    await stop(demo);
    assert.deepEqual(readdirSync(folder), ['demo-data']);
    assert.equal(statSync(join(folder, 'demo-data')).mode & 0o777, 0o700);

    const { lines } = demo;
    demo = await startDemo(folder);
    const withoutPort = (line: string) => line.replace(/:\d+\//, '/');
    assert.deepEqual(demo.lines.map(withoutPort), lines.map(withoutPort), 'the same password and token');
    const [, findAgain = '', , countAgain = ''] = demo.lines;
    assert.deepEqual(await run(findAgain), found, 'what was tried is still there');
    // The lead was there when the counts were taken, the orientation came after.
    assert.equal(sumOf(await run(countAgain)), total + 1);
  });

  it('in a demo staff work an entry of the site, and its webhook arrives', async () => {
    const { data } = found as { data: { id: number } };
    const password = /with the password (\S+)/.exec(demo.text)?.[1];
    const receiver = /every mail, show on (\S+)/.exec(demo.text)?.[1];
    const headers = { origin: demo.url, 'content-type': 'application/json' };
    const signedIn = await fetch(`${demo.url}/desk/session`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email: 'direction@example.org', password }),
    });
    const { csrfToken } = (await signedIn.json()) as { csrfToken: string };
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    const processed = await fetch(`${demo.url}/desk/entries/${data.id}/processed`, {
      method: 'POST',
      headers: { origin: demo.url, cookie, 'x-csrf-token': csrfToken },
    });
    assert.equal(processed.status, 200, await processed.text());
    const message = { person: 'entry', channel: 'email', subject: 'Votre demande', text: 'Bonjour Madame' };
    const written = await fetch(`${demo.url}/desk/entries/${data.id}/letters`, {
      method: 'POST',
      headers: { ...headers, cookie, 'x-csrf-token': csrfToken },
      body: JSON.stringify(message),
    });
    assert.equal(written.status, 200, await written.text());
    const events = await fetch(`${receiver}/events`);
    let received = '';
    // Beside them, others of the demo may arrive.
    const holding = (text: string) => received.split('\n\n').find((one) => one.includes(text));
    const isThere = () => [holding('try-1'), holding('Bonjour Madame')].every((one) => one !== undefined);
    for await (const chunk of (events.body ?? assert.fail()).pipeThrough(new TextDecoderStream())) {
      received += chunk;
      if (received.endsWith('\n\n') && isThere()) break;
    }
    const shown = (text: string) => JSON.parse((holding(text) ?? '').replace('data: ', ''));
    const { to, subject, from } = shown('Bonjour Madame');
    assert.deepEqual(
      [to, subject, from],
      ['simone.martin@example.org', `Votre demande [n° ${data.id}]`, 'Les Tilleuls'],
    );
    const { isSigned, body } = shown('try-1');
    assert.equal(isSigned, true);
    const { event, customId } = JSON.parse(body);
    assert.deepEqual([event, customId], ['processed', 'try-1']);
    assert.match(await (await fetch(`${receiver}/`)).text(), /webhooks au site, e-mails aux familles/);
  });
});
