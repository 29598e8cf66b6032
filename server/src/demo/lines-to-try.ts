import type { DemoCredentials } from './credentials.ts';
import { demoUsers } from './demo-users.ts';

/** How to sign in, and where to see the site's webhooks and everybody's mails. */
export function signInLines(url: string, receiverUrl: string, { loginPassword }: DemoCredentials): string[] {
  const width = Math.max(...demoUsers.map(({ email }) => email.length));
  return [
    `Webhooks that the site receives, and every mail, show on ${receiverUrl}`,
    `Sign in on ${url} with the password ${loginPassword} as`,
    ...demoUsers.map(
      ({ email, grants }) =>
        `  ${email.padEnd(width)}  ${grants.map(({ role, establishmentId }) => (establishmentId === null ? role : `${role} at ${establishmentId}`)).join(', ')}`,
    ),
  ];
}

/** Things to try in a new demo: curl commands that work as printed, each below a description. */
export function linesToTry(url: string, { password, token }: DemoCredentials, year: string): string[] {
  const get = (path: string) =>
    `curl -s '${url}${path}${path.includes('?') ? '&' : '?'}password=${password}'`;
  const post = (path: string, body: object, more = '') =>
    `curl -s '${url}${path}' -H 'content-type: application/json'${more} -d '${JSON.stringify(body)}'`;
  const exchange = (path: string, body: object) => post(path, body, ` -H 'authorization: Bearer ${token}'`);
  const numero = `${year} / 999_000_001`;
  return [
    '# A family writes to Les Tilleuls',
    post(`/fr/etablissement/1/commercial/create?password=${password}`, {
      customId: 'try-1',
      type: 'commercial.type.website',
      lastNameClient: 'Martin',
      firstNameClient: 'Simone',
      phoneClient: '06 39 98 99 01',
      emailClient: 'simone.martin@example.org',
      comment: 'Souhaite une chambre au calme.',
    }),
    '# What became of it?',
    get('/fr/customId/try-1'),
    '# Is this family known?',
    get('/fr/commercial/checkPhone?phone=0639989901'),
    '# How many contacts did each residence have?',
    get(`/fr/statscontact/${year}`),
    '# The residences of a group, and the job offers of all',
    get('/fr/etablissements/group_a'),
    get('/fr/jobs'),
    '# The placement partner orients somebody to Villa Garance, then says that it is over',
    exchange('/appli/partner/orientation', {
      etablissementId: 9,
      NumeroDemandeOrientationCR: numero,
      GirEstime: 'GIR 5/6',
      'PersonneAgee / Nom': 'Petit',
      'PersonneAgee / Prenom': 'Marcel',
      'Contact / Mobile': '+33639989902',
    }),
    exchange('/appli/partner/suivi', {
      NumeroDemandeOrientationCR: numero,
      State: 'Conclu',
      Reason: 'La famille a choisi un maintien à domicile.',
    }),
  ];
}
