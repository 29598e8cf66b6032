import Type, { type Static } from 'typebox';

/** Every error code, with its status. */
export const errorStatuses = {
  INVALID: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NORESULT: 404,
  NOTFOUND: 404,
  METHOD: 405,
  CONFLICT: 409,
  TOOLARGE: 413,
  UNSUPPORTED: 415,
  RATELIMIT: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const;
export type ErrorCode = keyof typeof errorStatuses;

export interface ErrorMeaning {
  readonly when: string;
  readonly message: string;
  /** On the orientation exchange, when it is another one there. */
  readonly exchangeMessage?: string;
}

/** When each code is answered, with a message as it is really sent. */
export const errorMeanings: Readonly<Record<ErrorCode, ErrorMeaning>> = {
  INVALID: {
    when: 'A value in the path, the query or the body breaks the contract, or the JSON is malformed.',
    message: 'email: expected one e-mail address',
    exchangeMessage: 'DateContact: expected a day that exists, as YYYY-MM-DD',
  },
  UNAUTHORIZED: {
    when: 'No password or token, or not one that we know.',
    message: 'password: expected as a query parameter',
    exchangeMessage: 'Authorization: expected Bearer and a token',
  },
  FORBIDDEN: {
    when: 'A good password or token, but not for this.',
    message: 'password: a browser password can only create entries',
    exchangeMessage: 'Authorization: this token is for another partner',
  },
  NORESULT: {
    when: 'No entry of yours carries this `customId`.',
    message: 'customId: no entry of yours carries it',
  },
  NOTFOUND: {
    when: 'An unknown path, establishment, group, partner or orientation number.',
    message: 'path: no establishment has the id 2',
    exchangeMessage: 'NumeroDemandeOrientationCR: no orientation of yours has this number',
  },
  METHOD: {
    when: 'The path is there, but takes another method; `Allow` says which.',
    message: 'method: expected GET or HEAD',
  },
  CONFLICT: {
    when: 'An `Idempotency-Key` used before with other content.',
    message: 'Idempotency-Key: used before with other content',
  },
  TOOLARGE: {
    when: 'The body, or the CV in it, is over the limit.',
    message: 'body: larger than this route takes',
  },
  UNSUPPORTED: {
    when: 'The body is not JSON in UTF-8, or is compressed.',
    message: 'Content-Type: expected application/json in UTF-8, not compressed',
  },
  RATELIMIT: {
    when: 'Too many entries, files, or wrong passwords or tokens, from your address, or more files with `browser` passwords than a day may bring; `Retry-After` says for how many seconds.',
    message: 'Too many wrong passwords or tokens from this address: try again in 300 seconds',
  },
  INTERNAL: {
    when: 'Our fault. Quote the reference in the message. Whether anything was stored is not known: send it again.',
    message:
      'Something went wrong on our side; please quote the reference 2f1d7c1e-6a0c-4f0b-9b43-0d7c7e3f3c55',
  },
  UNAVAILABLE: {
    when: 'The service is shutting down, its database is away, or there is no room for a CV: send it again after `Retry-After` seconds.',
    message: 'Nothing can be stored or read at the moment: please try again',
  },
};

/** Failure on the main API. */
export const MainError = Type.Object(
  {
    error: Type.Object({
      message: Type.String({ description: 'One sentence that names the field and what was expected.' }),
      code: Type.Enum(Object.keys(errorStatuses) as ErrorCode[], {
        type: 'string',
        description: 'For programs; see the table of errors.',
      }),
    }),
  },
  { title: 'MainError', description: 'A failure on the main API.' },
);
export type MainError = Static<typeof MainError>;

/** Failure on the orientation exchange. */
export const ExchangeError = Type.Object(
  { error: Type.String({ description: 'One sentence that names the field and what was expected.' }) },
  { title: 'ExchangeError', description: 'A failure on the orientation exchange.' },
);
export type ExchangeError = Static<typeof ExchangeError>;
