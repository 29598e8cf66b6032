import { frenchDay, frenchInstant } from '../../../french/dates.ts';
import { eventNames, frenchLabel } from '../../../french/labels.ts';
import { type Html, html } from '../../../http/pages/html.ts';
import { listTable, maybe, part, valueTable } from '../document.ts';
import type { ExportedEntry } from './schema.ts';
import type { Words } from './words.ts';

const consultationNames: Readonly<Record<string, string>> = {
  read: 'Fiche lue',
  'looked-up': 'Aperçu de la fiche',
  found: 'Trouvée par une recherche de données personnelles',
  downloaded: 'Fichier téléchargé',
  listed: 'Liste exportée, qui a pu contenir la fiche',
  exported: 'Données remises pour une demande',
};

/** Returns an entry as a section of the printable page. */
export function entrySection(entry: ExportedEntry, { rows, row, change }: Words): Html {
  if (entry.erased)
    return html`<section><h2>Fiche nº ${entry.number}</h2><p>Les données de cette fiche ont été effacées.</p></section>
`;
  const relations = entry.relations.map(
    ({ position, fields, otherFields }) => html`<h3>Personne liée ${position + 1}</h3>
${valueTable([...rows(fields), ...rows(otherFields)])}`,
  );
  return html`<section>
<h2>${frenchLabel(entry.kind) ?? 'Fiche'} nº ${entry.number}</h2>
${valueTable([
  ['Reçue le', maybe(entry.receivedAt, frenchInstant)],
  ['Transmise par', entry.sentBy],
  ['Résidence', entry.residence],
  ['Nature', frenchLabel(entry.type)],
  ['Séjour', frenchLabel(entry.stayType)],
  ['État', frenchLabel(entry.status)],
  ['Étape', frenchLabel(entry.stage)],
  ['Résultat', frenchLabel(entry.result)],
  ['Motif', frenchLabel(entry.reason)],
  ['Indésirable', spamText(entry)],
  row('duplicateOf', entry.duplicateOf),
  ['Essai', entry.test ? 'oui' : null],
  ['Offre d’emploi', maybe(entry.announcementId, String)],
  ['Candidature', frenchLabel(entry.applicationStep)],
  ['Jour de contact', maybe(entry.contactDate, frenchDay)],
  ['Identifiant de l’appelant', entry.customId],
  ['Identifiant du partenaire', entry.partnerId],
  ['Identifiant de clic publicitaire', entry.clickId],
  ['Commentaire', entry.comment],
  ['Commentaire d’origine', entry.originalComment],
  ['En sommeil jusqu’au', maybe(entry.asleepUntil, frenchDay)],
  ['En sommeil, motif', entry.asleepReason],
  ['Fichier joint', entry.file],
])}
${part('Ce qui nous a été transmis', rows(entry.fields), valueTable)}
${part('Transmis sans que nous l’ayons demandé', rows(entry.otherFields), valueTable)}
${relations}
${part('Ce que le partenaire a transmis', rows(entry.message ?? {}), valueTable)}
${part(
  'Suivi',
  entry.actions.map(({ date, time, done, stage, outcome, by, comment, otherFields }) => [
    [maybe(date, frenchDay), time, done ? 'faite' : 'prévue'].filter(Boolean).join(' '),
    frenchLabel(stage),
    frenchLabel(outcome),
    by,
    [comment, ...rows(otherFields).map((one) => one.join(' : '))].filter(Boolean).join('\n'),
  ]),
  (actions) => listTable(['Quand', 'Étape', 'Issue', 'Par', 'Note'], actions),
)}
${part('Opposition à la prospection, depuis le', rows(entry.objections), valueTable)}
${part(
  'Messages que nous avons écrits',
  entry.letters.map(({ at, to, subject, text }) => [frenchInstant(at), to, `${subject}\n${text}`]),
  (letters) => listTable(['Le', 'À', 'Texte'], letters),
)}
${part(
  'Historique',
  entry.history.map((line) => [frenchInstant(line.at), line.by, ...change(line)]),
  (lines) => listTable(['Le', 'Par', 'Quoi', 'Détail'], lines),
)}
<h3>À qui ces données ont été transmises</h3>
${listTable(
  ['À qui', 'Quoi', 'Le'],
  entry.recipients.map(({ recipient, event, at }) => [
    recipient,
    event === null ? null : (eventNames[event] ?? 'Nouvelle de la fiche'),
    frenchInstant(at),
  ]),
)}
<h3>Qui a consulté ces données</h3>
${listTable(
  ['Le', 'Par', 'Quoi'],
  entry.consultations.map(({ on, by, act, times }) => [
    frenchDay(on),
    by,
    `${consultationNames[act] ?? 'Consultation'}${times === 1 ? '' : ` (${times} fois)`}`,
  ]),
)}
${entry.olderConsultations ? html`<p>Il peut y en avoir d’autres, plus anciennes.</p>` : undefined}
</section>
`;
}

function spamText({ spam, suspicion }: ExportedEntry): string | null {
  if (!spam) return null;
  return suspicion === null ? 'oui' : `présumée : ${frenchLabel(suspicion)}`;
}
