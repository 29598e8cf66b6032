import { frenchDay, frenchInstant } from '../../../french/dates.ts';
import {
  askerNames,
  decisionNames,
  eventNames,
  frenchLabel,
  requestKindNames,
} from '../../../french/labels.ts';
import { type Html, html } from '../../../http/docs/html.ts';
import { document, listTable, valueTable } from '../document.ts';
import type { Proof } from './proof.ts';

const states = { found: 'Trouvée', done: 'Traitée', refused: 'Refusée' } as const;
const deliveryStates = { delivered: 'Informé', pending: 'En attente', failed: 'Échec' } as const;
const reasons = { 'no-webhook': 'Ne reçoit pas d’avis automatique', failed: 'Avis non remis' } as const;
const channels: Readonly<Record<string, string>> = {
  mail: 'E-mail',
  letter: 'Courrier',
  phone: 'Téléphone',
  desk: 'À l’accueil',
  other: 'Autre',
};
const steps: Readonly<Record<string, string>> = {
  received: 'Demande notée',
  identity: 'Identité vérifiée',
  searched: 'Recherche faite',
  extended: 'Délai prolongé',
  linked: 'Fiches ajoutées',
  changed: 'Fiche précisée',
  exported: 'Données exportées',
  rectified: 'Fiche rectifiée',
  'erasure-decided': 'Effacement d’une fiche décidé',
  'erasure-confirmed': 'Effacement d’une fiche confirmé par une seconde personne',
  'erasure-cancelled': 'Effacement d’une fiche annulé',
  erased: 'Fiche effacée',
  'relation-erased': 'Personne liée effacée',
  redacted: 'Fiche corrigée sans trace',
  objected: 'Opposition enregistrée',
  held: 'Traitement limité',
  'user-linked': 'Compte du personnel ajouté',
  'user-erased': 'Compte du personnel effacé',
  decided: 'Décision prise',
  answered: 'Réponse donnée',
  closed: 'Demande close',
};
const counted = (count: number, one: string, many: string) => `${count} ${count < 2 ? one : many}`;
const maybe = (value: string | null, shown: (value: string) => string) =>
  value === null ? null : shown(value);

/** Returns the proof as a printable French page. */
export async function proofPage(proof: Proof): Promise<string> {
  const { request, entries, told, toTell, exports, backups } = proof;
  const body = html`<p>Document établi le ${frenchInstant(proof.writtenAt)}. La personne n’y figure que par le numéro de sa demande.</p>
<h2>La demande</h2>
${valueTable([
  ['Numéro', String(request.number)],
  ['Droit exercé', requestKindNames[request.kind]],
  ['Faite par', askerNames[request.asker]],
  ['Reçue le', frenchDay(request.receivedOn)],
  ['Par', channels[request.channel] ?? request.channel],
  ['À traiter avant le', frenchDay(request.dueOn) + (request.extended ? ' (prolongée de deux mois)' : '')],
  ['Décision', request.decision && decisionNames[request.decision]],
  ['Motif', request.ground],
  ['Close le', maybe(request.closedAt, frenchInstant)],
])}
<h2>Trouvé et fait</h2>
<p>${counted(proof.found, 'fiche trouvée', 'fiches trouvées')}.</p>
${listTable(['Fiche', 'Reçue le', 'Suite', 'Détail'], entries.map(entryCells))}
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
  ['Le', 'Quoi', 'Fiches'],
  exports.map(({ at, what, kind, count }) => [
    frenchInstant(at),
    what === 'list' ? `Liste (${frenchLabel(kind)})` : 'Export d’une demande',
    count === null ? null : String(count),
  ]),
)}
${proof.moreExports ? html`<p>Il peut y en avoir de plus anciens.</p>` : undefined}
<h2>Sauvegardes</h2>
${backupText(backups)}
<h2>Étapes</h2>
${listTable(
  ['Le', 'Quoi'],
  proof.steps.map(({ at, step }) => [frenchInstant(at), steps[step] ?? step]),
)}
`;
  const page = document(`Preuve de traitement — demande nº ${request.number}`, [body]);
  return (await Array.fromAsync(page)).join('');
}

function entryCells({ entryId, receivedAt, state, reason, hold, erasures }: Proof['entries'][number]) {
  const detail = [
    reason,
    hold &&
      `${hold.kind === 'hold' ? 'Litige en cours' : 'Traitement limité'} jusqu’au ${frenchDay(hold.until)}`,
    ...erasures.map(({ isWhole, erasedAt, counts }) => {
      if (!isWhole) return `Corrigée sans trace le ${frenchInstant(erasedAt)}`;
      const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
      return `Effacée le ${frenchInstant(erasedAt)} : ${counted(rows, 'ligne', 'lignes')} dans ${counted(Object.keys(counts).length, 'table', 'tables')}`;
    }),
  ].filter((part) => part !== null);
  return [`nº ${entryId}`, maybe(receivedAt, frenchInstant), states[state], detail.join('\n')];
}

function backupText({ days, until, kept }: Proof['backups']): Html {
  if (until === null) return html`<p>Rien n’a été effacé pour cette demande.</p>`;
  return html`<p>Les sauvegardes faites avant l’effacement contiennent encore ces données. Elles sont détruites après ${counted(days, 'jour', 'jours')}, au plus tard le ${frenchDay(until)}. Une sauvegarde restaurée d’ici là est effacée de nouveau.</p>
${kept.length === 0 ? undefined : html`<p>Des bases mises de côté par une restauration les contiennent aussi, tant qu’elles ne sont pas supprimées : ${kept.map(({ name, until }) => `${name} (${frenchDay(until.slice(0, 10))})`).join(', ')}.</p>`}`;
}
