import { password } from '../harness/service-process.ts';

/** The parameters of a request: a new id for a creation, the number of a stored entry for everything else. */
export interface About {
  readonly id: string;
  readonly entry: number;
}

/** A request; with a body it is a POST. */
export interface Request {
  readonly path: string;
  readonly body?: object;
}

/** The customId of the n-th stored entry. */
export const storedCustomId = (entry: number) => `stored-${entry}`;
/** The mobile of the n-th stored entry, in a range reserved for fiction up to 10,000 entries. */
export const storedPhone = (entry: number) => `06${String(entry).padStart(8, '0')}`;

const text = 'Ma mère sort de l’hôpital la semaine prochaine et ne peut plus rester seule chez elle. ';

/** The fields of a lead that are stored together as JSON. */
export function leadFields(mobile: string) {
  return {
    civiliteClient: 'contact.civility.mrs',
    delais: 'Sous 15 jours',
    budget: '2500',
    firstNameClient: 'Simone',
    lastNameClient: 'Martin',
    phoneClient: '02 61 91 12 34',
    cellphoneClient: mobile,
    emailClient: 'simone.martin@example.org',
    adresseClient: '3 place de la République',
    codePostalClient: '49000',
    villeClient: 'Angers',
    ageClient: 86,
  };
}

/** A lead of about 1 KB: two phones, one relation, one action, a customId. */
export function leadBody(customId: string, mobile: string) {
  return {
    type: 'commercial.type.website',
    sejourType: 'commercial.sejourType.permanent',
    dateFirstContact: '2026-03-04',
    ...leadFields(mobile),
    comment: text.repeat(3),
    gclid: 'Cj0KCQiA-demo',
    customId,
    commercialrelations: [
      {
        civilite: 'contact.civility.mrs',
        firstName: 'Claire',
        lastName: 'Martin',
        cellphone: '06 39 98 56 78',
      },
    ],
    commercialactions: [{ date: '2026-03-04', comment: 'Rappelée, souhaite visiter.' }],
  };
}

/** A contact survey. */
function surveyBody(customId: string) {
  return {
    civility: 'contact.civility.mrs',
    firstName: 'Claire',
    lastName: 'Martin',
    email: 'claire.martin@example.org',
    phone: '06 39 98 12 34',
    ip: '203.0.113.7',
    gclid: 'Cj0KCQiA-demo',
    customId,
    urgence: 'Sous 15 jours',
    contact: text.repeat(7),
    contact2: 'Mon frère, 06 39 98 56 78',
  };
}

const withPassword = (path: string) => `${path}${path.includes('?') ? '&' : '?'}password=${password}`;

/** The requests of callers, by kind. */
const callers = {
  commercial: ({ id }) => ({
    path: withPassword('/fr/etablissement/3/commercial/create'),
    body: leadBody(id, '06 39 98 12 34'),
  }),
  survey: ({ id }) => ({ path: withPassword('/fr/etablissement/3/survey/create'), body: surveyBody(id) }),
  customId: ({ entry }) => ({ path: withPassword(`/fr/customId/${storedCustomId(entry)}`) }),
  checkPhone: ({ entry }) => ({
    path: withPassword(`/fr/commercial/checkPhone?phone=${storedPhone(entry)}`),
  }),
  show: () => ({ path: withPassword('/fr/etablissement/show/3') }),
  statscontact: () => ({ path: withPassword('/fr/statscontact/2026') }),
  live: () => ({ path: '/health/live' }),
} satisfies Record<string, (about: About) => Request>;
export type Kind = keyof typeof callers;

/** One request of a kind. */
export function requestOf(kind: Kind, about: About): Request {
  return callers[kind](about);
}

const placeholder = 'bench-00000000-0000000000';
const texts = new Map<Kind, string>();

/**
 * The bytes of one request. Those of a creation are written once, and then differ in the id, which has the length of
 * `placeholder`: to write each body anew would cost as much as the server.
 */
export function bytesOf(kind: Kind, about: About): string {
  const text = texts.get(kind);
  if (text !== undefined) return text.replace(placeholder, about.id);
  const { path, body } = requestOf(kind, { ...about, id: placeholder });
  if (body === undefined) return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const payload = JSON.stringify(body);
  texts.set(
    kind,
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(payload)}\r\n\r\n${payload}`,
  );
  return bytesOf(kind, about);
}
