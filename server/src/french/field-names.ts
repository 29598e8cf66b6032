/**
 * Names of fields that no message of the interface has: the columns and the action fields that the history records, and what
 * sites are known to send besides. The messages name their own fields.
 */
const fieldNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    kind: 'Sorte de fiche',
    establishment: 'Résidence',
    status: 'État',
    contactDate: 'Premier contact',
    spam: 'Indésirable',
    suspicion: 'Présumée indésirable',
    duplicateOf: 'Réunie avec',
    reached: 'Famille jointe',
    closed: 'Close',
    asleepUntil: 'En sommeil jusqu’au',
    applicationStep: 'Étape de la candidature',
    admissionRevoked: 'Admission annulée',
    time: 'Heure',
    stage: 'Étape',
    done: 'Faite',
    outcome: 'Issue',
    assigneeId: 'Confiée à',
    author: 'Par',
    landing_page: 'Première page visitée',
    page: 'Page du site',
    referrer: 'Page d’origine',
    lien: 'Lien de parenté',
    note: 'Note donnée',
    adUserData: 'Consentement : publicité',
    adPersonalization: 'Consentement : publicité personnalisée',
    gclidCapturedAt: 'Clic publicitaire du',
    wbraid: 'Identifiant de clic publicitaire (site)',
    gbraid: 'Identifiant de clic publicitaire (application)',
    formDurationMs: 'Durée de saisie du formulaire (ms)',
    sujetAnnexe: 'Champ caché du formulaire',
  }),
);

/** Returns the French name of a field; for one that nobody knows, its own name, in words. */
export function fieldName(name: string): string {
  return fieldNames.get(name) ?? wordsOf(name);
}

/** `numeroSecu` and `numero_secu` as « numero secu ». */
function wordsOf(name: string): string {
  return name
    .replaceAll('_', ' ')
    .replace(
      /(\p{Ll})(\p{Lu})(?=\p{Ll})/gu,
      (_, end: string, start: string) => `${end} ${start.toLowerCase()}`,
    );
}
