/** A webhook that was not accepted. */
export class WebhookError extends Error {
  override readonly name: string = 'WebhookError';
}

/** A required header is missing: the request is not from accueil, or a proxy removed the header. */
export class WebhookHeaderMissing extends WebhookError {
  override readonly name = 'WebhookHeaderMissing';
}

/** No signature matches: the body was changed or parsed, or the secret is a different one. */
export class WebhookSignatureWrong extends WebhookError {
  override readonly name = 'WebhookSignatureWrong';
}

/** The signature is valid, but its time is too far in the past or future: a replayed request, or a wrong clock. */
export class WebhookOutOfTime extends WebhookError {
  override readonly name = 'WebhookOutOfTime';
}

/** The signature is valid, but the body is not an event. */
export class WebhookBodyInvalid extends WebhookError {
  override readonly name = 'WebhookBodyInvalid';
}

/** The configured secret is malformed: a mistake in the receiver's settings. */
export class WebhookSecretInvalid extends WebhookError {
  override readonly name = 'WebhookSecretInvalid';
}
