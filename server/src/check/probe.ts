import { randomBytes, randomInt } from 'node:crypto';
import type { WireNames } from '../contract/wire-names.ts';
import type { Answer, Requester } from './request.ts';
import { contractEstablishments, contractGroups } from './the-contract.ts';

/** What is judged, and with what. */
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

/** A request as a sentence makes it. */
export interface Asked {
  readonly method?: string;
  /** Below the base address, percent-encoded. */
  readonly path: string;
  readonly query?: Query;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text is sent as it is, anything else as JSON, each as `application/json` unless a header says otherwise. */
  readonly body?: unknown;
}

/** What may differ in a creation. */
export interface Special {
  readonly query?: Query;
  readonly headers?: Readonly<Record<string, string>>;
  /** As it stands in the path. */
  readonly establishment?: number | string;
}

/** What sentences ask the installation with. Creations are tests unless they say that they are real. */
export interface Probe {
  readonly target: Target;
  readonly names: WireNames;
  readonly groups: readonly string[];
  /** Residences that there should be. */
  readonly establishments: readonly number[];
  /** The residence that entries are sent to. */
  readonly establishment: number;
  /** How many requests were answered with success that may each have made a test, and the customIds of real entries. */
  readonly created: { tests: number; real: string[] };
  /** A request of the main API without any credentials. */
  ask(asked: Asked): Promise<Answer>;
  /** A GET with the password. */
  get(path: string, query?: Query): Promise<Answer>;
  survey(body: unknown, special?: Special): Promise<Answer>;
  commercial(body: unknown, special?: Special): Promise<Answer>;
  application(body: unknown, special?: Special): Promise<Answer>;
  /** A commercial entry that is no test; only with `--write`. */
  realCommercial(body: Body & { readonly customId: string }): Promise<Answer>;
  lookup(customId: string): Promise<Answer>;
  /** A request of the orientation exchange without any credentials; the path is below the partner's address. */
  askPartner(asked: Asked): Promise<Answer>;
  orientation(body: unknown, special?: Special): Promise<Answer>;
  followUp(body: unknown, special?: Special): Promise<Answer>;
  /** A customId that nobody has used. */
  newCustomId(): string;
  /** A partner's number that nobody has used, in the contract's shape. */
  newNumber(): string;
}

/** Makes a probe. `establishments`: those that the installation has, when they are not the contract's. */
export function openProbe(
  target: Target,
  requester: Requester,
  establishments: readonly number[] = contractEstablishments,
): Probe {
  const { base, partner, password, names } = target;
  const [establishment = contractEstablishments[0]] = establishments;
  const run = randomBytes(5).toString('hex');
  const created: Probe['created'] = { tests: 0, real: [] };
  const test: Query = { [names.test]: 1 };
  let last = 0;

  function sendTo(url: URL, { method, path, query = {}, headers = {}, body }: Asked): Promise<Answer> {
    const search = Object.entries(query).map(([name, value]) => `${encoded(name)}=${encoded(String(value))}`);
    const prefix = url.pathname.replace(/\/+$/, '');
    return requester.send({
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      url,
      target: `${prefix}${path}${search.length === 0 ? '' : `?${search.join('&')}`}`,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  }

  async function counted(answer: Promise<Answer>): Promise<Answer> {
    const { status } = await answer;
    if (status >= 200 && status < 300) created.tests++;
    return answer;
  }

  const ask = (asked: Asked) => sendTo(base, asked);
  const create = (path: string, body: unknown, { query, headers = {} }: Special = {}) =>
    counted(ask({ method: 'POST', path, query: { ...test, password, ...query }, headers, body }));
  const residence = (special: Special = {}) => `/fr/etablissement/${special.establishment ?? establishment}`;
  const askPartner = (asked: Asked) => {
    if (partner === undefined) throw new Error('A sentence of the exchange without a partner');
    return sendTo(partner.base, asked);
  };
  const exchange = (path: string, body: unknown, { query, headers }: Special = {}) =>
    counted(
      askPartner({
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
    ask,
    get: (path, query) => ask({ path, query: { password, ...query } }),
    survey: (body, special) => create(`${residence(special)}/survey/create`, body, special),
    commercial: (body, special) => create(`${residence(special)}/commercial/create`, body, special),
    application: (body, special) => create('/fr/announcement/postuler', body, special),
    realCommercial(body) {
      if (!target.write) throw new Error('A real entry without --write');
      created.real.push(body.customId);
      return ask({ path: `${residence()}/commercial/create`, query: { password }, body });
    },
    lookup: (customId) => ask({ path: `/fr/customId/${encoded(customId)}`, query: { password } }),
    askPartner,
    orientation: (body, special) => exchange('/orientation', body, special),
    followUp: (body, special) => exchange('/suivi', body, special),
    newCustomId: () => `accueil-check-${run}-${++last}`,
    newNumber: () => `${randomInt(1e9, 1e10)} / ${digits()}_${digits()}_${digits()}`,
  };
}

const digits = () => String(randomInt(1000)).padStart(3, '0');

/** Percent-encoded for a path or a query. */
export const encoded = (text: string): string => encodeURIComponent(text).replaceAll('.', '%2E');
