import { randomBytes, randomInt } from 'node:crypto';
import { contractEstablishments, contractGroups } from './contract.ts';
import { type HttpResponse, send } from './http.ts';

/** Names on the wire that an installation may have changed. */
export type WireNames = Readonly<
  Record<
    | 'surveyType'
    | 'test'
    | 'establishmentFilter'
    | 'commercialType'
    | 'sejourType'
    | 'motif'
    | 'resultat'
    | 'partnerid',
    string
  >
>;

/** The installation to check, and the credentials for it. */
export interface Target {
  /** Address of the main API, in front of `/fr`. */
  readonly base: URL;
  readonly password: string;
  readonly browser?: { readonly password: string; readonly origin: string };
  /** Address of the partner, `…/appli/NAME`. */
  readonly partner?: { readonly base: URL; readonly token: string };
  /** Whether real entries may be made. */
  readonly write: boolean;
  /** Groups of an installation with residences of its own; those of the contract otherwise. */
  readonly groups?: readonly string[];
  readonly names: WireNames;
}

export type Query = Readonly<Record<string, string | number>>;
export type Body = Readonly<Record<string, unknown>>;

export interface ApiRequest {
  readonly method?: string;
  /** Below the base address, percent-encoded. */
  readonly path: string;
  readonly query?: Query;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent as it is, anything else as JSON; both as `application/json` unless a header says otherwise. */
  readonly body?: unknown;
}

export interface CreateOptions {
  readonly query?: Query;
  readonly headers?: Readonly<Record<string, string>>;
  /** As it is written in the path. */
  readonly establishment?: number | string;
}

/** What the checks have created. */
export interface CreatedEntries {
  /** Requests answered with success that may have made a test, each at most one. */
  tests: number;
  /** customIds of real entries. */
  readonly real: string[];
}

/** Client of the installation. What it creates are tests, {@link Client.realCommercial} aside. */
export interface Client {
  readonly target: Target;
  readonly names: WireNames;
  readonly groups: readonly string[];
  /** Ids of the residences that the installation should have. */
  readonly establishments: readonly number[];
  /** The residence that entries are sent to. */
  readonly establishment: number;
  readonly created: CreatedEntries;
  /** A request of the main API without any credentials. */
  request(request: ApiRequest): Promise<HttpResponse>;
  /** A GET with the password. */
  get(path: string, query?: Query): Promise<HttpResponse>;
  survey(body: unknown, options?: CreateOptions): Promise<HttpResponse>;
  commercial(body: unknown, options?: CreateOptions): Promise<HttpResponse>;
  application(body: unknown, options?: CreateOptions): Promise<HttpResponse>;
  /** Creates a commercial entry that is no test; only with `--write`. */
  realCommercial(body: Body & { readonly customId: string }): Promise<HttpResponse>;
  lookup(customId: string): Promise<HttpResponse>;
  /** A request of the orientation exchange without any credentials; the path is below the partner's address. */
  requestPartner(request: ApiRequest): Promise<HttpResponse>;
  orientation(body: unknown, options?: CreateOptions): Promise<HttpResponse>;
  followUp(body: unknown, options?: CreateOptions): Promise<HttpResponse>;
  /** Returns an unused customId. */
  newCustomId(): string;
  /** Returns an unused partner's number in the format of the contract. */
  newNumber(): string;
}

/** `establishments`: those of the installation, when they are not the contract's. */
export function createClient(
  target: Target,
  establishments: readonly number[] = contractEstablishments,
): Client {
  const { base, partner, password, names } = target;
  const [establishment = contractEstablishments[0]] = establishments;
  const run = randomBytes(5).toString('hex');
  const created: CreatedEntries = { tests: 0, real: [] };
  const test: Query = { [names.test]: 1 };
  let last = 0;

  function sendTo(
    url: URL,
    { method, path, query = {}, headers = {}, body }: ApiRequest,
  ): Promise<HttpResponse> {
    const search = Object.entries(query).map(([name, value]) => `${encoded(name)}=${encoded(String(value))}`);
    let prefix = url.pathname;
    while (prefix.endsWith('/')) prefix = prefix.slice(0, -1);
    return send({
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      url,
      target: `${prefix}${path}${search.length === 0 ? '' : `?${search.join('&')}`}`,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  }

  async function counted(response: Promise<HttpResponse>): Promise<HttpResponse> {
    const { status } = await response;
    if (status >= 200 && status < 300) created.tests++;
    return response;
  }

  const request = (request: ApiRequest) => sendTo(base, request);
  const create = (path: string, body: unknown, { query, headers = {} }: CreateOptions = {}) =>
    counted(request({ method: 'POST', path, query: { ...test, password, ...query }, headers, body }));
  const residence = (options: CreateOptions = {}) =>
    `/fr/etablissement/${options.establishment ?? establishment}`;
  const requestPartner = (request: ApiRequest) => {
    if (partner === undefined) throw new Error('A check of the exchange without a partner');
    return sendTo(partner.base, request);
  };
  const exchange = (path: string, body: unknown, { query, headers }: CreateOptions = {}) =>
    counted(
      requestPartner({
        method: 'POST',
        path,
        query: { ...test, ...query },
        headers: { authorization: `Bearer ${partner?.token ?? ''}`, ...headers },
        body,
      }),
    );

  return {
    target,
    names,
    groups: target.groups ?? contractGroups,
    establishments,
    establishment,
    created,
    request,
    get: (path, query) => request({ path, query: { password, ...query } }),
    survey: (body, options) => create(`${residence(options)}/survey/create`, body, options),
    commercial: (body, options) => create(`${residence(options)}/commercial/create`, body, options),
    application: (body, options) => create('/fr/announcement/postuler', body, options),
    realCommercial(body) {
      if (!target.write) throw new Error('A real entry without --write');
      created.real.push(body.customId);
      return request({ path: `${residence()}/commercial/create`, query: { password }, body });
    },
    lookup: (customId) => request({ path: `/fr/customId/${encoded(customId)}`, query: { password } }),
    requestPartner,
    orientation: (body, options) => exchange('/orientation', body, options),
    followUp: (body, options) => exchange('/suivi', body, options),
    newCustomId: () => `accueil-check-${run}-${++last}`,
    newNumber: () => `${randomInt(1e9, 1e10)} / ${digits()}_${digits()}_${digits()}`,
  };
}

const digits = () => String(randomInt(1000)).padStart(3, '0');

/** Percent-encodes a part of a path or a query, dots included. */
export const encoded = (text: string): string => encodeURIComponent(text).replaceAll('.', '%2E');
