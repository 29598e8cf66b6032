import {
  each,
  isObject,
  must,
  mustBeOk,
  mustBeRefused,
  mustBeRefusedPartner,
  mustFail,
  mustFailPartner,
  shown,
} from '../judging.ts';
import type { Asked, Probe } from '../probe.ts';
import type { Answer } from '../request.ts';
import type { Sentence } from '../sentence.ts';

const creating = ({ establishment, names }: Probe): Asked[] =>
  [
    `/fr/etablissement/${establishment}/survey/create`,
    `/fr/etablissement/${establishment}/commercial/create`,
    '/fr/announcement/postuler',
  ].map((path) => ({ path, query: { [names.test]: 1 }, body: {} }));
const looking: readonly Asked[] = [
  { path: '/fr/customId/accueil-check' },
  { path: '/fr/commercial/checkPhone', query: { phone: '0639981234' } },
  { path: '/fr/statscontact/2026' },
];
const directories = ({ establishment, groups: [group = ''] }: Probe): Asked[] => [
  { path: `/fr/etablissements/${group}` },
  { path: `/fr/etablissement/show/${establishment}` },
  { path: `/fr/jobs/${group}` },
  { path: '/fr/jobs' },
];
const exchangePaths = ['/orientation', '/suivi', '/test'] as const;
/** What an installation may show without a password, apart from these. */
const confidential = ['iban', 'bic', 'banque', 'sepa', 'urssafRef', 'urssafNum'] as const;

const wrongPassword = 'accueil-check-no-password';
const wrongToken = 'accueil-check-no-token';
const needs = 'partner';

