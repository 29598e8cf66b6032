import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Act, choicesFor, endsTurn, isCalled, type Offering } from './acts.ts';

const lead: Offering = {
  ...{ kind: 'commercial', type: 'commercial.type.website', status: 'new', followUp: 'to-call' },
  ...{ spam: false, suspicion: null, duplicateOf: null, resultat: null, acknowledgedOn: null },
  ...{ caller: { id: 1, name: 'Site' }, comment: null, actions: [] },
  ...{ mayChange: true, mayWrite: true, mayText: false },
};
const planned = { done: false, outcome: null };
const contact = { ...lead, kind: 'survey', type: 'survey.type.contact', followUp: null } as const;
const complaint = { ...contact, type: 'survey.type.complaint' } as const;
const application = { ...contact, kind: 'postuler', type: null } as const;

const offers: readonly (readonly [what: string, entry: Offering, buttons: string, others: string])[] = [
  ['a new lead', lead, 'planVisit result write', 'visitDone planCall consent processed sleep comment spam'],
  [
    'a lead with a visit planned',
    { ...lead, status: 'processed', followUp: 'planned', actions: [planned], mayWrite: false },
    'planVisit result',
    'visitDone planCall consent sleep toCall comment spam',
  ],
  [
    'a lead that sleeps',
    { ...lead, status: 'processed', followUp: 'asleep' },
    'planVisit result write',
    'visitDone planCall consent wake toCall comment spam',
  ],
  [
    'a closed lead',
    { ...lead, status: 'processed', resultat: 'commercial.resultat.nosuite' },
    'toCall write',
    'result visitDone consent comment spam',
  ],
  ['spam', { ...lead, spam: true }, 'notSpam write', 'comment'],
  ['what was united with another', { ...lead, duplicateOf: 2 }, '', 'comment'],
  [
    'a lead typed in by staff',
    { ...lead, caller: null },
    'planVisit result write',
    'visitDone planCall consent processed sleep spam',
  ],
  ['a contact form', contact, 'convert processed write', 'planCall consent comment spam'],
  ['an opinion', { ...contact, type: 'survey.type.survey' }, 'processed write', 'comment spam'],
  ['a complaint', complaint, 'answer acknowledged write', 'comment spam'],
  ['an answered complaint', { ...complaint, status: 'processed' }, 'write', 'reopen comment spam'],
  ['an application', application, 'answer planInterview processed write', 'spam'],
  [
    'an applicant with an interview planned',
    { ...application, actions: [planned] },
    'answer processed write',
    'spam',
  ],
];

for (const [what, entry, buttons, others] of offers)
  test(`${what} is offered: ${buttons || 'no button'}`, () => {
    const names = (isButton: boolean) =>
      choicesFor(entry)
        .filter((choice) => choice.isButton === isButton)
        .map(({ name }) => name)
        .join(' ');
    assert.deepEqual([names(true), names(false)], [buttons, others]);
  });

test('a call is noted with open leads, contacts and complaints that the user may change', () => {
  for (const [entry, expected] of [
    [lead, true],
    [contact, true],
    [complaint, true],
    [application, false],
    [{ ...contact, type: 'survey.type.survey' }, false],
    [{ ...lead, mayChange: false }, false],
    [{ ...lead, spam: true }, false],
    [{ ...lead, duplicateOf: 2 }, false],
    [{ ...lead, resultat: 'commercial.resultat.nosuite' }, false],
  ] as const)
    assert.equal(isCalled(entry), expected, JSON.stringify(entry));
});

test('the next family follows an act that says what comes next, or leaves it to another', () => {
  const call = { done: true, stage: 'Prise de contact' } as const;
  const acts: readonly (readonly [Act, boolean])[] = [
    [{ name: 'edit', body: { actions: [{ ...call, outcome: 'reached' }] } }, true],
    [{ name: 'edit', body: { actions: [{ done: false, stage: 'Visite' }] } }, true],
    [{ name: 'edit', body: { resultat: 'commercial.resultat.nosuite' } }, true],
    [{ name: 'edit', body: { actions: [{ position: 0, outcome: 'cancelled' }] } }, false],
    [{ name: 'edit', body: { actions: [{ comment: 'Note' }] } }, false],
    [{ name: 'edit', body: { fields: { villeClient: 'Tours' } } }, false],
    [{ name: 'owner', body: { userId: 1 } }, false],
    [{ name: 'owner', body: { userId: 2 } }, true],
    [{ name: 'assign', body: { establishmentId: 5 } }, true],
    [{ name: 'spam', body: { spam: true } }, true],
    [{ name: 'spam', entryId: 9, body: { spam: true } }, false],
    [{ name: 'seen' }, false],
  ];
  for (const [act, expected] of acts) assert.equal(endsTurn(act, 1), expected, JSON.stringify(act));
});
