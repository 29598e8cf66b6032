import dns from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { domainToASCII } from 'node:url';
import type { MailSettings } from '../../mail/settings.ts';
import { type Finding, ok, warn } from './finding.ts';

/** Time limit for all look-ups together, in milliseconds. */
const lookUpMs = 5_000;

/** Checks what the domain of MAIL_FROM says of its mails: mailboxes of families refuse, or hide, what nobody vouches for. */
export async function* checkSender(
  { from, server }: MailSettings,
  withinMs = lookUpMs,
): AsyncGenerator<Finding> {
  const domain = domainToASCII(from.address.slice(from.address.lastIndexOf('@') + 1));
  // A packet may be lost: each name is asked twice.
  const resolver = new Resolver({ timeout: withinMs / 2, tries: 2 });
  // As this process has them, which a test may have set.
  resolver.setServers(dns.getServers());
  const timer = setTimeout(() => resolver.cancel(), withinMs);
  // Asked at once: the time limit is for both.
  const found = [
    spfOf(resolver, domain).then(
      (records) => judgeSpf(domain, records, server.host),
      (error) => notLookedUp('SPF', domain, error),
    ),
    dmarcOf(resolver, domain).then(
      (records) => judgeDmarc(domain, records),
      (error) => notLookedUp('DMARC', domain, error),
    ),
  ];
  try {
    for (const one of found) yield await one;
  } finally {
    clearTimeout(timer);
  }
  yield ok(
    'DKIM',
    `only ${server.host} knows under which name its key is published. Send a message to a mailbox of yours and look for dkim=pass and dmarc=pass in its header Authentication-Results`,
  );
}

const spfOf = async (resolver: Resolver, domain: string) =>
  (await textsAt(resolver, domain)).filter((text) => /^v=spf1(?: |$)/i.test(text));

/** Of the domain, or of the nearest one above it that has any. */
async function dmarcOf(resolver: Resolver, domain: string): Promise<string[]> {
  const texts = await textsAt(resolver, `_dmarc.${domain}`);
  const records = texts.filter((text) => /^v=DMARC1\s*(?:;|$)/.test(text));
  const above = domain.slice(domain.indexOf('.') + 1);
  return records.length > 0 || !above.includes('.') ? records : dmarcOf(resolver, above);
}

async function textsAt(resolver: Resolver, name: string): Promise<string[]> {
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join('').trim());
  } catch (error) {
    if (['ENODATA', 'ENOTFOUND'].includes(codeOf(error))) return [];
    throw error;
  }
}

function judgeSpf(domain: string, [record, ...others]: readonly string[], host: string): Finding {
  const advice = `« v=spf1 include:… -all », with what the provider of ${host} gives for it`;
  if (record === undefined)
    return warn('SPF', `${domain} has no SPF record: mailboxes may refuse its mails. Publish ${advice}`);
  if (others.length > 0)
    return warn(
      'SPF',
      `${domain} has ${others.length + 1} SPF records, which counts as none: put them together in one`,
    );
  if (/\s\+?all(?:\s|$)/i.test(record))
    return warn(
      'SPF',
      `the SPF record of ${domain} lets every server send in its name (+all): end it with -all or ~all`,
    );
  return ok('SPF', `${domain}: ${record}`);
}

function judgeDmarc(domain: string, [record, ...others]: readonly string[]): Finding {
  if (record === undefined)
    return warn(
      'DMARC',
      `${domain} has no DMARC record: others can send in its name, and mailboxes trust its mails less. Publish « v=DMARC1; p=none; rua=mailto:… » as _dmarc.${domain}`,
    );
  return others.length > 0
    ? warn(
        'DMARC',
        `${domain} has ${others.length + 1} DMARC records, which counts as none: put them together in one`,
      )
    : ok('DMARC', `${domain}: ${record}`);
}

/** It says nothing about the installation when no name server answers. */
function notLookedUp(check: string, domain: string, error: unknown): Finding {
  const code = codeOf(error);
  const cause = ['ECANCELLED', 'ETIMEOUT'].includes(code) ? 'no answer' : code;
  return warn(
    check,
    `the TXT records of ${domain} could not be looked up (${cause}): check them from elsewhere`,
  );
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');
