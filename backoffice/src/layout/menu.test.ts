import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rightsGiven } from '../../../server/src/access/roles.ts';
import { demoUsers } from '../../../server/src/demo/accounts.ts';
import type { Counts } from '../api/responses.ts';
import { menuOf, menuPageOf, titleOf, waitingAt } from './menu.ts';

const commercial = 'today agenda leads board surveys residences statistics';
/** The menu of each user of the demo, one of each role. */
const menus: Readonly<Record<string, string>> = {
  Administrateur:
    'today agenda leads board surveys applications residences statistics integrations users privacy',
  'Nadège Carpentier': 'today agenda leads board surveys applications residences statistics',
  'Yanis Ferrand': commercial,
  'Mathilde Vasseur': commercial,
  'Bastien Lemoine': 'newLead residences',
  'Inès Caradec': 'statistics',
  'Odile Texier': commercial,
  'Hervé Quentin': 'today privacy',
};

for (const { name, grants } of demoUsers)
  test(`the menu of ${name} has the pages of ${grants[0]?.role}, at most eleven`, () => {
    const shown = menuOf(rightsGiven(grants)).map(({ name: page }) => page);
    assert.equal(shown.join(' '), menus[name]);
    assert.ok(shown.length <= 11);
  });

test('an address belongs to the page of the menu above it', () => {
  const pages = [
    ['/', 'today'],
    ['/leads', 'leads'],
    ['/leads/7', 'leads'],
    ['/leads/create', 'newLead'],
    ['/establishments/3/staff', 'residences'],
    ['/users/audit', 'users'],
    ['/leadsheet', undefined],
    ['/mail', undefined],
  ] as const;
  for (const [at, page] of pages) assert.equal(menuPageOf(at)?.name, page, at);
});

const counts: Counts = {
  leads: { new: 3, toCall: 2 },
  surveys: { contact: 1, toCall: 1, complaint: 4, survey: 8 },
  applications: 16,
};

test('the menu counts what waits on each page, and nothing that may not be read', () => {
  const waiting = (known: Counts | undefined) =>
    ['/leads', '/surveys', '/applications', '/agenda'].map((to) => waitingAt(to, known));
  assert.deepEqual(waiting(counts), [2, 13, 16, 0]);
  const hidden = { ...counts, surveys: { ...counts.surveys, complaint: null }, applications: null };
  assert.deepEqual(waiting(hidden), [2, 9, 0, 0]);
  assert.deepEqual(waiting(undefined), [0, 0, 0, 0]);
});

test('the title of a tab says the page, its section and how many families wait', () => {
  const titles = [
    ['/leads/7', 'Colette Meunier', counts, '(3) Colette Meunier – Demandes – Accueil'],
    ['/users', 'Utilisateurs', counts, '(3) Utilisateurs – Accueil'],
    ['/mail', 'Mes e-mails', undefined, 'Mes e-mails – Accueil'],
    [
      '/',
      'Ma journée',
      { ...counts, leads: { ...counts.leads, toCall: 1_233 } },
      '(1 234) Ma journée – Accueil',
    ],
  ] as const;
  for (const [at, heading, known, title] of titles)
    assert.equal(titleOf(at, heading, known).replace('\u202f', ' '), title);
});
