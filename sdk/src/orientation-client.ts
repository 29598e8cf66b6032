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
 * The orientation exchange, for placement partners. Every method throws the matching subclass of
 * {@link AccueilError}, or the reason of an aborted signal; neither contains the token.
 */
export class OrientationClient {
  readonly #send: Send;
  readonly #partner: string;
  readonly #token: string;
  readonly #testName: string;

  constructor({ partner, token, wireNames, ...connection }: OrientationOptions) {
    this.#send = openConnection(connection);
    // The error that a runtime throws for such a header would contain the token.
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
   * Sends a follow-up on an orientation. It is retried like other calls, but has no idempotency key: when a response was
   * lost, staff may see the follow-up twice.
   */
  async followUp(body: SuiviBody, options: TestableOptions = {}): Promise<OrientationResult> {
    return expected(await this.#post('suivi', body, options), isOrientationResult);
  }

  /** Checks the token: throws an {@link UnauthorizedError} or a {@link ForbiddenError} when it is not valid. */
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
