import ipaddr from 'ipaddr.js';
import { minLoginPasswordLength } from './access/login-password.ts';
import { type WireName, type WireNames, wireDefaults } from './contract/wire-names.ts';
import { type OptionalRoute, optionalRoutes } from './http/authentication.ts';
import { type MailSettings, readSender, readSmtpServer } from './mail/settings.ts';
import { names, readBody, type SmsSettings } from './sms/settings.ts';
import type { Location } from './store/migrate.ts';
import { readHeader } from './validation/header.ts';
import { takenNames } from './validation/wire-names.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export interface AppConfig {
  /** CIDRs of peers whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  readonly publicUrl: string;
  readonly dataDir: string;
  readonly metricsToken: string | undefined;
  readonly passwordOptionalOn: ReadonlySet<OptionalRoute>;
  /** Creations per minute and address with a browser password. */
  readonly browserCreationsPerMinute: number;
  /** The same with a full password; 0 for no limit. */
  readonly fullCreationsPerMinute: number;
  /** Bytes of CVs and large entries accepted with browser passwords per day: for one address, and for all together. */
  readonly cvQuotaPerAddress: number;
  readonly cvQuotaTotal: number;
  /** Days after which the operator deletes backups. */
  readonly backupDays: number;
  /** Whether the audit trail is written to the log too. */
  readonly auditLog: boolean;
  /** Disk space that CVs leave free for the database; undefined on PostgreSQL, whose disk can't be inspected. */
  readonly diskReserve: { readonly folder: string; readonly bytes: number } | undefined;
  /** Requests per minute with a partner's token; 0 for no limit. */
  readonly partnerRequestsPerMinute: number;
  readonly wireNames: WireNames;
  /** What links in messages to families begin with: PUBLIC_URL as it was set; undefined when it was not. */
  readonly linkUrl: string | undefined;
  /** Receipts that the installation may send within an hour. */
  readonly receiptsPerHour: number;
  /** Mail to staff; undefined when it is off. */
  readonly mail: MailSettings | undefined;
  /** SMS to persons; undefined when they are off. */
  readonly sms: SmsSettings | undefined;
}

export interface Config extends AppConfig {
  readonly host: string;
  readonly port: number;
  readonly database: Location;
  /** PostgreSQL connections of this process. */
  readonly poolSize: number;
  readonly logLevel: (typeof logLevels)[number];
  /** Absent on SQLite when accueil generates a key in the data folder. */
  readonly secretKey: string | undefined;
  /** Private addresses and CIDRs that webhooks may be sent to, also over plain HTTP. */
  readonly webhookAllow: readonly string[];
  readonly firstPassword: string | undefined;
  readonly firstToken: string | undefined;
  readonly firstAdmin: { readonly email: string; readonly password: string } | undefined;
}

