import ipaddr from 'ipaddr.js';
import { minLoginPasswordLength } from './access/login-password.ts';
import { type WireName, type WireNames, wireDefaults } from './contract/wire-names.ts';
import { type OptionalRoute, optionalRoutes } from './http/authentication.ts';
import { type MailSettings, readSender, readSmtpServer } from './mail/settings.ts';
import type { Location } from './store/migrate.ts';
import { takenNames } from './validation/wire-names.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The settings of the HTTP application. */
export interface AppConfig {
  /** CIDRs of peers whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  readonly publicUrl: string;
  readonly metricsToken: string | undefined;
  readonly passwordOptionalOn: ReadonlySet<OptionalRoute>;
  /** Creations per minute and address with a browser password. */
  readonly browserCreationsPerMinute: number;
  /** The same with a full password; 0 for no limit. */
  readonly fullCreationsPerMinute: number;
  /** Bytes of CVs and large entries accepted with browser passwords per day: for one address, and for all together. */
  readonly cvQuotaPerAddress: number;
  readonly cvQuotaTotal: number;
  /** Disk space that CVs leave free for the database; undefined on PostgreSQL, whose disk can't be inspected. */
  readonly diskReserve: { readonly folder: string; readonly bytes: number } | undefined;
  /** Requests per minute with a partner's token; 0 for no limit. */
  readonly partnerRequestsPerMinute: number;
  readonly wireNames: WireNames;
  /** Mail to staff; undefined when it is off. */
  readonly mail: MailSettings | undefined;
}

