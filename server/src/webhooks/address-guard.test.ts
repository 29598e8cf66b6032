import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { describe, it } from 'node:test';
import { AddressRefused, addressGuard, type Lookup } from './address-guard.ts';

const unused: Lookup = () => assert.fail('No name should be looked up');
const guard = addressGuard([], unused);
const allowing = addressGuard(['127.0.0.0/8', '::1/128', '10.1.2.3', 'fd00::/8'], unused);

const public_ = ['8.8.8.8', '1.0.0.1', '100.63.255.255', '2606:4700:4700::1111', '::ffff:8.8.8.8'];

const special = {
  'this host': ['0.0.0.0', '0.1.2.3', '::'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fdff::1'],
  'link-local, and the metadata of clouds': ['169.254.169.254', 'fe80::1', 'fe80::1%lo', 'fec0::1'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1'],
  broadcast: ['255.255.255.255'],
  reserved: ['240.0.0.1', '192.0.0.8', '198.18.0.1', '5f00::1', '4000::1', '100::1'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  'mapped and compatible': [
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '::127.0.0.1',
    '::8.8.8.8',
    '::808:808',
    '::ffff:0:7f00:1',
  ],
  NAT64: ['64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::a00:1'],
  '6to4': ['2002:7f00:1::1', '2002:a9fe:a9fe::', '192.88.99.1'],
  Teredo: ['2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  'no address': ['', 'localhost', '10', '127.1', '0x7f.0.0.1', '127.0.0.1:80'],
};

describe('addresses of webhooks', () => {
  it('a public address is for https alone', () => {
    for (const address of public_) {
      assert.equal(guard.refusalOfAddress(address, 'https:'), null, address);
      assert.match(guard.refusalOfAddress(address, 'http:') ?? '', /^Only https/, address);
      assert.match(allowing.refusalOfAddress(address, 'http:') ?? '', /^Only https/, address);
    }
  });

  it('an address that is not public is refused', () => {
    for (const [kind, addresses] of Object.entries(special))
      for (const address of addresses)
        for (const protocol of ['https:', 'http:'])
          assert.notEqual(guard.refusalOfAddress(address, protocol), null, `${kind}: ${address}`);
  });

  it('an allowed address is good over http and https', () => {
    const addresses = ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '10.1.2.3', 'fd12::1'];
    for (const address of addresses) {
      assert.equal(allowing.refusalOfAddress(address, 'http:'), null, address);
      assert.equal(allowing.refusalOfAddress(address, 'https:'), null, address);
    }
    for (const address of ['126.0.0.1', '10.1.2.4', '::2', 'fc00::1', '::127.0.0.1']) {
      assert.notEqual(allowing.refusalOfAddress(address, 'http:'), null, address);
    }
  });
});

describe('URLs of webhooks', () => {
  it('a URL that is none, has credentials, is private or without TLS is refused', () => {
    for (const [url, says] of [
      ['receiver.example.org', /not a URL/],
      ['ftp://receiver.example.org/', /https:\/\/ or http:\/\//],
      ['file:///etc/passwd', /https:\/\/ or http:\/\//],
      ['https://user@receiver.example.org/', /a user/],
      ['https://:secret@receiver.example.org/', /a password/],
      ['https://127.0.0.1/', /127\.0\.0\.1 is not a public address/],
      ['https://2130706433/', /127\.0\.0\.1/],
      ['https://0x7f.1/', /127\.0\.0\.1/],
      ['https://0177.0.0.1/', /127\.0\.0\.1/],
      ['https://127.0.0.1./', /127\.0\.0\.1/],
      ['https://１２７.0.0.1/', /127\.0\.0\.1/],
      ['https://[::1]/', /::1 is not a public/],
      ['https://[::ffff:127.0.0.1]/', /127\.0\.0\.1/],
      ['https://[64:ff9b::7f00:1]/', /not a public/],
      ['http://8.8.8.8/', /^Only https/],
      ['http://receiver.example.org/', /^Only https/],
    ] as const)
      assert.match(guard.refusalOfUrl(url) ?? '', says, url);
  });

  it('a refusal says nothing of a password in the URL', () => {
    for (const url of ['https://u:canary@receiver.example.org/', 'ftp://canary/', 'canary']) {
      assert.doesNotMatch(guard.refusalOfUrl(url) ?? '', /canary/);
    }
  });

  it('a URL is good when it is public https, or allowed', () => {
    for (const url of [
      'https://receiver.example.org:8443/a?b=c',
      'https://8.8.8.8/',
      'https://[2606:4700::1]/',
    ])
      assert.equal(guard.refusalOfUrl(url), null, url);
    for (const url of ['http://127.0.0.1:8080/', 'http://[::1]:80/', 'http://receiver.example.org/'])
      assert.equal(allowing.refusalOfUrl(url), null, url);
    assert.match(allowing.refusalOfUrl('http://192.168.1.1/') ?? '', /192\.168\.1\.1 is not a public/);
  });
});

describe('look-ups', () => {
  const v4 = { address: '8.8.8.8', family: 4 };
  const v6 = { address: '2606:4700::1', family: 6 };

  interface Asking {
    readonly protocol?: string;
    readonly allow?: string[];
    readonly error?: NodeJS.ErrnoException | null;
    readonly all?: boolean;
    readonly family?: number;
  }
  /** The result of the look-up of a name with these addresses. */
  function lookUp(addresses: LookupAddress[], asking: Asking) {
    const { protocol = 'https:', allow = [], error = null, ...options } = asking;
    let answer: { error: Error | null; told: unknown[] } = { error: null, told: [] };
    let asked: unknown;
    const { lookupFor } = addressGuard(allow, (_, given, callback) => {
      asked = given;
      callback(error, addresses);
    });
    lookupFor(protocol)('receiver.example.org', options, (failure, ...told) => {
      answer = { error: failure, told };
    });
    return { ...answer, asked };
  }

  it('a look-up answers all addresses, or one, as it is asked', () => {
    for (const [asking, told] of [
      [{ all: true }, [[v6, v4]]],
      [{ family: 0 }, ['2606:4700::1', 6]],
    ] as const)
      assert.deepEqual(lookUp([v6, v4], asking), { error: null, told, asked: { ...asking, all: true } });
  });

  it('a look-up fails when any address is not public', () => {
    for (const hidden of special.private) {
      for (const all of [true, false]) {
        const { error } = lookUp([v4, { address: hidden, family: hidden.includes(':') ? 6 : 4 }], { all });
        assert.ok(error instanceof AddressRefused);
        assert.match(error.message, /^receiver\.example\.org: .* is not a public address/);
      }
    }
  });

  it('http goes to allowed addresses alone', () => {
    const local = { address: '127.0.0.1', family: 4 };
    const http = { protocol: 'http:', allow: ['127.0.0.0/8'], all: true };
    assert.deepEqual(lookUp([local], http).told, [[local]]);
    assert.match(lookUp([v4], http).error?.message ?? '', /Only https/);
    assert.match(lookUp([local, v4], http).error?.message ?? '', /Only https/);
  });

  it('a look-up hands on a failure, and fails where there is no address', () => {
    const error = Object.assign(new Error('not known'), { code: 'ENOTFOUND' });
    assert.equal(lookUp([], { error }).error, error);
    assert.ok(lookUp([], { all: true }).error instanceof AddressRefused);
  });
});
