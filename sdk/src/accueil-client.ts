import {
  expected,
  is,
  isContactStatistics,
  isEntryFound,
  isEstablishment,
  isGroupListing,
  isJobCount,
  isListOf,
  isPhoneMatch,
} from './answers.ts';
import { type CallOptions, type CreationOptions, idempotencyHeader } from './calls.ts';
import { type ConnectionOptions, openConnection, type Send } from './connection.ts';
import { AccueilError } from './errors.ts';
import { isObject } from './json.ts';
import type {
  ApplicationBody,
  CommercialBody,
  ContactStatistics,
  EntryFound,
  Establishment,
  GroupListing,
  JobCount,
  PhoneMatch,
  SurveyBody,
} from './messages.ts';
import {
  commercialOnWire,
  phoneMatchByDefaults,
  surveyOnWire,
  type WireNames,
  wireDefaults,
} from './wire-names.ts';

export interface AccueilOptions extends ConnectionOptions {
  /**
   * Password of the caller. Keep a `full` one on a server; a `browser` one may be put into a page. Without a password, only
   * the routes that the installation opens to all callers work.
   */
  readonly password?: string | undefined;
  /** Wire names that this installation has changed. */
  readonly wireNames?: Partial<WireNames> | undefined;
}

/**
 * The main API, for sites, agencies and call centres. Every method throws the matching subclass of
 * {@link AccueilError}, or the reason of an aborted signal; neither contains the password.
 */
export class AccueilClient {
  readonly #send: Send;
  readonly #password: string | undefined;
  readonly #names: WireNames;

  constructor({ password, wireNames, ...connection }: AccueilOptions) {
    this.#send = openConnection(connection);
    // Often an unset environment variable, which would silently be sent as no password.
    if (password === '') throw new TypeError('password: expected one, or undefined for none');
    this.#password = password;
    this.#names = { ...wireDefaults, ...wireNames };
  }

  /** Sends a contact, satisfaction or complaint form. Resolves when it is stored. */
  createSurvey(establishmentId: number, body: SurveyBody, options: CreationOptions = {}): Promise<void> {
    const path = ['fr', 'etablissement', establishmentId, 'survey', 'create'];
    return this.#create(path, surveyOnWire(body, this.#names), options);
  }

  /** Sends a prospect. Resolves when it is stored. */
  createCommercial(
    establishmentId: number,
    body: CommercialBody,
    options: CreationOptions = {},
  ): Promise<void> {
    const path = ['fr', 'etablissement', establishmentId, 'commercial', 'create'];
    return this.#create(path, commercialOnWire(body, this.#names), options);
  }

  /** Sends a job application. Resolves when it is stored. */
  createApplication(body: ApplicationBody, options: CreationOptions = {}): Promise<void> {
    return this.#create(['fr', 'announcement', 'postuler'], body, options);
  }

  /** Returns what became of an entry of yours; null when none has this `customId`. */
  async findByCustomId(customId: string, options: CallOptions = {}): Promise<EntryFound | null> {
    try {
      return expected(await this.#get(['fr', 'customId', customId], {}, options), isEntryFound);
    } catch (error) {
      if (error instanceof AccueilError && error.code === 'NORESULT') return null;
      throw error;
    }
  }

  /** Returns all commercial entries with this phone number, yours or not, newest first. */
  async checkPhone(phone: string, options: CallOptions = {}): Promise<PhoneMatch[]> {
    const answer = await this.#get(['fr', 'commercial', 'checkPhone'], { phone }, options);
    const matches = Array.isArray(answer)
      ? answer.map((match) => (isObject(match) ? phoneMatchByDefaults(match, this.#names) : match))
      : answer;
    return expected(matches, isListOf(isPhoneMatch));
  }

  /** Returns the establishments of a group, such as `group_b`. */
  async listGroup(group: string, options: CallOptions = {}): Promise<GroupListing> {
    return expected(await this.#get(['fr', 'etablissements', group], {}, options), isGroupListing);
  }

  /** Returns one establishment. */
  async showEstablishment(establishmentId: number, options: CallOptions = {}): Promise<Establishment> {
    const path = ['fr', 'etablissement', 'show', establishmentId];
    return expected(await this.#get(path, {}, options), isEstablishment);
  }

  /** Counts the open job offers of a group's establishments. */
  async countGroupJobs(group: string, options: CallOptions = {}): Promise<JobCount> {
    return expected(await this.#get(['fr', 'jobs', group], {}, options), isJobCount);
  }

  /** Counts the open job offers of all establishments, or of one. */
  async countJobs({
    establishmentId,
    ...options
  }: CallOptions & { readonly establishmentId?: number | undefined } = {}): Promise<JobCount> {
    const query = { [this.#names.establishmentFilter]: establishmentId };
    return expected(await this.#get(['fr', 'jobs'], query, options), isJobCount);
  }

  /** Returns the contact counts of a year, one record per establishment. */
  async countContacts(year: number, options: CallOptions = {}): Promise<ContactStatistics[]> {
    return expected(
      await this.#get(['fr', 'statscontact', year], {}, options),
      isListOf(isContactStatistics),
    );
  }

  async #create(
    path: readonly (string | number)[],
    body: object,
    { test = false, extra, signal, ...options }: CreationOptions,
  ): Promise<void> {
    const answer = await this.#send({
      method: 'POST',
      path,
      query: { [this.#names.test]: test ? 1 : undefined, password: this.#password },
      headers: { 'Content-Type': 'application/json', ...idempotencyHeader(options) },
      body: { ...extra, ...body },
      secret: this.#password,
      signal,
    });
    expected(answer, is('ok'));
  }

  #get(
    path: readonly (string | number)[],
    query: Readonly<Record<string, string | number | undefined>>,
    { signal }: CallOptions,
  ): Promise<unknown> {
    return this.#send({
      method: 'GET',
      path,
      query: { ...query, password: this.#password },
      headers: {},
      secret: this.#password,
      signal,
    });
  }
}
