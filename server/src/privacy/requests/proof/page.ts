import { recordActivity } from '../../../access/audit.ts';
import { counted, frenchDay, frenchInstant } from '../../../french/dates.ts';
import {
  askerNames,
  channelNames,
  criteriaText,
  decisionNames,
  eventNames,
  frenchLabel,
  identityKindNames,
  requestKindNames,
} from '../../../french/labels.ts';
import { deskRoute } from '../../../http/desk-route.ts';
import { type Html, html } from '../../../http/pages/html.ts';
import { pageFor } from '../../../http/pages/printed-page.ts';
import { type PrivacyDeps, privacyRoute } from '../../deps.ts';
import { listTable, maybe, valueTable } from '../document.ts';
import { type Proof, proofOf } from './proof.ts';

const states = { found: 'Trouvée', done: 'Traitée', refused: 'Refusée' } as const;
const deliveryStates = { delivered: 'Informé', pending: 'En attente', failed: 'Échec' } as const;
const reasons = { 'no-webhook': 'Ne reçoit pas d’avis automatique', failed: 'Avis non remis' } as const;

/** Returns the proof as the section of a printable page. The person is named by the number of the request alone. */
function proofSection(proof: Proof): Html {
  const { request, entries, told, toTell, exports, backups, steps } = proof;
  return html`<p>Document établi le ${frenchInstant(proof.writtenAt)}. La personne n’y figure que par le numéro de sa demande.</p>
<h2>La demande</h2>
${valueTable([
  ['Numéro', String(request.id)],
  ['Droit exercé', requestKindNames[request.kind]],
  ['Faite par', askerNames[request.asker]],
  ['Reçue le', frenchDay(request.receivedOn)],
  ['Par', channelNames[request.channel]],
  ['Identité', request.identityKind && identityKindNames[request.identityKind]],
  [
    'À traiter avant le',
    frenchDay(request.dueOn) + (request.extensionReason === null ? '' : ' (délai prolongé de deux mois)'),
  ],
  ['Décision', request.decision && decisionNames[request.decision]],
  ['Décidée le', maybe(steps.findLast(({ step }) => step === 'decided')?.at ?? null, frenchInstant)],
  ['Motif', request.ground],
  ['Répondu le', maybe(request.answeredOn, frenchDay)],
  ['Réponse par', request.answerChannel && channelNames[request.answerChannel]],
  ['Close le', maybe(request.closedAt, frenchInstant)],
])}
<h2>Ce qui a été cherché</h2>
${listTable(
  ['Le', 'Par', 'D’après', 'Jusqu’où'],
  steps
    .filter(({ step }) => step === 'searched')
    .map(({ at, author, detail }) => [
      frenchInstant(at),
      author,
      criteriaText(detail.criteria),
      reachText(detail),
    ]),
)}
<h2>Trouvé et fait</h2>
<p>${entries.length === 0 ? 'Rien n’a été trouvé' : counted(entries.length, 'fiche trouvée', 'fiches trouvées')}.</p>
${listTable(
  ['Fiche', 'Reçue le', 'Suite', 'Détail'],
  entries.map((entry) => entryCells(entry, steps)),
)}
<h2>Qui a été informé</h2>
${listTable(
  ['Fiche', 'Destinataire', 'Avis', 'État', 'Le'],
  told.map(({ entryId, recipient, event, state, at }) => [
    `nº ${entryId}`,
    recipient,
    eventNames[event] ?? 'Nouvelle de la fiche',
    deliveryStates[state],
    maybe(at, frenchInstant),
  ]),
)}
<h2>À informer par courrier</h2>
${listTable(
  ['Fiche', 'Destinataire', 'Pourquoi'],
  toTell.map(({ entryId, recipient, why }) => [`nº ${entryId}`, recipient, reasons[why]]),
)}
<h2>Exports qui ont pu contenir ces données</h2>
${listTable(
  ['Le', 'Par', 'Quoi', 'Fiches'],
  exports.map(({ at, by, what, kind, count }) => [
    frenchInstant(at),
    by,
    what === 'list' ? `Liste (${frenchLabel(kind)})` : 'Export d’une demande',
    maybe(count, String),
  ]),
)}
${proof.moreExports ? html`<p>Il peut y en avoir de plus anciens.</p>` : undefined}
<h2>Sauvegardes</h2>
${backupText(backups)}
<h2>Étapes</h2>
${listTable(
  ['Le', 'Par', 'Quoi', 'Détail'],
  steps.map(({ at, author, name, detail }) => [frenchInstant(at), author, name, detailText(detail)]),
)}
`;
}

