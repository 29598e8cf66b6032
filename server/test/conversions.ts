import assert from 'node:assert/strict';
import type { LightMyRequestResponse } from 'fastify';
import type { Desk } from './desk.ts';
import type { TestService } from './service.ts';
import { send } from './told.ts';

/** What a visitor has agreed to. */
export const consent = { adUserData: 'GRANTED', adPersonalization: 'GRANTED' };
export const conversionHeader =
  'Google Click ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency,Order ID,Ad User Data,Ad Personalization';
export const adjustmentHeader =
  'Order ID,Conversion Name,Adjustment Time,Adjustment Type,Adjusted Value,Adjusted Value Currency';

/** Switches the export on. Answers its new password. */
export async function switchOn(desk: Desk, settings: object = {}): Promise<string> {
  const changed = await desk.patch('/desk/conversions', { on: true, ...settings });
  assert.equal(changed.statusCode, 200, changed.body);
  const made = await desk.post('/desk/conversions/password');
  assert.equal(made.statusCode, 200, made.body);
  return made.json<{ password: string }>().password;
}

/** The header of HTTP Basic. */
export function basic(password: string, userName = 'google-ads') {
  return { authorization: `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}` };
}

/** Fetches a file as an advertising account does. */
export function fetchFile(
  service: TestService,
  password: string,
  file = 'google-ads',
): Promise<LightMyRequestResponse> {
  return service.get(`/conversions/${file}.csv`, basic(password));
}

/** The lines of a file below what it begins with. */
export async function linesOf(
  service: TestService,
  password: string,
  file = 'google-ads',
): Promise<string[]> {
  const answer = await fetchFile(service, password, file);
  assert.equal(answer.statusCode, 200, answer.body);
  const lines = answer.body.split('\r\n').slice(0, -1);
  if (file === 'google-ads') assert.equal(lines.shift(), 'Parameters:TimeZone=Europe/Paris');
  assert.equal(lines.shift(), file === 'adjustments' ? adjustmentHeader : conversionHeader);
  return lines;
}

let leads = 0;

/** A lead that came with a click and the visitor's consent. Answers the id of its entry. */
export function newLead(
  service: TestService,
  body: Record<string, unknown> = {},
  query = '',
): Promise<number> {
  leads++;
  return send(
    service,
    `lead-${leads}`,
    { gclid: `Cj0K-click_${leads}`, ...consent, ...body },
    'etablissement/3/commercial/create',
    query,
  );
}

/** What staff do with an entry must work. */
export async function work(desk: Desk, entryId: number, edit: object): Promise<void> {
  const answer = await desk.patch(`/desk/entries/${entryId}`, edit);
  assert.equal(answer.statusCode, 200, answer.body);
}

/** Notes a done action of a stage. */
export function doStage(desk: Desk, entryId: number, stage: string, more: object = {}): Promise<void> {
  return work(desk, entryId, { actions: [{ date: '2026-03-04', time: '10:00', ...more, stage }] });
}

/** The entries of what is withheld, with the reasons, newest first: `12 qualified spam`. */
export async function withheldOf(desk: Desk): Promise<string[]> {
  const answer = await desk.get('/desk/conversions/withheld');
  assert.equal(answer.statusCode, 200, answer.body);
  return answer
    .json<{ data: { entryId: number; milestone: string; reason: string }[] }>()
    .data.map(({ entryId, milestone, reason }) => `${entryId} ${milestone} ${reason}`);
}

/** The order ids in lines of conversions. */
export function orderIds(lines: readonly string[]): (string | undefined)[] {
  return lines.map((line) => line.split(',')[5]);
}
