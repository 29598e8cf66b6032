import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError, parseConfig, settings } from './config.ts';
import { wireDefaults } from './contract/wire-names.ts';

/** The lines of what is wrong, without the heading. */
function mistakesOf(env: Record<string, string>): string[] {
  try {
    parseConfig(env);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.message
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
  }
  return [];
}

describe('settings', () => {
  it('settings have these defaults', () => {
    assert.ok(Object.isFrozen(parseConfig({})));
    assert.deepEqual(parseConfig({}), {
      host: '127.0.0.1',
      port: 8080,
      dataDir: './data',
      database: { engine: 'sqlite', file: './data/accueil.db' },
      poolSize: 10,
      publicUrl: 'http://127.0.0.1:8080',
      linkUrl: undefined,
      receiptsPerHour: 60,
      sms: undefined,
      secretKey: undefined,
      logLevel: 'info',
      trustedProxies: [],
      webhookAllow: [],
      metricsToken: undefined,
      passwordOptionalOn: new Set(),
      browserCreationsPerMinute: 30,
      fullCreationsPerMinute: 0,
      cvQuotaPerAddress: 50 * 1024 * 1024,
      cvQuotaTotal: 500 * 1024 * 1024,
      backupDays: 30,
      auditLog: false,
      diskReserve: { folder: './data', bytes: 512 * 1024 * 1024 },
      partnerRequestsPerMinute: 300,
      firstPassword: undefined,
      firstToken: undefined,
      firstAdmin: undefined,
      wireNames: wireDefaults,
      mail: undefined,
    });
  });

  it('settings are read trimmed, lists by commas', () => {
    const config = parseConfig({
      HOST: ' :: ',
      PORT: '0',
      DATABASE_URL: 'postgres://u:p@db.example.org/accueil',
      DATABASE_POOL: '4',
      PUBLIC_URL: 'https://accueil.example.org/',
      SECRET_KEY: 's'.repeat(32),
      LOG_LEVEL: 'debug',
      TRUSTED_PROXIES: '10.0.0.0/8, 192.168.1.1,,2001:db8::/32, ::1',
      WEBHOOK_ALLOW: '127.0.0.0/8, ::1/128',
      METRICS_TOKEN: 'm'.repeat(16),
      PASSWORD_OPTIONAL_ON: 'jobs, show,groups',
      RATE_LIMIT_BROWSER: '1',
      RATE_LIMIT_FULL: '600',
      RECEIPTS_PER_HOUR: '0',
      RATE_LIMIT_PARTNER: '900',
      WIRE_PARTNERID: 'id_partenaire',
    });
    assert.equal(config.host, '::');
    assert.equal(config.port, 0);
    assert.deepEqual(config.database, { engine: 'postgres', url: 'postgres://u:p@db.example.org/accueil' });
    assert.equal(config.publicUrl, 'https://accueil.example.org');
    assert.deepEqual([config.linkUrl, config.receiptsPerHour], ['https://accueil.example.org', 0]);
    assert.deepEqual(config.trustedProxies, ['10.0.0.0/8', '192.168.1.1', '2001:db8::/32', '::1']);
    assert.deepEqual(config.webhookAllow, ['127.0.0.0/8', '::1/128']);
    assert.deepEqual(config.passwordOptionalOn, new Set(['jobs', 'show', 'groups']));
    assert.equal(config.browserCreationsPerMinute, 1);
    assert.equal(config.fullCreationsPerMinute, 600);
    assert.equal(config.partnerRequestsPerMinute, 900);
    assert.equal(config.wireNames.partnerid, 'id_partenaire');
  });

  it('SMTP_URL and MAIL_FROM say where mails go, and whom they are from', () => {
    const mailOf = (SMTP_URL: string, MAIL_FROM = 'accueil@example.org') =>
      parseConfig({ SMTP_URL, MAIL_FROM }).mail;
    const from = { name: '', address: 'accueil@example.org' };
    const server = { host: 'mail.example.org', port: 587, secure: false, login: undefined };
    assert.deepEqual(mailOf('smtp://mail.example.org'), { server, from });
    assert.deepEqual(mailOf('smtps://accueil%40example.org:p%2F%C3%A9%3A@mail.example.org:4465/'), {
      server: {
        ...server,
        ...{ port: 4465, secure: true, login: { user: 'accueil@example.org', password: 'p/é:' } },
      },
      from,
    });
    assert.equal(mailOf('smtps://mail.example.org')?.server.port, 465);
    assert.deepEqual(mailOf('smtp://[::1]:25')?.server, { ...server, host: '::1', port: 25 });
    assert.deepEqual(mailOf('smtp://mail.example.org', 'Les Résidences <a@example.org>')?.from, {
      name: 'Les Résidences',
      address: 'a@example.org',
    });
    assert.equal(parseConfig({ MAIL_FROM: 'a@example.org' }).mail, undefined);
    assert.deepEqual(mistakesOf({ SMTP_URL: 'smtp://mail.example.org' }), [
      'MAIL_FROM: required with SMTP_URL',
    ]);
  });

  it('an empty setting counts as absent', () => {
    const empty = Object.fromEntries(settings.map(({ name }) => [name, ' ']));
    assert.deepEqual(parseConfig(empty), parseConfig({}));
    assert.deepEqual(mistakesOf({ DATABASE_URL: 'postgres://db/accueil', SECRET_KEY: '' }), [
      'SECRET_KEY: required with DATABASE_URL, the same for every process',
    ]);
  });

  it('an IPv6 host stands in brackets', () => {
    assert.equal(parseConfig({ HOST: '::1', PORT: '81' }).publicUrl, 'http://[::1]:81');
  });
});

