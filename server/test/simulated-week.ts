import { setImmediate } from 'node:timers/promises';
import { seeded } from '../../torture/random.ts';
import type { Database } from '../src/database/port.ts';
import { appendEvent } from '../src/outbox/append.ts';
import { completeWebhooks } from '../src/outbox/complete.ts';
import { switchEndpointOn } from '../src/outbox/endpoints.ts';
import type { Outcome } from '../src/outbox/outcome.ts';
import type { WebhookAttempt } from '../src/webhooks/send.ts';
import type { WebhookReport } from '../src/webhooks/worker.ts';
import { execute, number, rows } from './rows.ts';
import { virtualTime } from './virtual-time.ts';
import { workOnWebhooks } from './webhook-worker.ts';

const start = Date.parse('2026-03-04T09:00:00.000Z');
const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const end = start + 40 * day;
const leaseMs = 60 * second;
const limits = { perEndpoint: 2, perFailing: 1, failing: 4, inAll: 16 };
/** The pauses after the first, the second … attempt, told a second time. */
const pausesMs = [5 * second, 5 * minute, hour / 2, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, day];

/** How a receiver behaves. */
interface Receiver {
  readonly failsFrom: number;
  readonly failsUntil: number;
  /** How often it fails outside that time. */
  readonly failureRate: number;
  /** Whether it fails by not answering. */
  readonly hangs: boolean;
  readonly goneFrom: number;
  readonly goneUntil: number;
  readonly retryAfterSeconds: number | null;
}

/** What is known of an event that is not finished. */
interface Expected {
  due: number;
  attempts: number;
}

interface Row {
  readonly webhookId: string;
  readonly endpoint: number;
  readonly state: string;
  readonly attempts: number;
  readonly createdAt: string;
  readonly nextAt: string;
  readonly endpointState: string;
  readonly failing: number;
}

/** One process that delivers, until it is killed. */
interface Process {
  kill(): void;
}

/** A week by the dice of one seed: endpoints, events, faults, and processes that die and come back. */
export class SimulatedWeek {
  readonly seen = {
    attempts: 0,
    delivered: 0,
    failed: 0,
    waiting: 0,
    kills: 0,
    held: 0,
    gone: 0,
    repeated: 0,
  };
  readonly #database: Database;
  readonly #random: () => number;
  readonly #time = virtualTime(start);
  readonly #receivers = new Map<string, Receiver>();
  readonly #expected = new Map<string, Expected>();
  /** Receivers that could not be sent more, when anything last happened. */
  #blocked = new Set<string>();
  /** Receivers that had failed at the last attempt, when anything last happened. */
  #failing = new Set<string>();
  /** When each has last answered. */
  readonly #answeredAt = new Map<string, number>();
  /** What is on its way, and to whom. */
  readonly #sending = new Map<string, string>();
  readonly #received = new Map<string, number>();
  readonly #failingSince = new Map<number, number>();
  /** As many may come twice: what was on its way or not recorded when a process was killed. */
  #mayRepeat = 0;
  #written = 0;
  #unrecorded = 0;
  #busy = 0;
  #process: Process | undefined;
  #killed = false;
  /** Whether no process was alive, when anything last happened. */
  #wasDown = true;
  readonly #problems: string[] = [];

  constructor(database: Database, seed: number) {
    this.#database = database;
    this.#random = seeded(seed);
  }

