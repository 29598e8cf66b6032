import { lists } from './staff.ts';

/** The parameters of a request: a new id for a creation, the number of a stored entry for everything else. */
export interface About {
  readonly id: string;
  readonly entry: number;
  readonly password: string;
  /** Header lines of a signed-in user, for requests of the desk. */
  readonly session?: string;
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
export function surveyBody(customId: string) {
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

const placeholder = 'bench-00000000-0000000000';
const lead = split(JSON.stringify(leadBody(placeholder, '06 39 98 12 34')));
const survey = split(JSON.stringify(surveyBody(placeholder)));

function split(body: string) {
  const [before = '', after = ''] = body.split(placeholder);
  return { before, after, length: Buffer.byteLength(body) };
}

/** The requests of desk pages on opening, by the id of an entry. */
const pages = [(id: number) => `/desk/entries/${id}`, () => '/desk/today', () => '/desk/counts'];
/** Changes of an entry by staff. */
const acts = [
  (note: string) => ({ comment: `Rappelée (${note})` }),
  () => ({ actions: [{ date: '2026-03-05', stage: 'Visite', comment: 'Visite avec sa fille.' }] }),
];

/** The bytes of one request. */
export function requestOf(kind: string, { id, entry, password, session }: About): string {
  switch (kind) {
    case 'commercial':
      return post(`/fr/etablissement/3/commercial/create?password=${password}`, lead, id);
    case 'survey':
      return post(`/fr/etablissement/3/survey/create?password=${password}`, survey, id);
    case 'customId':
      return get(`/fr/customId/${storedCustomId(entry)}?password=${password}`);
    case 'checkPhone':
      return get(`/fr/commercial/checkPhone?phone=${storedPhone(entry)}&password=${password}`);
    case 'show':
      return get(`/fr/etablissement/show/3?password=${password}`);
    case 'statscontact':
      return get(`/fr/statscontact/2026?password=${password}`);
    case 'live':
      return get('/health/live');
    case 'list':
      return get(lists[entry % lists.length] ?? '', session);
    case 'page':
      return get(pages[entry % pages.length]?.(entry + 1) ?? '', session);
    case 'act':
      return patch(`/desk/entries/${entry + 1}`, acts[entry % acts.length]?.(id) ?? {}, session);
    default:
      throw new Error(`No request of the kind ${kind}`);
  }
}

function get(path: string, headers = ''): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;
}

function patch(path: string, body: object, headers = ''): string {
  const text = JSON.stringify(body);
  return `PATCH ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

function post(path: string, { before, after, length }: ReturnType<typeof split>, id: string): string {
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${before}${id}${after}`;
}
