import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditLine } from '../api/responses.ts';
import { auditSentence } from './audit-sentence.ts';

const lines: readonly (readonly [Partial<AuditLine>, string])[] = [
  [{ action: 'signed-in', subject: null, subjectId: null }, 'Connexion'],
  [
    { subject: 'user', detail: { changed: ['name'] }, name: 'Nadia <b>Petit</b>' },
    'Modification de l’utilisateur n° 7 : Nadia <b>Petit</b>, nom',
  ],
  [{ action: 'added', subject: 'partner', detail: { slug: 'relais' } }, 'Ajout du partenaire n° 7 : relais'],
  [{ subject: 'conversions', subjectId: null, detail: { disabled: false } }, 'Export des conversions activé'],
  [
    { subject: 'establishment', subjectId: null, detail: { changed: ['targets'] } },
    'Délais de suivi modifiés : toutes les résidences',
  ],
  [{ subject: 'group', detail: { changed: ['targets'] } }, 'Délais de suivi modifiés : groupe n° 7'],
  [
    { subject: 'establishment', detail: { changed: ['assignment'] } },
    'Attribution des nouvelles fiches modifiée : résidence n° 7',
  ],
  [
    {
      subject: 'privacy-request',
      detail: { changed: ['identityKind', 'identityCheck', 'decision', 'ground'] },
    },
    'Modification de la demande d’exercice de droits n° 7 : contrôle de l’identité, précision du contrôle, décision, motif',
  ],
  [
    {
      subject: 'retention',
      subjectId: null,
      detail: { name: 'erasure', before: 3, days: 4, from: '2026-03-04' },
    },
    'Modification de la durée de conservation : délai avant effacement, 3 → 4 jours, à partir du 04/03/2026',
  ],
  [
    { action: 'looked-up', subject: 'person', subjectId: null, detail: { count: 2, entries: [1, 2] } },
    'Recherche d’une personne : 2 trouvées, fiches n° 1, 2',
  ],
];

for (const [line, sentence] of lines)
  test(`the audit trail says « ${sentence} »`, () => {
    const told = auditSentence({
      ...{ id: 1, at: '2026-03-04T09:00:00.000Z', userId: 1, author: 'nadia@example.org', address: null },
      ...{ action: 'changed', subject: 'entry', subjectId: 7, detail: {}, name: null },
      ...line,
    });
    assert.equal(told.replace(/[\u00a0\u202f]/g, ' '), sentence);
  });
