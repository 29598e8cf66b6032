import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nextAttempt } from '../outbox/backoff.ts';
import { readRetryAfter, webhookSchedule } from './schedule.ts';

const at = new Date('2026-03-04T09:00:00.000Z');
const secondsMs = 1_000;
const hourMs = 3_600 * secondsMs;

/** The pause after so many attempts, in milliseconds; null when it is over. */
function pauseAfter(attempts: number, retryAfterSeconds: number | null, random = 0): number | null {
  const next = nextAttempt(webhookSchedule, { attempts, at, retryAfterSeconds }, () => random);
  return next === null ? null : next.getTime() - at.getTime();
}

describe('the schedule of webhooks', () => {
  it('the pauses grow, and end after three days', () => {
    const pauses = Array.from({ length: 11 }, (_, attempts) => pauseAfter(attempts, null));
    const shown = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
    assert.deepEqual(pauses, [...shown.map((seconds) => seconds * secondsMs), null]);
    const allMs = pauses.reduce<number>((sum, pauseMs) => sum + (pauseMs ?? 0), 0);
    assert.equal(Math.floor(allMs / hourMs), 75);
  });

  it('each pause is longer by chance, by a fifth at most', () => {
    assert.equal(pauseAfter(1, null, 0.5), 5_500);
    assert.equal(pauseAfter(9, null, 0.999_999_999), 28.8 * hourMs);
    assert.equal(pauseAfter(0, null, 0.999), 0);
  });

  it('a pause is as long as the receiver asks, from 1 second to 24 hours', () => {
    assert.equal(pauseAfter(1, 120), 120 * secondsMs);
    assert.equal(pauseAfter(0, 0), secondsMs);
    assert.equal(pauseAfter(1, 1_000_000), 24 * hourMs);
    assert.equal(pauseAfter(1, Number.MAX_SAFE_INTEGER), 24 * hourMs);
  });

  it('a receiver can’t shorten a pause', () => {
    assert.equal(pauseAfter(1, 1), 5 * secondsMs);
    assert.equal(pauseAfter(9, 60, 0.5), 26.4 * hourMs);
  });

  it('a receiver can’t prolong the schedule', () => {
    assert.equal(pauseAfter(10, 60), null);
    assert.equal(pauseAfter(11, null), null);
  });
});

describe('Retry-After', () => {
  it('Retry-After is read as seconds or a date, and as nothing else', () => {
    for (const [header, seconds] of [
      ['120', 120],
      [' 0 ', 0],
      ['9'.repeat(30), Number.MAX_SAFE_INTEGER],
      ['Wed, 04 Mar 2026 09:02:00 GMT', 120],
      ['Wednesday, 04-Mar-26 09:02:00 GMT', 120],
      ['Wed, 04 Mar 2026 08:00:00 GMT', 0],
      ['1.5', null],
      ['-1', null],
      ['2027', 2027],
      ['2027-01-01', null],
      ['Wed, 99 Mar 2026 09:02:00 GMT', null],
      ['soon', null],
      ['', null],
    ] as const)
      assert.equal(readRetryAfter(header, at), seconds, header);
  });

  it('Retry-After counts from the answer, and rounds seconds up', () => {
    const answered = new Date('2026-03-04T09:00:59.100Z');
    assert.equal(readRetryAfter('Wed, 04 Mar 2026 09:02:00 GMT', answered), 61);
  });
});
