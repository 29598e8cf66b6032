import { frenchDay, frenchInstant } from '../../../french/dates.ts';
import { eventNames, frenchLabel } from '../../../french/labels.ts';
import { type Html, html } from '../../../http/docs/html.ts';
import { listTable, valueTable } from '../document.ts';
import type { ExportedEntry } from './schema.ts';
import type { Words } from './words.ts';

const maybe = (value: string | null, shown: (value: string) => string) =>
  value === null ? null : shown(value);

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
  ['Offre d’emploi', entry.announcementId === null ? null : String(entry.announcementId)],
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
<h3>Ce qui a été transmis</h3>
${valueTable(rows(entry.fields))}
<h3>Renseignements que nous n’avions pas demandés</h3>
<p>Le site les a transmis sous ces noms.</p>
${valueTable(rows(entry.otherFields))}
${relations}
<h3>Actions</h3>
${listTable(
  ['Quand', 'Étape', 'Résultat', 'Par', 'Note', 'Autres champs'],
  entry.actions.map(({ date, time, done, stage, outcome, by, comment, otherFields }) => [
    [maybe(date, frenchDay), time, done ? 'faite' : 'prévue'].filter(Boolean).join(' '),
    frenchLabel(stage),
    frenchLabel(outcome),
    by,
    comment,
    rows(otherFields)
      .map(([name, value]) => `${name} : ${value}`)
      .join('\n'),
  ]),
)}
<h3>Transmis par le partenaire</h3>
${valueTable(rows(entry.message ?? {}))}
<h3>Historique</h3>
${listTable(
  ['Le', 'Par', 'Quoi', 'Détail'],
  entry.history.map((line) => [frenchInstant(line.at), line.by, ...change(line)]),
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
</section>
`;
}

function spamText({ spam, suspicion }: ExportedEntry): string | null {
  if (!spam) return null;
  return suspicion === null ? 'oui' : `présumée : ${frenchLabel(suspicion)}`;
}
