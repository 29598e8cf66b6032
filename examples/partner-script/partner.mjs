// What a placement partner's system does with one request: checks its token, sends the request, updates it and closes
// it. Settings: ACCUEIL_URL, PARTNER, TOKEN; REAL=1 for a request that is not a test.
import { AccueilError, InvalidError, OrientationClient } from 'accueil-sdk';

const { ACCUEIL_URL = 'http://127.0.0.1:8080', PARTNER = 'partner', TOKEN, REAL } = process.env;

if (TOKEN === undefined) {
  console.error('TOKEN is not set: it is the one that the residences have given to you');
  process.exit(1);
}

const client = new OrientationClient({ baseUrl: ACCUEIL_URL, partner: PARTNER, token: TOKEN });
const test = REAL !== '1';

// Use the request's number in your system. It makes the second message an update of the first.
const NumeroDemandeOrientationCR = newNumber();

try {
  await client.testToken();
  console.log('The token works.');

  const created = await client.sendOrientation(
    {
      NumeroDemandeOrientationCR,
      etablissementId: 5,
      DateContact: new Date().toISOString().slice(0, 10),
      GirEstime: 'GIR 3',
      BudgetMensuel: 2450.5,
      TypeAccueilSouhaite: 'commercial.sejourType.permanent',
      'Contact / Civilite': 'contact.civility.mrs',
      'Contact / Nom': 'Lefèvre',
      'Contact / Prenom': 'Anne',
      'Contact / Mobile': '+33639985678',
      'PersonneAgee / Civilite': 'contact.civility.mr',
      'PersonneAgee / Nom': 'Lefèvre',
      'PersonneAgee / Prenom': 'Marcel',
      'PersonneAgee / AnneeNaissance': '1938-02-11',
    },
    { test },
  );
  show('Created', created);

  // An update contains only what has changed; absent fields stay unchanged.
  const updated = await client.sendOrientation(
    { NumeroDemandeOrientationCR, GirEstime: 'GIR 2', CommentaireContact: 'Sortie d’hôpital avancée.' },
    { test },
  );
  show('Updated', updated);

  const concluded = await client.followUp(
    { NumeroDemandeOrientationCR, State: 'Conclu', Reason: 'La famille a choisi un maintien à domicile.' },
    { test },
  );
  show('Concluded', concluded);
} catch (error) {
  // The client has already retried where that could help. The message names the field and never contains the token.
  if (!(error instanceof AccueilError)) throw error;
  const field = error instanceof InvalidError && error.field ? ` (field ${error.field})` : '';
  console.error(`${error.code}${field}: ${error.message}`);
  process.exitCode = 1;
}

/**
 * @param {string} what
 * @param {import('accueil-sdk').OrientationResult} result
 */
function show(what, result) {
  console.log(
    `${what}: ${result.NumeroDemandeOrientationCR} is ${result.NumeroDemandeOrientationRES} there.`,
  );
  if (result.Messagetraitements !== '') console.log(`  ${result.Messagetraitements}`);
  // Accepted, but your staff should have a look.
  if (result.MessageProblemes !== '') console.log(`  ${result.MessageProblemes}`);
}

/** Digits, a slash between spaces, three groups of digits joined by underscores. */
function newNumber() {
  const groups = Array.from({ length: 3 }, () => String(Math.floor(Math.random() * 1000)).padStart(3, '0'));
  return `${Date.now()} / ${groups.join('_')}`;
}