/** All settings. */
export interface Config extends AppConfig {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
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

/** A setting as shown by `--help` and the documentation. */
export interface Setting {
  readonly name: string;
  readonly fallback: string;
  readonly meaning: string;
}

/** Every setting. Each is an environment variable; empty means absent. */
export const settings: readonly Setting[] = [
  { name: 'HOST', fallback: '127.0.0.1', meaning: 'Address to listen on' },
  { name: 'PORT', fallback: '8080', meaning: 'Port to listen on; 0 for any free one' },
  { name: 'DATA_DIR', fallback: './data', meaning: 'Folder of the SQLite database and of the secret key' },
  { name: 'DATABASE_URL', fallback: '', meaning: 'postgres://… switches from SQLite to PostgreSQL' },
  { name: 'DATABASE_POOL', fallback: '10', meaning: 'PostgreSQL connections of this process, 4 to 100' },
  {
    name: 'PUBLIC_URL',
    fallback: 'http://HOST:PORT',
    meaning: 'Address under which callers reach the service',
  },
  {
    name: 'SECRET_KEY',
    fallback: 'made in DATA_DIR',
    meaning:
      'At least 32 characters: keys the hashes of passwords and encrypts webhook secrets; required with DATABASE_URL',
  },
  { name: 'LOG_LEVEL', fallback: 'info', meaning: logLevels.join(', ') },
  {
    name: 'TRUSTED_PROXIES',
    fallback: '',
    meaning: 'Comma-separated CIDRs of proxies whose X-Forwarded-For is trusted',
  },
  {
    name: 'WEBHOOK_ALLOW',
    fallback: '',
    meaning:
      'Comma-separated CIDRs of private addresses that webhooks may be sent to, also over plain HTTP; all others must be public and https',
  },
  {
    name: 'SMTP_URL',
    fallback: '',
    meaning:
      'smtp:// or smtps://USER:PASSWORD@HOST:PORT of the server that takes mails to staff; without it none are sent',
  },
  { name: 'MAIL_FROM', fallback: '', meaning: 'Sender of these mails, ADDRESS or NAME <ADDRESS>' },
  {
    name: 'METRICS_TOKEN',
    fallback: '',
    meaning: 'Bearer token for /metrics; without it the page does not exist',
  },
  {
    name: 'PASSWORD_OPTIONAL_ON',
    fallback: '',
    meaning: `Comma-separated routes that need no password: ${optionalRoutes.join(', ')}`,
  },
  {
    name: 'RATE_LIMIT_BROWSER',
    fallback: '30',
    meaning: 'Creations per minute and address with a browser password',
  },
  { name: 'RATE_LIMIT_FULL', fallback: '0', meaning: 'The same with a full password; 0 for no limit' },
  {
    name: 'CV_QUOTA_ADDRESS',
    fallback: '50',
    meaning:
      'MiB of CVs and entries over 16 KiB accepted with browser passwords per address and day (UTC); 429 beyond',
  },
  { name: 'CV_QUOTA_TOTAL', fallback: '500', meaning: 'The same for all addresses together' },
  {
    name: 'CV_DISK_RESERVE',
    fallback: '512',
    meaning:
      'MiB kept free in DATA_DIR for leads: below it applications with a CV get 503; 0 for none; not on PostgreSQL',
  },
  {
    name: 'RATE_LIMIT_PARTNER',
    fallback: '300',
    meaning: 'Requests per minute with a token of a partner; 0 for no limit',
  },
  {
    name: 'FIRST_PASSWORD',
    fallback: 'random',
    meaning: 'Password of the first caller of an empty database; at least 16 characters',
  },
  {
    name: 'FIRST_TOKEN',
    fallback: 'random',
    meaning: 'Token of the first partner of an empty database; at least 16 characters',
  },
  {
    name: 'FIRST_ADMIN',
    fallback: 'random',
    meaning:
      'First administrator of an empty database, EMAIL:PASSWORD; the password with at least 12 characters',
  },
  {
    name: 'WIRE_SURVEY_TYPE',
    fallback: wireDefaults.surveyType,
    meaning: 'Name of the survey type in the query and the body',
  },
  { name: 'WIRE_TEST', fallback: wireDefaults.test, meaning: 'Name of the test mode in the query' },
  {
    name: 'WIRE_ESTABLISHMENT_FILTER',
    fallback: wireDefaults.establishmentFilter,
    meaning: 'Name of the establishment filter of /fr/jobs',
  },
  {
    name: 'WIRE_COMMERCIAL_TYPE',
    fallback: wireDefaults.commercialType,
    meaning: 'Name of the type of a commercial entry',
  },
  { name: 'WIRE_SEJOUR_TYPE', fallback: wireDefaults.sejourType, meaning: 'Name of its stay type' },
  { name: 'WIRE_MOTIF', fallback: wireDefaults.motif, meaning: 'Name of its reason' },
  { name: 'WIRE_RESULTAT', fallback: wireDefaults.resultat, meaning: 'Name of its result' },
  {
    name: 'WIRE_PARTNERID',
    fallback: wireDefaults.partnerid,
    meaning: 'Name of its identifier at the partner, in requests and in the phone check',
  },
];

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
  const host = read.text('HOST') ?? '127.0.0.1';
  const port = read.integer('PORT', 0, 65_535, 8080);
  const dataDir = read.text('DATA_DIR') ?? './data';
  const databaseUrl = read.url('DATABASE_URL', ['postgres:', 'postgresql:']);
  const secretKey = read.secret('SECRET_KEY', 32);
  if (databaseUrl !== undefined && secretKey === undefined) {
    mistakes.push('SECRET_KEY: required with DATABASE_URL, the same for every process');
  }
  // A PostgreSQL client can't find out how much disk space the server has.
  const reserve = read.integer('CV_DISK_RESERVE', 0, 100_000_000, 512);
  const diskReserve = databaseUrl === undefined ? reserve : 0;
  const config: Config = {
    host,
    port,
    dataDir,
    database:
      databaseUrl === undefined
        ? { engine: 'sqlite', file: `${dataDir}/accueil.db` }
        : { engine: 'postgres', url: databaseUrl },
    poolSize: read.integer('DATABASE_POOL', 4, 100, 10),
    publicUrl:
      read.url('PUBLIC_URL', ['http:', 'https:'])?.replace(/\/$/, '') ??
      `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    secretKey,
    logLevel: read.oneOf('LOG_LEVEL', logLevels) ?? 'info',
    trustedProxies: read.cidrs('TRUSTED_PROXIES'),
    webhookAllow: read.cidrs('WEBHOOK_ALLOW'),
    metricsToken: read.secret('METRICS_TOKEN', 16),
    passwordOptionalOn: new Set(read.someOf('PASSWORD_OPTIONAL_ON', optionalRoutes)),
    browserCreationsPerMinute: read.integer('RATE_LIMIT_BROWSER', 1, 1_000_000, 30),
    fullCreationsPerMinute: read.integer('RATE_LIMIT_FULL', 0, 1_000_000, 0),
    cvQuotaPerAddress: read.integer('CV_QUOTA_ADDRESS', 0, 1_000_000, 50) * mebibyte,
    cvQuotaTotal: read.integer('CV_QUOTA_TOTAL', 0, 1_000_000, 500) * mebibyte,
    diskReserve: diskReserve === 0 ? undefined : { folder: dataDir, bytes: diskReserve * mebibyte },
    partnerRequestsPerMinute: read.integer('RATE_LIMIT_PARTNER', 0, 1_000_000, 300),
    firstPassword: read.secret('FIRST_PASSWORD', 16),
    firstToken: read.secret('FIRST_TOKEN', 16),
    firstAdmin: read.login('FIRST_ADMIN'),
    wireNames: read.wireNames(),
    mail: read.mail(),
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
  const text = (name: string): string | undefined => env[name]?.trim() || undefined;
  const list = (name: string): string[] =>
    (text(name) ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  return {
    text,
    integer(name: string, min: number, max: number, fallback: number): number {
      const given = text(name);
      if (given === undefined) return fallback;
      const number = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
      if (number >= min && number <= max) return number;
      mistakes.push(`${name}: expected an integer from ${min} to ${max}, not ${given}`);
      return fallback;
    },
    secret(name: string, minLength: number): string | undefined {
      const given = text(name);
      if (given !== undefined && given.length < minLength)
        mistakes.push(`${name}: expected at least ${minLength} characters`);
      // Secrets are sent in a header, which allows no other characters.
      if (given !== undefined && /[^!-~]/.test(given))
        mistakes.push(`${name}: expected ASCII letters, digits and signs, no spaces`);
      return given;
    },
    login(name: string): { email: string; password: string } | undefined {
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
    url(name: string, protocols: readonly string[]): string | undefined {
      const given = text(name);
      // Not quoted in the message: the URL may hold a password.
      if (given !== undefined && !(URL.canParse(given) && protocols.includes(new URL(given).protocol))) {
        mistakes.push(
          `${name}: expected a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
        );
      }
      return given;
    },
    oneOf<const T extends readonly string[]>(name: string, values: T): T[number] | undefined {
      const given = text(name);
      if (given === undefined) return undefined;
      const found = values.find((value) => value === given);
      if (found === undefined) mistakes.push(`${name}: expected one of ${values.join(', ')}, not ${given}`);
      return found;
    },
    someOf<const T extends readonly string[]>(name: string, values: T): T[number][] {
      return list(name).flatMap((given) => {
        const found = values.find((value) => value === given);
        if (found === undefined)
          mistakes.push(`${name}: expected some of ${values.join(', ')}, not ${given}`);
        return found === undefined ? [] : [found];
      });
    },
    cidrs(name: string): string[] {
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
    wireNames(): WireNames {
      const settingOf = new Map<WireName, string>();
      const named = (setting: string, name: WireName) => {
        settingOf.set(name, setting);
        const given = text(setting);
        if (given !== undefined && !/^[A-Za-z][\w-]{0,62}$/.test(given)) {
          mistakes.push(`${setting}: expected a letter, then letters, digits, - and _, not ${given}`);
        }
        return given ?? wireDefaults[name];
      };
      const names = {
        surveyType: named('WIRE_SURVEY_TYPE', 'surveyType'),
        test: named('WIRE_TEST', 'test'),
        establishmentFilter: named('WIRE_ESTABLISHMENT_FILTER', 'establishmentFilter'),
        commercialType: named('WIRE_COMMERCIAL_TYPE', 'commercialType'),
        sejourType: named('WIRE_SEJOUR_TYPE', 'sejourType'),
        motif: named('WIRE_MOTIF', 'motif'),
        resultat: named('WIRE_RESULTAT', 'resultat'),
        partnerid: named('WIRE_PARTNERID', 'partnerid'),
      };
      for (const name of takenNames(names)) {
        mistakes.push(
          `${settingOf.get(name)}: ${names[name]} is the name of another field or parameter beside it`,
        );
      }
      return names;
    },
  };
}
