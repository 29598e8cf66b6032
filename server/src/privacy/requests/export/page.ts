import { frenchDay, frenchInstant } from '../../../french/dates.ts';
import { entryKindNames, frenchLabel } from '../../../french/labels.ts';
import { type Html, html } from '../../../http/docs/html.ts';
import { contents } from '../../fields.ts';
import { listTable, valueTable } from '../document.ts';
import type { ExportedEntry } from './schema.ts';

const suspicions = { trap: 'champ caché rempli', haste: 'envoyée trop vite' } as const;
const maybe = (value: string | null, shown: (value: string) => string) =>
  value === null ? null : shown(value);

/** Returns an entry as a section of the printable page. */
export function entrySection(entry: ExportedEntry): Html {
  if (entry.erased)
    return html`<section><h2>Fiche nº ${entry.number}</h2><p>Les données de cette fiche ont été effacées.</p></section>
`;
  const relations = entry.relations.map(
    ({ position, fields, otherFields }) => html`<h3>Personne liée ${position + 1}</h3>
${valueTable([...rowsOf(fields), ...rowsOf(otherFields)])}`,
  );
  return html`<section>
<h2>${entryKindNames[entry.kind ?? ''] ?? 'Fiche'} nº ${entry.number}</h2>
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
  ['Doublon de la fiche', entry.duplicateOf === null ? null : String(entry.duplicateOf)],
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
<h3>Champs</h3>
${valueTable([...rowsOf(entry.fields), ...rowsOf(entry.otherFields)])}
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
    textOf(otherFields),
  ]),
)}
<h3>Transmis par le partenaire</h3>
${valueTable(rowsOf(entry.message ?? {}))}
<h3>Historique</h3>
${listTable(
  ['Le', 'Par', 'Quoi', 'Détail'],
  entry.history.map(({ at, by, change, detail }) => [frenchInstant(at), by, change, textOf(detail)]),
)}
<h3>Destinataires</h3>
${listTable(
  ['Qui', 'Événement', 'Le'],
  entry.recipients.map(({ recipient, event, at }) => [recipient, event, frenchInstant(at)]),
)}
</section>
`;
}

function spamText({ spam, suspicion }: ExportedEntry): string | null {
  if (!spam) return null;
  return suspicion === null ? 'oui' : `présumée : ${suspicions[suspicion]}`;
}

function rowsOf(fields: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(fields).map(([name, value]) => [fieldName(name), textOf(value)]);
}

/** Objects one name per line, `from → to` for changes. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return frenchLabel(value) ?? value;
  if (typeof value === 'boolean') return value ? 'oui' : 'non';
  if (typeof value !== 'object' || value === null) return value === null ? '' : String(value);
  if ('from' in value && 'to' in value) return `${textOf(value.from) || '∅'} → ${textOf(value.to) || '∅'}`;
  return Object.entries(value)
    .map(([name, part]) => `${fieldName(name)} : ${textOf(part)}`)
    .join('\n');
}

/** The French name of a field; its own name when the interface does not name it. */
function fieldName(name: string): string {
  return contents.get(name)?.label ?? name;
}
