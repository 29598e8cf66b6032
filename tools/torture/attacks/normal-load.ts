import { longestAnswerMs, runOpenLoop } from '../../harness/open-loop.ts';
import { type Answer, connectTo } from '../../harness/requests.ts';
import { password } from '../../harness/service-process.ts';
import { signIn } from '../../harness/staff.ts';
import { residentMib } from '../../harness/statistics.ts';
import type { TargetService } from './target.ts';

/** The normal load: operations per second, by kind. */
const perSecond = { live: 20, lookup: 40, lead: 20, list: 2, page: 1, webhook: 1 };
export type Kind = keyof typeof perSecond;
export const kinds = Object.keys(perSecond) as Kind[];

/** What the load observed. */
export interface LoadResult {
  /** Milliseconds from each request's scheduled instant to the end of its response. */
  readonly times: Readonly<Record<Kind, readonly number[]>>;
  /** Responses of 503 and broken connections. */
  readonly unavailable: number;
  /** Other failures and missing responses. */
  readonly problems: readonly string[];
  /** CustomIds of acknowledged leads. */
  readonly acknowledged: readonly string[];
  /** The peak memory of the process, in MiB. */
  readonly peakMemory: number;
}

let runs = 0;

/** An open loop of leads, look-ups, staff and webhooks: requests are sent on schedule, however slow the responses. */
export async function runNormalLoad(service: TargetService, seconds: number): Promise<LoadResult> {
  const run = `normal-${process.pid}-${++runs}`;
  const { target } = service;
  const connections = connectTo(target.url, 2_048);
  const staff = await signIn(connections, target.url, target.admin);
  const times: Record<Kind, number[]> = { live: [], lookup: [], lead: [], list: [], page: [], webhook: [] };
  const acknowledged: string[] = [];
  const problems: string[] = [];
  let unavailable = 0;
  let peakMemory = 0;

  async function createLead(customId: string): Promise<Answer> {
    const answer = await connections.ask(`/fr/etablissement/5/commercial/create?password=${password}`, {
      customId,
      lastNameClient: 'Bernard',
      phoneClient: '06 39 98 12 34',
      comment: 'Souhaite visiter la résidence.',
      commercialrelations: [{ lastName: 'Bernard', phone: '01 99 00 12 34' }],
    });
    if (answer.status === 200) acknowledged.push(customId);
    return answer;
  }
  const lookUp = (customId: string) => connections.ask(`/fr/customId/${customId}?password=${password}`);
  const idOf = async (customId: string) =>
    (JSON.parse((await lookUp(customId)).body) as { data?: { id: number } }).data?.id;

  const first = `${run}-first`;
  await createLead(first);
  const firstId = await idOf(first);
  const latest = () => acknowledged.at(-1) ?? first;
  /** Creates and works its own lead, so that it recognises the webhook by the customId. */
  async function workLead(n: number): Promise<Answer> {
    const customId = `${run}-worked-${n}`;
    const created = await createLead(customId);
    if (created.status !== 200) return created;
    const answer = await staff.post(`/desk/entries/${await idOf(customId)}/processed`);
    if (answer.status === 200) await service.webhookOf(customId);
    return answer;
  }
  const send: Record<Kind, (n: number) => Promise<Answer>> = {
    live: () => connections.ask('/health/live'),
    lookup: () => lookUp(latest()),
    lead: (n) => createLead(`${run}-${n}`),
    list: () => staff.get('/desk/entries?kind=commercial'),
    page: () => staff.get(`/desk/entries/${firstId}`),
    webhook: workLead,
  };

  const watching = setInterval(async () => {
    peakMemory = Math.max(peakMemory, await residentMib(service.process.pid));
  }, 100);
  await runOpenLoop<Kind>({
    rates: perSecond,
    seconds,
    send: (kind, n) => send[kind](n),
    answered(kind, ms, answer) {
      if (answer === undefined) problems.push(`${kind}: no answer within ${longestAnswerMs / 1000} s`);
      else if (answer instanceof Error || answer.status === 503) unavailable++;
      else if (answer.status === 200) times[kind].push(ms);
      else problems.push(`${kind}: ${answer.status} ${answer.body}`);
    },
  });
  clearInterval(watching);
  connections.close();
  return { times, unavailable, problems, acknowledged, peakMemory };
}
