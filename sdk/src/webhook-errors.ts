/** A webhook that was not accepted. */
export class WebhookError extends Error {
  override readonly name: string = 'WebhookError';
}

/** A header that every webhook carries is not there: it does not come from accueil, or something took it away. */
export class WebhookHeaderMissing extends WebhookError {
  override readonly name = 'WebhookHeaderMissing';
}

/** No signature fits: the body was changed on its way or parsed before, or the secret is another one. */
export class WebhookSignatureWrong extends WebhookError {
  override readonly name = 'WebhookSignatureWrong';
}

/** Rightly signed, but too long ago or in the future: overheard and sent again, or a clock is wrong. */
export class WebhookOutOfTime extends WebhookError {
  override readonly name = 'WebhookOutOfTime';
}

/** Rightly signed, but not an event. */
export class WebhookBodyInvalid extends WebhookError {
  override readonly name = 'WebhookBodyInvalid';
}

/** What was given as secret is none: a mistake of the receiver's own settings. */
export class WebhookSecretInvalid extends WebhookError {
  override readonly name = 'WebhookSecretInvalid';
}