/** Every setting: its default and its meaning. Each is an environment variable; empty means absent. */
const settingsByName = {
  HOST: ['127.0.0.1', 'Address to listen on'],
  PORT: ['8080', 'Port to listen on; 0 for any free one'],
  DATA_DIR: ['./data', 'Folder of the SQLite database and of the secret key'],
  DATABASE_URL: ['', 'postgres://… switches from SQLite to PostgreSQL'],
  DATABASE_POOL: ['10', 'PostgreSQL connections of this process, 4 to 100; three in ten are for slow reads'],
  PUBLIC_URL: ['http://HOST:PORT', 'Address under which callers reach the service'],
  SECRET_KEY: [
    'made in DATA_DIR',
    'At least 32 characters: keys the hashes of passwords and encrypts webhook secrets; required with DATABASE_URL',
  ],
  LOG_LEVEL: ['info', logLevels.join(', ')],
  TRUSTED_PROXIES: ['', 'Comma-separated CIDRs of proxies whose X-Forwarded-For is trusted'],
  WEBHOOK_ALLOW: [
    '',
    'Comma-separated CIDRs of private addresses that webhooks may be sent to, also over plain HTTP; all others must be public and https',
  ],
  SMTP_URL: [
    '',
    'smtp:// or smtps://USER:PASSWORD@HOST:PORT of the server that takes mails to staff; without it none are sent',
  ],
  MAIL_FROM: ['', 'Sender of these mails, ADDRESS or NAME <ADDRESS>'],
  SMS_URL: [
    '',
    'https:// address of the gateway that takes SMS to families and applicants; without it none are sent',
  ],
  SMS_HEADER: ['', 'Header with the key of the gateway, NAME: VALUE'],
  SMS_BODY: ['', 'JSON that the gateway expects, with {to}, {text} and {sender} in its texts'],
  SMS_SENDER: ['', 'Name that phones show: at most 11 letters and digits, the first one a letter'],
  SMS_OK: ['', 'Text in the answer to an SMS that was taken, where a gateway says no with 200 too'],
  RECEIPTS_PER_HOUR: [
    '60',
    'Receipts by e-mail that the forms of one caller may cause within an hour; 0 for none. They need PUBLIC_URL, and a password and a template that have them on',
  ],
  METRICS_TOKEN: ['', 'Bearer token for /metrics; without it the page does not exist'],
  PASSWORD_OPTIONAL_ON: ['', `Comma-separated routes that need no password: ${optionalRoutes.join(', ')}`],
  RATE_LIMIT_BROWSER: ['30', 'Creations per minute and address with a browser password'],
  RATE_LIMIT_FULL: ['0', 'The same with a full password; 0 for no limit'],
  CV_QUOTA_ADDRESS: [
    '50',
    'MiB of CVs and entries over 16 KiB accepted with browser passwords per address and day (UTC); beyond, CVs are left out and large entries get 429',
  ],
  CV_QUOTA_TOTAL: ['500', 'The same for all addresses together'],
  CV_DISK_RESERVE: [
    '512',
    'MiB kept free in DATA_DIR for leads: below it applications are stored without their CV; 0 for none; not on PostgreSQL',
  ],
  BACKUP_DAYS: [
    '30',
    'Days after which you delete backups: proofs of erasures say until when backups hold the data',
  ],
  AUDIT_LOG: [
    '0',
    '1 writes each line of the audit trail to the log too, whatever LOG_LEVEL, so that it can be kept elsewhere',
  ],
  RATE_LIMIT_PARTNER: ['300', 'Requests per minute with a token of a partner; 0 for no limit'],
  FIRST_PASSWORD: ['random', 'Password of the first caller of an empty database; at least 16 characters'],
  FIRST_TOKEN: ['random', 'Token of the first partner of an empty database; at least 16 characters'],
  FIRST_ADMIN: [
    'random',
    'First administrator of an empty database, EMAIL:PASSWORD; the password with at least 12 characters',
  ],
  WIRE_SURVEY_TYPE: [wireDefaults.surveyType, 'Name of the survey type in the query and the body'],
  WIRE_TEST: [wireDefaults.test, 'Name of the test mode in the query'],
  WIRE_ESTABLISHMENT_FILTER: [
    wireDefaults.establishmentFilter,
    'Name of the establishment filter of /fr/jobs',
  ],
  WIRE_COMMERCIAL_TYPE: [wireDefaults.commercialType, 'Name of the type of a commercial entry'],
  WIRE_SEJOUR_TYPE: [wireDefaults.sejourType, 'Name of its stay type'],
  WIRE_MOTIF: [wireDefaults.motif, 'Name of its reason'],
  WIRE_RESULTAT: [wireDefaults.resultat, 'Name of its result'],
  WIRE_PARTNERID: [
    wireDefaults.partnerid,
    'Name of its identifier at the partner, in requests and in the phone check',
  ],
} as const satisfies Readonly<Record<string, readonly [fallback: string, meaning: string]>>;

type SettingName = keyof typeof settingsByName;

/** The settings as shown by `--help` and the documentation. */
export const settings = Object.entries(settingsByName).map(([name, [fallback, meaning]]) => ({
  name,
  fallback,
  meaning,
}));

/** The settings that rename fields and parameters. */
const wireSettings: Readonly<Record<WireName, SettingName>> = {
  surveyType: 'WIRE_SURVEY_TYPE',
  test: 'WIRE_TEST',
  establishmentFilter: 'WIRE_ESTABLISHMENT_FILTER',
  commercialType: 'WIRE_COMMERCIAL_TYPE',
  sejourType: 'WIRE_SEJOUR_TYPE',
  motif: 'WIRE_MOTIF',
  resultat: 'WIRE_RESULTAT',
  partnerid: 'WIRE_PARTNERID',
};

