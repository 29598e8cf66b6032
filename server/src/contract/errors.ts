import Type, { type Static } from 'typebox';

export const mainErrorStatuses = {
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
export type MainErrorCode = keyof typeof mainErrorStatuses;

/**
 * Every error code. The desk adds: the entry's data is erased; a legal hold or a limitation forbids it; the person has not
 * agreed to be contacted.
 */
export const errorStatuses = { ...mainErrorStatuses, ERASED: 409, HELD: 409, CONSENT: 409 } as const;
export type ErrorCode = keyof typeof errorStatuses;

interface ErrorMeaning {
  readonly when: string;
  readonly message: string;
  readonly exchangeMessage?: string;
}

/** When each code is returned, with a message as it is really sent. */
export const errorMeanings: Readonly<Record<MainErrorCode, ErrorMeaning>> = {
  INVALID: {
    when: 'A value in the path, the query or the body breaks the contract, or the JSON is malformed.',
    message: 'email: expected one e-mail address',
    exchangeMessage: 'DateContact: expected a day that exists, as YYYY-MM-DD',
  },
  UNAUTHORIZED: {
    when: 'The password or token is missing or unknown.',
    message: 'password: expected as a query parameter',
    exchangeMessage: 'Authorization: expected Bearer and a token',
  },
  FORBIDDEN: {
    when: 'The password or token is valid, but does not allow this.',
    message: 'password: a browser password can only create entries',
    exchangeMessage: 'Authorization: this token is for another partner',
  },
  NORESULT: {
    when: 'You have no entry with this `customId`.',
    message: 'customId: no entry of yours carries it',
  },
  NOTFOUND: {
    when: 'The path, establishment, group, partner or orientation number is unknown.',
    message: 'path: no establishment has the id 2',
    exchangeMessage: 'NumeroDemandeOrientationCR: no orientation of yours has this number',
  },
  METHOD: {
    when: 'The path does not support this method; `Allow` lists those it does.',
    message: 'method: expected GET or HEAD',
  },
  CONFLICT: {
    when: 'The `Idempotency-Key` was used before with different content.',
    message: 'Idempotency-Key: used before with other content',
  },
  TOOLARGE: {
    when: 'The body, or the CV in it, exceeds the limit.',
    message: 'body: larger than this route takes',
  },
  UNSUPPORTED: {
    when: 'The body is not JSON in UTF-8, or is compressed.',
    message: 'Content-Type: expected application/json in UTF-8, not compressed',
  },
  RATELIMIT: {
    when: 'Too many entries, files, or wrong passwords or tokens from your address, or the daily limit of large entries sent with `browser` passwords is reached. `Retry-After` gives the seconds to wait.',
    message: 'Too many wrong passwords or tokens from this address: try again in 300 seconds',
  },
  INTERNAL: {
    when: 'An error on our side: please quote the reference in the message. The entry may or may not have been stored: send it again.',
    message:
      'Something went wrong on our side; please quote the reference 2f1d7c1e-6a0c-4f0b-9b43-0d7c7e3f3c55',
  },
  UNAVAILABLE: {
    when: 'The service is shutting down, busy with other large bodies, or its database is unavailable: send it again after `Retry-After` seconds.',
    message: 'Nothing can be stored or read at the moment: please try again',
  },
};

export const MainError = Type.Object(
  {
    error: Type.Object({
      message: Type.String({ description: 'One sentence that names the field and what was expected.' }),
      code: Type.Enum(Object.keys(mainErrorStatuses) as MainErrorCode[], {
        type: 'string',
        description: 'Machine-readable code; see the table of errors.',
      }),
    }),
  },
  { title: 'MainError', description: 'A failure on the main API.' },
);
export type MainError = Static<typeof MainError>;

export const ExchangeError = Type.Object(
  { error: Type.String({ description: 'One sentence that names the field and what was expected.' }) },
  { title: 'ExchangeError', description: 'A failure on the orientation exchange.' },
);
export type ExchangeError = Static<typeof ExchangeError>;
