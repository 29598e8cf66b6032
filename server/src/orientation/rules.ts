/** The contract's shape: digits, a space-slash-space, then three groups of digits joined by underscores. */
const contractShape = /^\d+ \/ \d+_\d+_\d+$/;

/** What a partner's staff should know about the request they sent. */
export function problemsOf(numero: string | undefined, assigned: boolean): string[] {
  const problems: string[] = [];
  if (numero === undefined) {
    problems.push('Sans NumeroDemandeOrientationCR, cette demande ne pourra être ni mise à jour ni suivie.');
  } else if (!contractShape.test(numero)) {
    problems.push(
      'NumeroDemandeOrientationCR n’a pas la forme attendue (par exemple « 2026 / 001_002_003 ») ; la demande est acceptée.',
    );
  }
  if (!assigned) problems.push('Sans etablissementId, la demande attend d’être affectée à une résidence.');
  return problems;
}

/** Our own number of a request, `RES-000123`: the same for good. */
export function resNumber(orientationId: number): string {
  return `RES-${String(orientationId).padStart(6, '0')}`;
}