/** Lists every wrong setting in one message, without the values of secrets. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const mebibyte = 1024 * 1024;

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings. Throws {@link ConfigError} with all mistakes. */
export function parseConfig(env: Environment): Config {
  const mistakes: string[] = [];
  const read = reader(env, mistakes);
  const host = read.textOrDefault('HOST');
  const port = read.integer('PORT', 0, 65_535);
  const dataDir = read.textOrDefault('DATA_DIR');
  const databaseUrl = read.url('DATABASE_URL', ['postgres:', 'postgresql:']);
  const secretKey = read.secret('SECRET_KEY', 32);
  if (databaseUrl !== undefined && secretKey === undefined) {
    mistakes.push('SECRET_KEY: required with DATABASE_URL, the same for every process');
  }
  // A PostgreSQL client can't find out how much disk space the server has.
  const reserve = read.integer('CV_DISK_RESERVE', 0, 100_000_000);
  const diskReserve = databaseUrl === undefined ? reserve : 0;
  const linkUrl = read.url('PUBLIC_URL', ['http:', 'https:'])?.replace(/\/$/, '');
  const config: Config = {
    host,
    port,
    dataDir,
    database:
      databaseUrl === undefined
        ? { engine: 'sqlite', file: `${dataDir}/accueil.db` }
        : { engine: 'postgres', url: databaseUrl },
    poolSize: read.integer('DATABASE_POOL', 4, 100),
    publicUrl: linkUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    linkUrl,
    receiptsPerHour: read.integer('RECEIPTS_PER_HOUR', 0, 100_000),
    secretKey,
    logLevel: read.oneOf('LOG_LEVEL', logLevels) ?? 'info',
    trustedProxies: read.cidrs('TRUSTED_PROXIES'),
    webhookAllow: read.cidrs('WEBHOOK_ALLOW'),
    metricsToken: read.secret('METRICS_TOKEN', 16),
    passwordOptionalOn: new Set(read.someOf('PASSWORD_OPTIONAL_ON', optionalRoutes)),
    browserCreationsPerMinute: read.integer('RATE_LIMIT_BROWSER', 1, 1_000_000),
    fullCreationsPerMinute: read.integer('RATE_LIMIT_FULL', 0, 1_000_000),
    cvQuotaPerAddress: read.integer('CV_QUOTA_ADDRESS', 0, 1_000_000) * mebibyte,
    cvQuotaTotal: read.integer('CV_QUOTA_TOTAL', 0, 1_000_000) * mebibyte,
    backupDays: read.integer('BACKUP_DAYS', 1, 3_650),
    auditLog: read.oneOf('AUDIT_LOG', ['0', '1']) === '1',
    diskReserve: diskReserve === 0 ? undefined : { folder: dataDir, bytes: diskReserve * mebibyte },
    partnerRequestsPerMinute: read.integer('RATE_LIMIT_PARTNER', 0, 1_000_000),
    firstPassword: read.secret('FIRST_PASSWORD', 16),
    firstToken: read.secret('FIRST_TOKEN', 16),
    firstAdmin: read.login('FIRST_ADMIN'),
    wireNames: read.wireNames(),
    mail: read.mail(),
    sms: read.sms(),
  };
  if (mistakes.length > 0)
    throw new ConfigError(`Wrong settings:\n${mistakes.map((mistake) => `  ${mistake}`).join('\n')}`);
  return Object.freeze(config);
}

/** Whether it is an address or a CIDR. IPv4 needs four decimal parts: `10/8` would otherwise mean 0.0.0.10/8. */
function isNetwork(text: string): boolean {
  const { IPv4, IPv6 } = ipaddr;
  return (
    IPv4.isValidFourPartDecimal(text) ||
    IPv4.isValidCIDRFourPartDecimal(text) ||
    IPv6.isValid(text) ||
    IPv6.isValidCIDR(text)
  );
}

