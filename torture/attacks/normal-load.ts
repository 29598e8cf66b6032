import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type Answer, connectTo } from '../requests.ts';
import { password } from '../service-process.ts';
import { signIn } from './staff.ts';
import type { TargetService } from './target.ts';

/** What the normal load consists of, and how often a second each of it happens. */
const perSecond = { live: 20, lookup: 40, lead: 20, list: 2, page: 1, webhook: 1 };
export type Kind = keyof typeof perSecond;
export const kinds = Object.keys(perSecond) as Kind[];

/** What the load felt. */
export interface Felt {
  /** Milliseconds from the moment at which each request was due to the end of its answer, sorted. */
  readonly times: Readonly<Record<Kind, readonly number[]>>;
  /** Answers of 503, or connections that broke. */
  readonly unavailable: number;
  /** Any other answer that was not a success, and what never came. */
  readonly problems: readonly string[];
  /** CustomIds of the leads that were answered "ok". */
  readonly acknowledged: readonly string[];
  /** The most memory that the process held, in MiB. */
  readonly mostMemory: number;
}

/** No honest request waits longer, whatever happens. */
const longestAnswerMs = 15_000;
let runs = 0;

/** Leads, look-ups, staff and webhooks for so many seconds. What is due is sent when it is due, however slow answers are. */
export async function putNormalLoad(service: TargetService, seconds: number): Promise<Felt> {
  const run = `normal-${process.pid}-${++runs}`;
  const { target } = service;
  const connections = connectTo(target.url, 2_048);
  const staff = await signIn(connections, target);
  const times: Record<Kind, number[]> = { live: [], lookup: [], lead: [], list: [], page: [], webhook: [] };
  const acknowledged: string[] = [];
  const problems: string[] = [];
  let unavailable = 0;
  let mostMemory = 0;

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
  /** Works a lead of its own, so that it knows the webhook by the customId. */
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

  const start = performance.now();
  async function request(kind: Kind, n: number): Promise<void> {
    const dueMs = start + (n * 1000) / perSecond[kind];
    await wait(Math.max(0, dueMs - performance.now()));
    const unanswered = Symbol();
    const answer = await Promise.race([
      send[kind](n).catch((error: Error) => error),
      wait(longestAnswerMs, unanswered, { ref: false }),
    ]);
    if (answer === unanswered) problems.push(`${kind}: no answer within ${longestAnswerMs / 1000} s`);
    else if (answer instanceof Error || answer.status === 503) unavailable++;
    else if (answer.status === 200) times[kind].push(performance.now() - dueMs);
    else problems.push(`${kind}: ${answer.status} ${answer.body}`);
  }
  const watching = setInterval(async () => {
    mostMemory = Math.max(mostMemory, await residentMib(service.process.pid));
  }, 100);
  await Promise.all(
    kinds.flatMap((kind) =>
      Array.from({ length: Math.max(1, Math.round(seconds * perSecond[kind])) }, (_, n) => request(kind, n)),
    ),
  );
  clearInterval(watching);
  connections.close();
  for (const kind of kinds) times[kind].sort((a, b) => a - b);
  return { times, unavailable, problems, acknowledged, mostMemory };
}

async function residentMib(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
