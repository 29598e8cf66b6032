import Type, { type Static } from 'typebox';

/** Every error code, with its status (decisions 7). */
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

/** Failure on the main API (interface 7). */
export const MainError = Type.Object({
  error: Type.Object({
    message: Type.String({ description: 'One sentence that names the field and what was expected.' }),
    code: Type.Enum(Object.keys(errorStatuses) as ErrorCode[], { type: 'string' }),
  }),
});
export type MainError = Static<typeof MainError>;

/** Failure on the orientation exchange (interface 7). */
export const ExchangeError = Type.Object({ error: Type.String({ description: 'One sentence.' }) });
export type ExchangeError = Static<typeof ExchangeError>;
