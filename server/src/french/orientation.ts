/** Digits, ` / `, then three groups of digits joined by underscores. */
const contractFormat = /^\d+ \/ \d+_\d+_\d+$/;

/** Returns the problems of a request, as sentences for the partner's staff. */
export function problemsOf(numero: string | undefined, assigned: boolean): string[] {
  const problems: string[] = [];
  if (numero === undefined) {
    problems.push('Sans NumeroDemandeOrientationCR, cette demande ne pourra être ni mise à jour ni suivie.');
  } else if (!contractFormat.test(numero)) {
    problems.push(
      'NumeroDemandeOrientationCR n’a pas la forme attendue (par exemple « 2026 / 001_002_003 ») ; la demande est acceptée.',
    );
  }
  if (!assigned) problems.push('Sans etablissementId, la demande attend d’être affectée à une résidence.');
  return problems;
}

/** Returns our permanent number of a request, like `RES-000123`. */
export function resNumber(orientationId: number): string {
  return `RES-${String(orientationId).padStart(6, '0')}`;
}
