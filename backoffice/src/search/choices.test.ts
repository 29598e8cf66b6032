import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KnownEntry, ListedEntry, SearchResults } from '../api/responses.ts';
import { choicesFor } from './choices.ts';

const nothing = { groups: [], near: [], known: [], objectedOn: null, exact: true };
const lead = { id: 1, kind: 'commercial' } as ListedEntry;
const complaint = { id: 2, kind: 'survey', type: 'survey.type.complaint' } as ListedEntry;
const offered = (...args: Parameters<typeof choicesFor>) =>
  choicesFor(...args).map(({ what, group, path }) => [what, group, decodeURIComponent(path)].join(' '));

test('a search leads to entries by their groups, to the whole list, and to near names', () => {
  const groups: SearchResults['groups'] = [
    { kind: 'commercial', type: null, data: [lead], count: 7 },
    { kind: 'survey', type: 'survey.type.complaint', data: [complaint], count: 1 },
  ];
  const known = [{ id: 3, kind: 'commercial' } as KnownEntry];
  assert.deepEqual(offered('bonnet', { ...nothing, groups, near: [lead], known }, { mayAdd: false }), [
    'entry commercial /leads/1',
    'all commercial /leads?filter={"q":"bonnet"}&sort=received&order=DESC',
    'entry complaint /surveys/2',
    'entry near /leads/1',
    'known known /leads/create?lastName=bonnet',
  ]);
});

test('a new lead is offered with a phone number or a name, to who may add one', () => {
  for (const [text, expected] of [
    ['06 39 98 00 00', ['newPhone new /leads/create?phone=06+39+98+00+00']],
    ['Anne-Marie d’Aubigné', ['newName new /leads/create?lastName=Anne-Marie+d’Aubigné']],
    ['1546', []],
    ['n° 12', []],
    ['anne@example.org', []],
  ] as const)
    assert.deepEqual(offered(text, nothing, { mayAdd: true }), expected, text);
  assert.deepEqual(offered('Inconnue', nothing, { mayAdd: false }), []);
});