  /** Answers what was not as promised. */
  async run(): Promise<readonly string[]> {
    await this.#prepare();
    this.#process = this.#startProcess();
    await this.#settle();
    for (let moment = this.#time.next(); moment !== undefined && moment < end; moment = this.#time.next()) {
      while (this.#time.next() === moment) this.#time.pass();
      await this.#settle();
    }
    this.#process?.kill();
    await this.#judgeEnd();
    return this.#problems;
  }

  #between(least: number, most: number): number {
    return Math.floor(least + this.#random() * (most - least));
  }
  #chance(share: number): boolean {
    return this.#random() < share;
  }
  #problem(text: string): void {
    this.#problems.push(`${new Date(this.#time.now()).toISOString()} ${text}`);
  }

  async #prepare(): Promise<void> {
    // In some weeks enough of them to fill every place, and to hang in every place that they may.
    const crowd = this.#chance(0.02);
    const endpoints = crowd ? this.#between(8, 13) : this.#between(1, 4);
    for (let id = 1; id <= endpoints; id++) {
      const url = `https://${id}.example.org`;
      const failsFrom = start + this.#between(-day, 2 * day);
      const goneFrom = this.#chance(0.1) ? start + this.#between(0, 2 * day) : end;
      this.#receivers.set(url, {
        failsFrom,
        failsUntil:
          failsFrom + (this.#chance(0.3) ? 0 : this.#between(minute, this.#chance(0.2) ? 8 * day : hour)),
        failureRate: this.#chance(0.5) ? 0 : this.#random() * 0.8,
        hangs: this.#chance(crowd ? 0.8 : 0.3),
        goneFrom,
        goneUntil: goneFrom + this.#between(0, day),
        retryAfterSeconds: this.#chance(0.1) ? this.#between(0, 200_000) : null,
      });
      await execute(
        this.#database,
        `insert into endpoints (id, caller_id, url, secret, created_at) values (${id}, 1, '${url}', '', '')`,
      );
    }
    for (let moments = this.#between(1, 3); moments > 0; moments--) {
      // Some together: more than may be on their way at the same time.
      const together = this.#chance(crowd ? 0.7 : 0.1) ? this.#between(2, 12) : 1;
      this.#time.wait(this.#between(0, 2 * day), () => {
        for (let i = 0; i < together; i++) void this.#during(this.#write());
      });
    }
    for (let kills = this.#between(0, 2); kills > 0; kills--) {
      this.#time.wait(this.#between(0, 3 * day), () => this.#process?.kill());
    }
  }

  async #write(): Promise<void> {
    this.#written += this.#receivers.size;
    const at = new Date(this.#time.now()).toISOString();
    const presented = { type: 'survey', data: {} };
    await this.#database.write((tx) =>
      appendEvent(tx, {
        entryId: 1,
        callerId: 1,
        customId: 'x',
        event: 'updated',
        sequence: 1,
        at,
        test: false,
        presented,
      }),
    );
  }

  /** Work that time waits for. */
  #during<T>(work: Promise<T>): Promise<T> {
    this.#busy++;
    return work.finally(() => this.#busy--);
  }

  #startProcess(): Process {
    const never = new Promise<never>(() => {});
    const cancels = new Set<() => void>();
    const inner = this.#database;
    let dead = false;
    const kill = () => {
      if (dead) return;
      dead = this.#killed = true;
      for (const cancel of cancels) cancel();
      this.seen.kills++;
      this.#mayRepeat += this.#sending.size + this.#unrecorded;
      this.#sending.clear();
      this.#unrecorded = 0;
      this.#process = undefined;
      const downMs = 1 + (this.#chance(0.5) ? 0 : this.#between(0, 3 * hour));
      this.#time.wait(downMs, () => {
        this.#process = this.#startProcess();
      });
    };
    const wait = (ms: number, then: () => void) => {
      const cancel = this.#time.wait(ms, () => {
        cancels.delete(cancel);
        then();
      });
      cancels.add(cancel);
      return cancel;
    };
    workOnWebhooks({
      database: {
        ...inner,
        watch(subject, wake) {
          const unwatch = inner.watch(subject, wake);
          cancels.add(unwatch);
          return unwatch;
        },
        batch: async (operation, pieces, now) => {
          const recording = operation.name === completeWebhooks.name;
          // It dies with outcomes in hand: before they are committed, or before it knows that they are.
          const dies = recording && this.#chance(0.005) ? (this.#chance(0.5) ? 'before' : 'after') : null;
          if (dies === 'before') kill();
          if (dead) return never;
          const outcomes = await this.#during(inner.batch(operation, pieces, now));
          if (dies === 'after') kill();
          return dead ? never : outcomes;
        },
      },
      decrypt: (secret) => secret,
      clock: () => new Date(this.#time.now()),
      random: this.#random,
      wait,
      // Not within the week: what is due has to be known, or told.
      pollIntervalMs: 100 * day,
      send: (delivery) => {
        if (dead) return never;
        const { outcome, ms } = this.#begin(delivery);
        return new Promise((resolve) => {
          wait(ms, () => {
            this.#sending.delete(delivery.webhookId);
            this.#unrecorded++;
            this.#answeredAt.set(delivery.url, this.#time.now());
            resolve(outcome);
          });
        });
      },
      onAttempt: (report) => {
        if (!dead) this.#recorded(report);
      },
      onError: (error) => this.#problem(`an error: ${error}`),
    });
    return { kill };
  }

  /** A receiver gets an attempt. */
  #begin({ webhookId, url }: WebhookAttempt): { outcome: Outcome; ms: number } {
    const now = this.#time.now();
    const receiver = this.#receivers.get(url);
    const due = this.#expected.get(webhookId)?.due;
    // One that nobody has seen yet was written at this moment.
    const mayBeLate = this.#wasDown || this.#blocked.has(url);
    if (due !== undefined && (now < due || (now > due && !mayBeLate))) {
      this.#problem(`${webhookId} was due at ${new Date(due).toISOString()}`);
    }
    if (this.#sending.has(webhookId)) this.#problem(`${webhookId} is on its way twice`);
    this.#sending.set(webhookId, url);
    const toSame = this.#sending
      .values()
      .filter((to) => to === url)
      .toArray().length;
    if (toSame > limits.perEndpoint) this.#problem(`${toSame} are on their way to ${url}`);
    // Of one that answers at this very moment it is not known yet.
    const fails = (to: string) => this.#failing.has(to) && this.#answeredAt.get(to) !== now;
    if (fails(url)) {
      const toFailing = this.#sending.values().filter(fails).toArray().length;
      if (toSame > limits.perFailing) this.#problem(`${toSame} are on their way to ${url}, which fails`);
      if (toFailing > limits.failing) this.#problem(`${toFailing} are on their way to some that fail`);
    }
    if (this.#sending.size > limits.inAll) this.#problem(`${this.#sending.size} are on their way`);
    this.seen.attempts++;
    const usualMs = this.#chance(0.5) ? 0 : this.#between(1, 3_000);
    const answered = {
      failureReason: null,
      ms: usualMs,
      responseExcerpt: '',
      retryAfterSeconds: null,
    } as const;
    if (receiver === undefined || (now >= receiver.goneFrom && now < receiver.goneUntil)) {
      return { outcome: { ...answered, kind: 'gone', status: 410 }, ms: usualMs };
    }
    const down = now >= receiver.failsFrom && now < receiver.failsUntil;
    if (down || this.#chance(receiver.failureRate)) {
      const { hangs, retryAfterSeconds } = receiver;
      const ms = hangs ? 20 * second : usualMs;
      return {
        outcome: { ...answered, kind: 'retryable', status: hangs ? null : 500, ms, retryAfterSeconds },
        ms,
      };
    }
    this.#received.set(webhookId, (this.#received.get(webhookId) ?? 0) + 1);
    return { outcome: { ...answered, kind: 'delivered', status: 200 }, ms: usualMs };
  }

  /** An attempt is recorded: it must be followed by what was promised. */
  #recorded({ delivery, outcome, verdict, nextAt, endpointChange: switched }: WebhookReport): void {
    this.#unrecorded--;
    const now = this.#time.now();
    const { webhookId, endpoint } = delivery;
    const expected = this.#expected.get(webhookId) ?? { due: now, attempts: 0 };
    this.#expected.set(webhookId, expected);
    expected.attempts++;
    if (outcome.kind === 'delivered') this.#failingSince.delete(endpoint.id);
    else if (!this.#failingSince.has(endpoint.id)) this.#failingSince.set(endpoint.id, now);
    const right = {
      delivered: outcome.kind === 'delivered',
      gone: outcome.kind === 'gone',
      retry: outcome.kind === 'retryable' && expected.attempts <= pausesMs.length,
      failed: outcome.kind === 'retryable' && expected.attempts > pausesMs.length,
    }[verdict];
    if (!right) this.#problem(`${webhookId}: ${outcome.kind}, attempt ${expected.attempts}: ${verdict}`);
    expected.due = nextAt === null ? now : Date.parse(nextAt);
    if (verdict === 'retry') {
      const pauseMs = expected.due - now;
      const askedMs = Math.min(Math.max((outcome.retryAfterSeconds ?? 0) * second, 0), day);
      const leastMs = Math.max(pausesMs[expected.attempts - 1] ?? 0, askedMs);
      const mostMs = Math.max((pausesMs[expected.attempts - 1] ?? 0) * 1.2, askedMs, second);
      if (pauseMs < leastMs || pauseMs > mostMs) {
        this.#problem(`${webhookId} pauses ${pauseMs} ms after attempt ${expected.attempts}`);
      }
    }
    const failingMs = now - (this.#failingSince.get(endpoint.id) ?? now);
    if (switched === 'held') {
      this.seen.held++;
      if (failingMs < 5 * day) this.#problem(`endpoint ${endpoint.id} was held after ${failingMs} ms`);
    }
    if (switched === 'off') this.seen.gone++;
    if (switched !== null && this.#chance(0.8)) {
      this.#time.wait(this.#between(0, 2 * day), () => {
        void this.#during(this.#switchOn(endpoint.id));
      });
    }
  }

  async #switchOn(endpoint: number): Promise<void> {
    const now = this.#time.now();
    this.#failingSince.delete(endpoint);
    this.#failing.delete(`https://${endpoint}.example.org`);
    for (const { webhookId, endpoint: of } of await this.#pending()) {
      if (of === endpoint && !this.#sending.has(webhookId))
        this.#expected.set(webhookId, { due: now, attempts: 0 });
    }
    await this.#database.write((tx) => switchEndpointOn(tx, endpoint, new Date(now).toISOString()));
  }

  #pending(): Promise<Row[]> {
    return rows<Row>(
      this.#database,
      `select o.webhook_id as webhookId, o.endpoint_id as endpoint, o.state, o.attempts, o.created_at as createdAt,
         o.next_at as nextAt, e.state as endpointState, e.last_failed as failing
       from outbox o join endpoints e on e.id = o.endpoint_id where o.state = 'pending'`,
    );
  }

  /** Lets everything happen that happens at this moment; then nothing that is due may be left without a reason. */
  async #settle(): Promise<void> {
    for (let quiet = 0, turns = 0; quiet < 2; turns++) {
      if (turns === 10_000) throw new Error('This moment does not end');
      await setImmediate();
      quiet = this.#busy === 0 && this.#unrecorded === 0 ? quiet + 1 : 0;
    }
    const now = this.#time.now();
    const pending = await this.#pending();
    const failing = new Set(
      pending.filter((row) => row.failing === 1).map((row) => `https://${row.endpoint}.example.org`),
    );
    const sendingTo = (is: (url: string) => boolean) => this.#sending.values().filter(is).toArray().length;
    this.#failing = failing;
    this.#blocked = new Set();
    for (const { webhookId, endpoint, attempts, createdAt, nextAt, endpointState } of pending) {
      const expected = this.#expected.get(webhookId) ?? { due: Date.parse(createdAt), attempts: 0 };
      this.#expected.set(webhookId, expected);
      if (this.#killed) {
        // A dead process may have had it claimed, or have recorded an attempt without knowing.
        if (Date.parse(nextAt) > Math.max(expected.due, now + leaseMs) && attempts === expected.attempts) {
          this.#problem(`${webhookId} waits until ${nextAt} for a dead process`);
        }
        expected.due = Date.parse(nextAt);
        expected.attempts = attempts;
      }
      const url = `https://${endpoint}.example.org`;
      const full = failing.has(url)
        ? sendingTo((to) => to === url) >= limits.perFailing ||
          sendingTo((to) => failing.has(to)) >= limits.failing
        : sendingTo((to) => to === url) >= limits.perEndpoint;
      if (endpointState !== 'on' || full || this.#sending.size >= limits.inAll) this.#blocked.add(url);
      else if (this.#process !== undefined && expected.due <= now && !this.#sending.has(webhookId)) {
        this.#problem(`${webhookId} is due and nobody sends it`);
      }
    }
    this.#killed = false;
    this.#wasDown = this.#process === undefined;
  }

  async #judgeEnd(): Promise<void> {
    const all = await rows<{ webhookId: string; state: string; endpointState: string }>(
      this.#database,
      `select webhook_id as webhookId, o.state, e.state as endpointState
       from outbox o join endpoints e on e.id = o.endpoint_id`,
    );
    if (all.length !== this.#written)
      this.#problem(`${this.#written} events were written, ${all.length} are there`);
    for (const { webhookId, state, endpointState } of all) {
      const received = this.#received.get(webhookId) ?? 0;
      if (state === 'delivered' && received === 0) this.#problem(`${webhookId} was never received`);
      if (state === 'pending' && endpointState === 'on') this.#problem(`${webhookId} was forgotten`);
      if (state === 'pending') this.seen.waiting++;
      if (state === 'failed') this.seen.failed++;
      if (state === 'delivered') this.seen.delivered++;
      this.seen.repeated += Math.max(0, received - 1);
    }
    if (this.seen.repeated > this.#mayRepeat) {
      this.#problem(`${this.seen.repeated} came again; ${this.#mayRepeat} may have`);
    }
    const kept = await number(this.#database, 'select count(*) from attempts');
    if (kept + this.#mayRepeat < this.seen.attempts)
      this.#problem(`${kept} of ${this.seen.attempts} attempts are kept`);
  }
}
