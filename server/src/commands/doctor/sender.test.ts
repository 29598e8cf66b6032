// What doctor says of the domain of MAIL_FROM, from a real name server.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { direct } from '../../../test/fixtures/command-line.ts';
import { openNameServer, type TextRecords } from '../../../test/fixtures/dns.ts';
import { blocksOf, docs } from '../../../test/fixtures/docs-blocks.ts';
import { newDatabase } from '../../../test/fixtures/service.ts';
import { readSender, readSmtpServer } from '../../mail/settings.ts';
import { checkSender } from './sender.ts';

const spf = 'v=spf1 include:spf.relay.example.org -all';
const dmarc = 'v=DMARC1; p=none; rua=mailto:dmarc@example.org';

/** The state and the message of each check. */
async function check(
  address = 'accueil@example.org',
  withinMs?: number,
): Promise<Record<string, readonly [string, string]>> {
  const [from, server] = [readSender(address), readSmtpServer('smtps://relay.example.org')];
  assert.ok(from !== undefined && server !== undefined);
  const findings = await Array.fromAsync(checkSender({ from, server }, withinMs));
  return Object.fromEntries(findings.map((one) => [one.check, [one.state, one.message] as const]));
}

describe('the domain of MAIL_FROM', () => {
  const cases: readonly [what: string, TextRecords, check: string, state: string, says: RegExp][] = [
    ['one SPF record', { 'example.org': ['other', spf] }, 'SPF', 'ok', /^example\.org: v=spf1 include:/],
    [
      'an SPF record of two parts',
      { 'example.org': [`v=spf1 ${'ip4:192.0.2.1 '.repeat(25)}-all`] },
      'SPF',
      'ok',
      /-all$/,
    ],
    ['no record', {}, 'SPF', 'warn', /no SPF record: .* the provider of relay\.example\.org/],
    ['other texts', { 'example.org': ['v=spf10 a', 'key=1'] }, 'SPF', 'warn', /no SPF record/],
    ['two SPF records', { 'example.org': [spf, 'v=spf1 mx -all'] }, 'SPF', 'warn', /2 SPF records, .*none/],
    ['+all', { 'example.org': ['v=spf1 mx +all'] }, 'SPF', 'warn', /every server .*\+all/],
    ['all', { 'example.org': ['v=spf1 mx all'] }, 'SPF', 'warn', /every server/],
    ['~all', { 'example.org': ['v=spf1 mx ~all'] }, 'SPF', 'ok', /~all/],
    ['a DMARC record', { '_dmarc.example.org': [dmarc] }, 'DMARC', 'ok', /p=none/],
    ['no DMARC record', { 'example.org': [spf] }, 'DMARC', 'warn', /no DMARC record.*_dmarc\.example\.org/],
    ['two DMARC records', { '_dmarc.example.org': [dmarc, dmarc] }, 'DMARC', 'warn', /2 DMARC records/],
    ['nothing else to look up', {}, 'DKIM', 'ok', /dkim=pass/],
  ];
  it('SPF, DMARC and DKIM of MAIL_FROM are judged by its records', async (t) => {
    const server = await openNameServer(t);
    for (const [what, records, name, state, says] of cases) {
      server.records = records;
      const [found, message = ''] = (await check())[name] ?? [];
      assert.equal(found, state, what);
      assert.match(message, says);
    }
  });

  it('the domain of MAIL_FROM may have its DMARC record above it, and accents', async (t) => {
    await openNameServer(t, {
      'courrier.xn--rsidence-b1a.example.org': [spf],
      '_dmarc.example.org': [dmarc],
    });
    const { SPF, DMARC } = await check('accueil@courrier.résidence.example.org');
    assert.deepEqual([SPF?.[0], DMARC?.[0]], ['ok', 'ok']);
  });

  it('without an answer of a name server MAIL_FROM is not judged', async (t) => {
    const server = await openNameServer(t);
    server.answers = false;
    const silent = await check(undefined, 200);
    for (const name of ['SPF', 'DMARC']) {
      assert.equal(silent[name]?.[0], 'warn');
      assert.match(silent[name]?.[1] ?? '', /could not be looked up \(no answer\)/);
    }
    server.answers = true;
    server.failure = 2;
    const failing = await check();
    assert.match(failing.SPF?.[1] ?? '', /could not be looked up \(ESERVFAIL\)/);
  });
});

describe('what docs/mail.md shows of deliverability', () => {
  it('doctor says of deliverability what docs/mail.md shows', async (t) => {
    const text = docs().find(({ path }) => path === 'docs/mail.md')?.text ?? '';
    const section = text.slice(text.indexOf('## Deliverability'));
    const [zone, sound = '', bare = ''] = blocksOf(section).map((block) => block.text);
    const published = [...(zone ?? '').matchAll(/^(\S+)\.\s+TXT\s+"(.+)"$/gm)];
    const place = await newDatabase('sqlite');
    t.after(() => place.remove());
    const env = { ...place.env, SMTP_URL: 'smtps://relay.example.org', MAIL_FROM: 'accueil@example.org' };
    const nameServer = await openNameServer(t);
    const says = async () => (await direct(['doctor'], env)).stdout.split('\n');
    assert.equal(published.length, 2);
    const before = await says();
    for (const line of bare.split('\n')) assert.ok(before.includes(line), `${line}\n${before.join('\n')}`);
    nameServer.records = Object.fromEntries(published.map(([, name = '', record = '']) => [name, [record]]));
    const after = await says();
    for (const line of sound.split('\n')) assert.ok(after.includes(line), `${line}\n${after.join('\n')}`);
  });
});