/** Contract 5: passwords and tokens. */
export const authentication: readonly Sentence[] = [
  {
    section: '5',
    sentence: 'Route 4 without a password is refused.',
    run: async (probe) =>
      mustBeRefused(await probe.ask({ path: '/fr/commercial/checkPhone', query: { phone: '0639981234' } })),
  },
  {
    section: '5',
    sentence: 'Routes 10 to 12 without a token are refused.',
    needs,
    run: (probe) =>
      each(exchangePaths, async (path) =>
        mustBeRefusedPartner(await probe.askPartner({ method: 'POST', path, body: {} })),
      ),
  },
  {
    section: 'Who may call',
    sentence:
      'Without a password, or with an empty one, every route is 401 UNAUTHORIZED, residences and job offers aside.',
    run: async (probe) => {
      mustFail(
        await probe.ask({ path: '/fr/statscontact/2026', query: { password: '' } }),
        401,
        'UNAUTHORIZED',
        'password',
      );
      return each([...creating(probe), ...looking], async (asked) =>
        mustFail(await probe.ask(asked), 401, 'UNAUTHORIZED', 'password'),
      );
    },
  },
  {
    section: 'Who may call',
    sentence:
      'Residences and job offers without a password are 401 UNAUTHORIZED, or shown without bank details.',
    run: (probe) =>
      each(directories(probe), async (asked) => {
        const answer = await probe.ask(asked);
        if (answer.status !== 200) return mustFail(answer, 401, 'UNAUTHORIZED', 'password');
        const shownOnes = isObject(answer.json) && 'id' in answer.json ? [answer.json] : listed(answer);
        for (const one of shownOnes) {
          const told = confidential.filter((key) => one[key] !== '');
          must(told.length === 0, `${told.join(', ')} of establishment ${one.id}`);
        }
        return `shown without a password, ${confidential.join(', ')} empty`;
      }),
  },
  {
    section: 'Who may call',
    sentence: 'A wrong password is refused everywhere.',
    // Not on every route: wrong guesses are limited to 20 in 5 minutes.
    run: (probe) =>
      each(
        [creating(probe)[0], looking[0], looking[1], directories(probe)[1]].flatMap((asked) => asked ?? []),
        async (asked) => {
          const query = { ...asked.query, password: wrongPassword };
          return refusedGuess(await probe.ask({ ...asked, query }), (answer) =>
            mustFail(answer, 401, 'UNAUTHORIZED', 'password'),
          );
        },
      ),
  },
  {
    section: 'Who may call',
    sentence: 'A refusal does not repeat the password.',
    run: async (probe) => {
      const query = { password: wrongPassword, phone: '0639981234' };
      const answer = await probe.ask({ path: '/fr/commercial/checkPhone', query });
      must(!answer.body.includes(wrongPassword), 'it does');
      return mustBeRefused(answer);
    },
  },
  {
    section: 'Who may call',
    sentence: 'The password is looked at before the request, and the path before the password.',
    run: async (probe) => {
      const [asked] = creating(probe);
      if (asked === undefined) return 'nothing to try';
      mustFail(await probe.ask({ ...asked, body: '{"no":' }), 401, 'UNAUTHORIZED');
      return mustFail(await probe.ask({ path: '/fr/nothing-here' }), 404, 'NOTFOUND');
    },
  },
  {
    section: 'Who may call',
    sentence: 'Without a token, or with another scheme, the exchange is 401 with WWW-Authenticate: Bearer.',
    needs,
    run: (probe) =>
      each(
        exchangePaths.flatMap((path) => [
          { path, headers: {} },
          { path, headers: { authorization: 'Basic YWNjdWVpbDpjaGVjaw==' } },
        ]),
        async ({ path, headers }) =>
          withChallenge(await probe.askPartner({ method: 'POST', path, headers, body: {} })),
      ),
  },
  {
    section: 'Who may call',
    sentence: 'A wrong token is 401 with WWW-Authenticate: Bearer.',
    needs,
    run: async (probe) =>
      refusedGuess(
        await probe.askPartner({
          method: 'POST',
          path: '/test',
          headers: { authorization: `Bearer ${wrongToken}` },
        }),
        withChallenge,
      ),
  },
  {
    section: 'Who may call',
    sentence: 'A page of an allowed origin may create entries with a browser password, and read the answer.',
    needs: 'browser',
    run: (probe) =>
      each(creating(probe), async (asked) => {
        const { password = '', origin = '' } = probe.target.browser ?? {};
        const answer = await probe.ask({
          ...asked,
          query: { ...asked.query, password },
          headers: { origin },
        });
        mustBeOk(answer);
        probe.created.tests++;
        const allowed = answer.headers['access-control-allow-origin'];
        must(allowed === origin || allowed === '*', `Access-Control-Allow-Origin: ${allowed}`);
        return `${shown(answer)}, Access-Control-Allow-Origin: ${allowed}`;
      }),
  },
  {
    section: 'Who may call',
    sentence: 'Browsers’ preflight requests are answered for a browser password.',
    needs: 'browser',
    run: (probe) =>
      each(creating(probe), async ({ path }) => {
        const { password = '', origin = '' } = probe.target.browser ?? {};
        const { status, headers, body } = await probe.ask({
          method: 'OPTIONS',
          path,
          query: { password },
          headers: {
            origin,
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'content-type',
          },
        });
        const allowed = headers['access-control-allow-origin'];
        must(status >= 200 && status < 300, shown({ status, body }));
        must(allowed === origin || allowed === '*', `Access-Control-Allow-Origin: ${allowed}`);
        must(
          /content-type/i.test(headers['access-control-allow-headers'] ?? ''),
          `Access-Control-Allow-Headers: ${headers['access-control-allow-headers']}`,
        );
        return `${status}, Access-Control-Allow-Origin: ${allowed}`;
      }),
  },
  {
    section: 'Who may call',
    sentence: 'A browser password can only create entries.',
    needs: 'browser',
    run: (probe) =>
      each([...looking, ...directories(probe)], async (asked) => {
        const { password = '', origin = '' } = probe.target.browser ?? {};
        const query = { ...asked.query, password };
        return mustFail(await probe.ask({ ...asked, query, headers: { origin } }), 403, 'FORBIDDEN');
      }),
  },
];

/** Guesses are limited: after some checks in a row the same refusal is 429. */
function refusedGuess(answer: Answer, otherwise: (answer: Answer) => string): string {
  if (answer.status !== 429) return otherwise(answer);
  must(Number(answer.headers['retry-after']) > 0, `429 without Retry-After: ${shown(answer)}`);
  return `${shown(answer)} (guesses from this address are limited for now)`;
}

function withChallenge(answer: Answer): string {
  mustFailPartner(answer, 401);
  const challenge = answer.headers['www-authenticate'];
  must(/^Bearer\b/.test(challenge ?? ''), `WWW-Authenticate: ${challenge}`);
  return `${shown(answer)}, WWW-Authenticate: ${challenge}`;
}

function listed({ json }: Answer): readonly Readonly<Record<string, unknown>>[] {
  const all = isObject(json) ? json.etablissements : undefined;
  return Array.isArray(all) ? all.filter(isObject) : [];
}
