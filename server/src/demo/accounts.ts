import { hashLoginPassword } from '../access/login-password.ts';
import { findLogin, setLoginPassword } from '../access/logins.ts';
import { insertEndpoint, insertPassword, insertToken } from '../access/new-credentials.ts';
import type { Grant, Role } from '../access/roles.ts';
import { findCaller } from '../desk/integrations/callers.ts';
import { findPartner } from '../desk/integrations/partners.ts';
import { newSecret } from '../secrets.ts';
import type { Database, OperationContext } from '../store/database.ts';
import { statement } from '../store/statement.ts';

const user = (email: string, name: string, role: Role, ...residences: readonly (number | null)[]) => ({
  email: `${email}@example.org`,
  name,
  grants: residences.map((establishmentId): Grant => ({ role, establishmentId })),
});

/** The users of the demo: one of each role, and a commercial of all residences. */
export const demoUsers: readonly ReturnType<typeof user>[] = [
  user('admin', 'Administrateur', 'administrator', null),
  user('direction', 'Nadège Carpentier', 'direction', 1),
  user('commercial', 'Yanis Ferrand', 'commercial', 5, 6),
  user('groupe', 'Mathilde Vasseur', 'commercial', null),
  user('appels', 'Bastien Lemoine', 'call-centre', null),
  user('marketing', 'Inès Caradec', 'marketing', null),
  user('siege', 'Odile Texier', 'reader', null),
  user('dpo', 'Hervé Quentin', 'privacy', null),
];

/** The demo's credentials: password of the caller `site`, token of the partner `partner`, endpoint secret and users. */
interface DemoCredentials {
  readonly password: string;
  readonly token: string;
  readonly endpointId: number;
  readonly webhookSecret: string;
  /** Shared by all {@link demoUsers}. */
  readonly loginPassword: string;
}

const noted = statement()((db) =>
  db.selectFrom('installation').select('value').where('name', '=', 'demo_credentials'),
);
const note = statement<{ value: string }>()((db, p) =>
  db.insertInto('installation').values({ name: 'demo_credentials', value: p.value }),
);

/**
 * Secrets generated at the first start and kept, so that the printed lines keep working. `webhookUrl`: the initial address
 * of its caller's endpoint.
 */
export async function demoCredentials(
  database: Database,
  context: OperationContext,
  webhookUrl: string,
): Promise<DemoCredentials> {
  const before = await database.read.first(noted, {});
  if (before !== undefined) return JSON.parse(context.secrets.decrypt(before.value)) as DemoCredentials;
  const loginPassword = newSecret('demo');
  const passwordHash = await hashLoginPassword(loginPassword);
  return database.transaction(async (tx) => {
    const { id: callerId } = await findCaller(tx, 'site');
    const { id: partnerId } = await findPartner(tx, 'partner');
    const asked = { callerId, scope: 'full', receipts: true } as const;
    const { password } = await insertPassword(tx, context, asked);
    const { token } = await insertToken(tx, context, { partnerId });
    const endpoint = await insertEndpoint(tx, context, { callerId, url: webhookUrl });
    for (const { email } of demoUsers) {
      const user = await findLogin(tx, email);
      if (user !== undefined) await setLoginPassword(tx, context, user.id, passwordHash);
    }
    const { id: endpointId, secret: webhookSecret } = endpoint;
    const credentials = { password, token, endpointId, webhookSecret, loginPassword };
    await tx.run(note, { value: context.secrets.encrypt(JSON.stringify(credentials)) });
    return credentials;
  });
}

/** How to sign in, and where to see the site's webhooks and everybody's mails. */
export function signInLines(url: string, receiverUrl: string, { loginPassword }: DemoCredentials): string[] {
  const width = Math.max(...demoUsers.map(({ email }) => email.length));
  const reach = ({ role, establishmentId }: Grant) =>
    establishmentId === null ? role : `${role} at ${establishmentId}`;
  return [
    `Webhooks that the site receives, and every mail, show on ${receiverUrl}`,
    `Sign in on ${url} with the password ${loginPassword} as`,
    ...demoUsers.map(({ email, grants }) => `  ${email.padEnd(width)}  ${grants.map(reach).join(', ')}`),
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