describe('mistakes in settings', () => {
  it('mistakes in settings are reported at once, each with its setting', () => {
    const told = mistakesOf({
      PORT: '70000',
      DATABASE_URL: 'mysql://db/accueil',
      DATABASE_POOL: '3',
      PUBLIC_URL: 'accueil.example.org',
      SECRET_KEY: 'short',
      LOG_LEVEL: 'loud',
      TRUSTED_PROXIES: '10.0.0.0/33,proxy.example.org',
      WEBHOOK_ALLOW: 'receiver.example.org',
      METRICS_TOKEN: 'short',
      SMTP_URL: 'https://mail.example.org',
      MAIL_FROM: 'accueil',
      SMS_URL: 'gateway',
      SMS_HEADER: 'key',
      SMS_BODY: 'text',
      SMS_SENDER: '12345678901234',
      PASSWORD_OPTIONAL_ON: 'jobs,create',
      RATE_LIMIT_BROWSER: '0',
      RATE_LIMIT_FULL: '-1',
      RECEIPTS_PER_HOUR: '-1',
      CV_QUOTA_ADDRESS: '-1',
      CV_QUOTA_TOTAL: '1.5',
      BACKUP_DAYS: '0',
      AUDIT_LOG: 'yes',
      CV_DISK_RESERVE: 'much',
      RATE_LIMIT_PARTNER: '-1',
      FIRST_PASSWORD: 'short',
      FIRST_TOKEN: 'short',
      FIRST_ADMIN: 'admin@example.org:short',
      WIRE_SURVEY_TYPE: '1type',
      WIRE_TEST: 'password',
      WIRE_ESTABLISHMENT_FILTER: 'a b',
      WIRE_COMMERCIAL_TYPE: '<script>',
      WIRE_SEJOUR_TYPE: 'é',
      WIRE_MOTIF: 'comment',
      WIRE_RESULTAT: 'x'.repeat(64),
      WIRE_PARTNERID: 'customId',
    });
    const named = new Set(told.map((line) => line.split(':', 1)[0]));
    const withoutMistakes = ['HOST', 'DATA_DIR', 'SMS_OK'];
    assert.deepEqual(
      settings.map(({ name }) => name).filter((name) => !named.has(name)),
      withoutMistakes,
    );
    assert.equal(told.filter((line) => line.startsWith('TRUSTED_PROXIES')).length, 2);
  });

  const wrong: [setting: string, value: string, expected: RegExp][] = [
    ['PORT', '80.5', /integer from 0 to 65535, not 80\.5/],
    ['PORT', '0x50', /integer/],
    ['PORT', '-1', /integer/],
    ['PORT', '1e3', /integer/],
    ['DATABASE_POOL', '101', /4 to 100/],
    ['PUBLIC_URL', 'ftp://example.org', /https?:\/\//],
    ['LOG_LEVEL', 'INFO', /fatal, error, warn, info/],
    ['TRUSTED_PROXIES', '10/8', /CIDRs/],
    ['TRUSTED_PROXIES', '10', /CIDRs/],
    ['WEBHOOK_ALLOW', '127/8', /CIDRs/],
    ['PASSWORD_OPTIONAL_ON', 'lookup', /groups, show, jobs/],
    ['SECRET_KEY', 's'.repeat(31), /32 characters/],
    ['METRICS_TOKEN', `${'m'.repeat(16)} x`, /no spaces/],
    ['METRICS_TOKEN', `${'m'.repeat(16)}é`, /ASCII/],
    ['MAIL_FROM', 'a@example.org, b@example.org', /NAME <ADDRESS>/],
    ['MAIL_FROM', 'Accueil\r\nBcc: b@example.org <a@example.org>', /NAME <ADDRESS>/],
    ['MAIL_FROM', '<a@example.org', /NAME <ADDRESS>/],
    ['FIRST_ADMIN', 'a password of nobody', /EMAIL:PASSWORD/],
    ['WIRE_MOTIF', 'motif.raison', /letter, then letters/],
  ];
  it('a mistake names its setting and what is expected', () => {
    for (const [setting, value, expected] of wrong) {
      const told = mistakesOf({ [setting]: value });
      assert.equal(told.length, 1);
      assert.match(told[0] ?? '', new RegExp(`^${setting}: `));
      assert.match(told[0] ?? '', expected);
    }
  });

  const wrongServers = [
    'mail.example.org:25',
    'smtp://',
    'smtp:mail.example.org',
    'smtp://user@mail.example.org',
    'smtp://:canary@mail.example.org',
    'smtp://user:canary%@mail.example.org',
    'smtp://mail.example.org/?tls.rejectUnauthorized=false',
    'smtp://mail.example.org/path',
    'smtp://mail.example.org:99999',
  ];
  it('a wrong SMTP_URL is not repeated', () => {
    const says = 'SMTP_URL: expected smtp:// or smtps://, then USER:PASSWORD@ or nothing, then HOST:PORT';
    for (const url of wrongServers)
      assert.deepEqual(mistakesOf({ SMTP_URL: url, MAIL_FROM: 'a@example.org' }), [says], url);
  });

  it('mistakes in settings never repeat a secret', () => {
    const secrets = {
      SECRET_KEY: 'canary-key',
      METRICS_TOKEN: 'canary-metrics',
      FIRST_PASSWORD: 'canary password of a caller',
      FIRST_TOKEN: 'canary-token',
      FIRST_ADMIN: 'admin@example.org:canary',
      DATABASE_URL: 'mysql://canary-user:canary-password@db/accueil',
      SMTP_URL: 'http://canary-user:canary-password@mail.example.org',
    };
    const told = mistakesOf(secrets);
    assert.equal(new Set(told.map((line) => line.split(':', 1)[0])).size, 8);
    assert.doesNotMatch(told.join('\n'), /canary/);
  });
});

it('every setting is documented once, with what it means', () => {
  const names = settings.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const { name, meaning } of settings) assert.ok(meaning.length > 10, name);
});
