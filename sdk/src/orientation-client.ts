import { expected, is, isOrientationResult } from './answers.ts';
import { type CallOptions, type CreationOptions, idempotencyHeader, type TestableOptions } from './calls.ts';
import { type ConnectionOptions, openConnection, type Send } from './connection.ts';
import type { OrientationBody, OrientationResult, SuiviBody } from './messages.ts';
import { type WireNames, wireDefaults } from './wire-names.ts';

export interface OrientationOptions extends ConnectionOptions {
  /** Your name in the addresses of the exchange. */
  readonly partner: string;
  readonly token: string;
  /** Names that this installation has changed. */
  readonly wireNames?: Partial<Pick<WireNames, 'test'>> | undefined;
}

/**
 * The orientation exchange, for placement partners. Every method throws an {@link AccueilError} of the class that fits,
 * or the reason of the signal it was given; the token is in neither.
 */
export class OrientationClient {
  readonly #send: Send;
  readonly #partner: string;
  readonly #token: string;
  readonly #testName: string;

  constructor({ partner, token, wireNames, ...connection }: OrientationOptions) {
    this.#send = openConnection(connection);
    // A runtime's own refusal of such a header would show it.
    if (!/^[\x21-\x7e]+$/.test(token)) throw new TypeError('token: expected visible ASCII characters');
    this.#partner = partner;
    this.#token = token;
    this.#testName = wireNames?.test ?? wireDefaults.test;
  }

  /** Creates a request, or updates the one with the same `NumeroDemandeOrientationCR`. */
  async sendOrientation(body: OrientationBody, options: CreationOptions = {}): Promise<OrientationResult> {
    const { extra, idempotencyKey } = options;
    const headers = idempotencyHeader({ idempotencyKey });
    const answer = await this.#post('orientation', { ...extra, ...body }, options, headers);
    return expected(answer, isOrientationResult);
  }

  /**
   * Tells how an orientation goes on. It is repeated as other calls are, but has no idempotency key: a follow-up whose
   * answer was lost may stand twice in the history that staff read.
   */
  async followUp(body: SuiviBody, options: TestableOptions = {}): Promise<OrientationResult> {
    return expected(await this.#post('suivi', body, options), isOrientationResult);
  }

  /** Checks the token: throws an {@link UnauthorizedError} or a {@link ForbiddenError} when it is not good. */
  async testToken(options: CallOptions = {}): Promise<void> {
    expected(await this.#post('test', undefined, options), is('OK'));
  }

  #post(
    route: string,
    body: object | undefined,
    { test = false, signal }: TestableOptions,
    headers: Record<string, string> = {},
  ): Promise<unknown> {
    return this.#send({
      method: 'POST',
      path: ['appli', this.#partner, route],
      query: { [this.#testName]: test ? 1 : undefined },
      headers: {
        Authorization: `Bearer ${this.#token}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body,
      secret: this.#token,
      signal,
    });
  }
}