type Step = Proof['steps'][number];

function reachText({ complete }: Step['detail']): string {
  const indexes = 'fiches, proches et utilisateurs de toutes les résidences';
  return complete === true ? `${indexes}, puis tous les textes` : indexes;
}

/** What a step says besides its name. */
function detailText(detail: Step['detail']): string {
  const { criteria, entryId, relation, dueOn, until, decision, count } = detail;
  return [
    criteriaText(criteria),
    typeof entryId === 'number' && `fiche nº ${entryId}`,
    typeof relation === 'number' && `personne liée ${relation + 1}`,
    typeof dueOn === 'string' && `à traiter avant le ${frenchDay(dueOn)}`,
    typeof until === 'string' && `jusqu’au ${frenchDay(until)}`,
    typeof decision === 'string' && (decisionNames[decision as keyof typeof decisionNames] ?? ''),
    typeof count === 'number' && counted(count, 'fiche'),
  ]
    .filter(Boolean)
    .join(', ');
}

function entryCells(
  { entryId, receivedAt, state, reason, hold, erasures }: Proof['entries'][number],
  steps: readonly Step[],
) {
  const decidedAt = steps.findLast(
    ({ step, detail }) => step === 'erasure-decided' && detail.entryId === entryId,
  )?.at;
  const detail = [
    reason,
    hold &&
      `${hold.kind === 'hold' ? 'Litige en cours' : 'Traitement limité'} jusqu’au ${frenchDay(hold.until)}`,
    ...erasures.map(({ isWhole, erasedAt, counts }) => {
      if (!isWhole) return `Corrigée sans trace le ${frenchInstant(erasedAt)}`;
      // Until 0029 the ledger's counts had keyed hashes of erased texts too.
      const places = Object.entries(counts).filter(([place]) => !place.includes(':'));
      const rows = places.reduce((sum, [, count]) => sum + count, 0);
      const decided = decidedAt === undefined ? '' : `décidé le ${frenchInstant(decidedAt)}, `;
      return `Effacement : ${decided}fait le ${frenchInstant(erasedAt)} (${counted(rows, 'enregistrement')})`;
    }),
  ].filter(Boolean);
  return [`nº ${entryId}`, maybe(receivedAt, frenchInstant), states[state], detail.join('\n')];
}

function backupText({ days, until, kept }: Proof['backups']): Html {
  if (until === null) return html`<p>Rien n’a été effacé pour cette demande.</p>`;
  return html`<p>Les sauvegardes faites avant l’effacement contiennent encore ces données. Elles sont détruites après ${counted(days, 'jour', 'jours')}, au plus tard le ${frenchDay(until)}. Une sauvegarde restaurée d’ici là est effacée de nouveau.</p>
${kept.length === 0 ? undefined : html`<p>Des bases mises de côté par une restauration les contiennent aussi, tant qu’elles ne sont pas supprimées : ${kept.map(({ name, until }) => `${name} (${frenchDay(until.slice(0, 10))})`).join(', ')}.</p>`}`;
}

export const showProofPage = deskRoute('showProofPage', 'GET /desk/privacy/requests/:id/proof.html', {
  ...privacyRoute,
  async run({ database, clock, ...deps }: PrivacyDeps, { id, by }, { reply }) {
    const now = clock();
    const proof = await proofOf(database.background, id, { now, ...deps });
    const act = { action: 'downloaded', subject: 'privacy-request', subjectId: id } as const;
    await database.write(recordActivity, { by, act }, now);
    return pageFor(reply, `Preuve de traitement — demande nº ${id}`, [proofSection(proof)]);
  },
});
