import { each, must, mustBeRefused, mustFail, mustFailPartner, shown } from '../judging.ts';
import type { Asked, Probe } from '../probe.ts';
import type { Sentence } from '../sentence.ts';

const surveyPath = ({ establishment }: Probe) => `/fr/etablissement/${establishment}/survey/create`;
const surveyQuery = ({ names, target }: Probe) => ({ [names.test]: 1, password: target.password });

/** What a page, a look-up and two failures answer. */
async function someAnswers(probe: Probe) {
  return [
    await probe.survey({}),
    await probe.get('/fr/jobs'),
    await probe.lookup(probe.newCustomId()),
    await probe.ask({ path: '/fr/statscontact/2026' }),
    await probe.ask({ path: '/fr/nothing-here' }),
  ];
}

/** Contract 7, and what holds for the answers of every route. */
export const errors: readonly Sentence[] = [
  {
    section: '4',
    sentence: 'Answers are JSON and say so, failures included.',
    run: async (probe) =>
      each(await someAnswers(probe), async (answer) => {
        const type = answer.headers['content-type'];
        must(
          /^application\/json\b/.test(type ?? '') && answer.json !== undefined,
          `${type}: ${shown(answer)}`,
        );
        return `Content-Type: ${type}`;
      }),
  },
  {
    section: '7',
    sentence:
      'A failure of the main API is an object with error, an object with message and code, both strings.',
    run: async (probe) => {
      const answers = [
        await probe.survey({ email: 'nobody' }),
        await probe.commercial({ dateFirstContact: 'tomorrow' }),
        await probe.lookup(probe.newCustomId()),
        await probe.get('/fr/etablissements/no-such-group'),
        await probe.get('/fr/statscontact/now'),
      ];
      return each(answers, async (answer) => mustBeRefused(answer));
    },
  },
  {
    section: 'Who may call',
    sentence: 'Every answer carries Cache-Control: no-store and Referrer-Policy: no-referrer.',
    run: async (probe) =>
      each(await someAnswers(probe), async ({ headers }) => {
        const { 'cache-control': cache, 'referrer-policy': referrer } = headers;
        must(/\bno-store\b/.test(cache ?? ''), `Cache-Control: ${cache}`);
        must(referrer === 'no-referrer', `Referrer-Policy: ${referrer}`);
        return `Cache-Control: ${cache}`;
      }),
  },
  {
    section: 'Errors',
    sentence: 'Every answer carries X-Request-Id, each its own.',
    run: async (probe) => {
      const ids = (await someAnswers(probe)).map(({ headers }) => headers['x-request-id']);
      must(!ids.includes(undefined), `X-Request-Id: ${ids.join(', ')}`);
      must(new Set(ids).size === ids.length, `X-Request-Id: ${ids.join(', ')}`);
      return `X-Request-Id: ${ids.at(-1)}`;
    },
  },
  {
    section: 'Errors',
    sentence: 'A path that is not there is 404 NOTFOUND.',
    run: async (probe) => mustFail(await probe.get('/fr/nothing-here'), 404, 'NOTFOUND'),
  },
  {
    section: 'Errors',
    sentence: 'A method that the path does not take is 405 METHOD with Allow.',
    run: (probe) =>
      each<Asked & { readonly takes: string }>(
        [
          { method: 'GET', path: surveyPath(probe), takes: 'POST' },
          { method: 'PUT', path: surveyPath(probe), takes: 'POST' },
          { method: 'DELETE', path: '/fr/jobs', takes: 'GET' },
          { method: 'POST', path: '/fr/customId/accueil-check', takes: 'GET' },
        ],
        async ({ takes, ...asked }) => {
          const answer = await probe.ask({ ...asked, query: { password: probe.target.password } });
          const { allow } = answer.headers;
          must(allow?.split(/,\s*/).includes(takes) === true, `${shown(answer)}, Allow: ${allow}`);
          return `${mustFail(answer, 405, 'METHOD')}, Allow: ${allow}`;
        },
      ),
  },
  {
    section: 'Errors',
    sentence: 'A body that is no JSON object is 400 INVALID.',
    run: (probe) =>
      each(['{"lastName":', '[]', '"text"', '12', 'null', 'lastName=Martin'], async (body) =>
        mustFail(await probe.survey(body), 400, 'INVALID', 'body'),
      ),
  },
  {
    section: 'Errors',
    sentence: 'No body at all is refused: 400, or 415 without a Content-Type.',
    run: async (probe) => {
      const asked = { method: 'POST', path: surveyPath(probe), query: surveyQuery(probe) };
      const answer = await probe.ask(asked);
      must([400, 415].includes(answer.status), shown(answer));
      mustBeRefused(answer);
      const headers = { 'content-type': 'application/json' };
      return mustFail(await probe.ask({ ...asked, headers }), 400, 'INVALID', 'body');
    },
  },
  {
    section: 'Errors',
    sentence: 'A body of another type, in another charset or compressed is 415 UNSUPPORTED.',
    run: (probe) =>
      each<Readonly<Record<string, string>>>(
        [
          { 'content-type': 'text/plain' },
          { 'content-type': 'application/x-www-form-urlencoded' },
          { 'content-type': 'application/json; charset=iso-8859-1' },
          { 'content-encoding': 'gzip' },
        ],
        async (headers) => mustFail(await probe.survey({}, { headers }), 415, 'UNSUPPORTED', 'Content-Type'),
      ),
  },
  {
    section: 'Errors',
    sentence: 'On the exchange a body that is no JSON object is 400, one of another type 415.',
    needs: 'partner',
    run: async (probe) => {
      for (const body of ['{"a":', '[]', '"text"'])
        mustFailPartner(await probe.orientation(body), 400, 'body');
      const headers = { 'content-type': 'text/plain' };
      return mustFailPartner(await probe.orientation({}, { headers }), 415);
    },
  },
];