function reader(env: Environment, mistakes: string[]) {
  const text = (name: SettingName): string | undefined => env[name]?.trim() || undefined;
  const textOrDefault = (name: SettingName): string => text(name) ?? settingsByName[name][0];
  const list = (name: SettingName): string[] =>
    (text(name) ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  return {
    textOrDefault,
    integer(name: SettingName, min: number, max: number): number {
      const given = textOrDefault(name);
      const number = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
      if (!(number >= min && number <= max))
        mistakes.push(`${name}: expected an integer from ${min} to ${max}, not ${given}`);
      return number;
    },
    secret(name: SettingName, minLength: number): string | undefined {
      const given = text(name);
      if (given !== undefined && given.length < minLength)
        mistakes.push(`${name}: expected at least ${minLength} characters`);
      // Secrets are sent in a header, which allows no other characters.
      if (given !== undefined && /[^!-~]/.test(given))
        mistakes.push(`${name}: expected ASCII letters, digits and signs, no spaces`);
      return given;
    },
    login(name: SettingName): { email: string; password: string } | undefined {
      const given = text(name);
      if (given === undefined) return undefined;
      const [, email = '', password = ''] = /^([^\s:@]+@[^\s:@]+):(.*)$/.exec(given) ?? [];
      // It holds a password: it is not repeated.
      if ([...password].length < minLoginPasswordLength)
        mistakes.push(
          `${name}: expected EMAIL:PASSWORD, the password with at least ${minLoginPasswordLength} characters`,
        );
      return { email, password };
    },
    url(name: SettingName, protocols: readonly string[]): string | undefined {
      const given = text(name);
      // Not quoted in the message: the URL may hold a password.
      if (given !== undefined && !(URL.canParse(given) && protocols.includes(new URL(given).protocol))) {
        mistakes.push(
          `${name}: expected a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
        );
      }
      return given;
    },
    oneOf<const T extends readonly string[]>(name: SettingName, values: T): T[number] | undefined {
      const given = text(name);
      if (given === undefined) return undefined;
      const found = values.find((value) => value === given);
      if (found === undefined) mistakes.push(`${name}: expected one of ${values.join(', ')}, not ${given}`);
      return found;
    },
    someOf<const T extends readonly string[]>(name: SettingName, values: T): T[number][] {
      return list(name).flatMap((given) => {
        const found = values.find((value) => value === given);
        if (found === undefined)
          mistakes.push(`${name}: expected some of ${values.join(', ')}, not ${given}`);
        return found === undefined ? [] : [found];
      });
    },
    cidrs(name: SettingName): string[] {
      const given = list(name);
      for (const one of given) {
        if (!isNetwork(one)) mistakes.push(`${name}: expected addresses or CIDRs, not ${one}`);
      }
      return given;
    },
    mail(): MailSettings | undefined {
      const [url, sender] = [text('SMTP_URL'), text('MAIL_FROM')];
      const server = url === undefined ? undefined : readSmtpServer(url);
      const from = sender === undefined ? undefined : readSender(sender);
      // Not quoted in the message: it holds a password.
      if (url !== undefined && server === undefined)
        mistakes.push(
          'SMTP_URL: expected smtp:// or smtps://, then USER:PASSWORD@ or nothing, then HOST:PORT',
        );
      if (sender !== undefined && from === undefined)
        mistakes.push('MAIL_FROM: expected ADDRESS or NAME <ADDRESS>');
      if (url !== undefined && sender === undefined) mistakes.push('MAIL_FROM: required with SMTP_URL');
      return server === undefined || from === undefined ? undefined : { server, from };
    },
    sms(): SmsSettings | undefined {
      const [url, sender] = [text('SMS_URL'), text('SMS_SENDER') ?? ''];
      const header = readHeader(text('SMS_HEADER') ?? '');
      const body = readBody(text('SMS_BODY') ?? '');
      // None is quoted: a key may stand in each.
      if (text('SMS_HEADER') !== undefined && header === undefined)
        mistakes.push('SMS_HEADER: expected NAME: VALUE');
      if (sender !== '' && !/^[A-Za-z][A-Za-z0-9]{0,10}$/.test(sender))
        mistakes.push('SMS_SENDER: expected at most 11 letters and digits, the first one a letter');
      if (url === undefined) return undefined;
      if (!URL.canParse(url) || !/^https?:/.test(url)) mistakes.push('SMS_URL: expected a URL with https://');
      if (text('SMTP_URL') === undefined) mistakes.push('SMS_URL: expected together with SMTP_URL');
      if (body === undefined) {
        mistakes.push('SMS_BODY: expected a JSON object with {to} and {text} in its texts');
        return undefined;
      }
      if (sender === '' && names(body, 'sender')) mistakes.push('SMS_SENDER: required by SMS_BODY');
      return { url, header, body, sender, success: text('SMS_OK') };
    },
    wireNames(): WireNames {
      const names: Record<WireName, string> = { ...wireDefaults };
      for (const [name, setting] of Object.entries(wireSettings) as [WireName, SettingName][]) {
        names[name] = text(setting) ?? wireDefaults[name];
        if (!/^[A-Za-z][\w-]{0,62}$/.test(names[name]))
          mistakes.push(`${setting}: expected a letter, then letters, digits, - and _, not ${names[name]}`);
      }
      for (const name of takenNames(names)) {
        mistakes.push(
          `${wireSettings[name]}: ${names[name]} is the name of another field or parameter beside it`,
        );
      }
      return names;
    },
  };
}
