/** A mail as it is handed over. */
export interface Letter {
  /** The same at each attempt, without its angle brackets. */
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

/**
 * What became of an attempt. `refused`: the server wants this mail never. `unsent`: it may another time. `cause` says
 * why, in words that hold nothing of the mail.
 */
export type Outcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'refused' | 'unsent'; readonly cause: string };

/** Hands a mail over. An exception is a bug. */
export type SendMail = (letter: Letter) => Promise<Outcome>;
