import Type, { type TNumberOptions } from 'typebox';

/** Maximum length of texts without a limit of their own, in code points. */
export const longestText = 20_000;
/** Maximum length of `customId`, e-mail, `State`, partner's number and `Idempotency-Key`, in code points. */
export const longestName = 255;

/** What a field of a message holds. Retention, erasing and exports follow it (privacy/fields.ts). */
export interface Content {
  /** Whether it may tell of somebody's health: the retention rule `health` blanks it. */
  readonly health: boolean;
  /** Whether it is free text, which may be about anybody of the entry. */
  readonly prose: boolean;
}

/** Schema options that say what a field holds. Every field of a message has them: a test fails for one without. */
interface Holds {
  readonly 'x-content': Content;
}
const content = (holds: Content): Holds => ({ 'x-content': holds });

/** Neither about health nor free text: a name, an address, a number. */
export const plain = content({ health: false, prose: false });
/** About health, and no free text. */
export const health = content({ health: true, prose: false });
/** Free text, hardly about health. */
export const prose = content({ health: false, prose: true });
/** Free text that may tell of somebody's health, be it by a visitor, a caller or staff. */
export const remark = content({ health: true, prose: true });

/** A text. Every request field is optional: a family is never turned away for a formality. */
export const text = (description: string, holds: Holds, example?: string, options = {}) =>
  Type.Optional(
    Type.String({
      maxLength: longestText,
      description,
      ...(example !== undefined && { examples: [example] }),
      ...holds,
      ...options,
    }),
  );

/** A short text: at most 255 characters. */
export const name = (description: string, holds: Holds, example?: string) =>
  Type.Optional(
    Type.String({
      maxLength: longestName,
      description,
      ...(example !== undefined && { examples: [example] }),
      ...holds,
    }),
  );

/** An integer that JavaScript and both databases hold exactly; `options` may narrow its bounds. */
export const integer = (options: TNumberOptions = {}) =>
  Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER, ...options });

/** Maximum id of an establishment or a group: the databases store 32 bits. */
export const largestEstablishmentId = 2 ** 31 - 1;

/** One e-mail address. */
export const email = (description: string) =>
  Type.Optional(
    Type.String({
      format: 'email',
      maxLength: longestName,
      description,
      examples: ['claire.martin@example.org'],
      ...plain,
    }),
  );

/** A day that exists, `YYYY-MM-DD`. */
export const day = (description: string, options = {}) =>
  Type.Optional(Type.String({ format: 'date', description, examples: ['2026-03-04'], ...options }));

/** A phone number, kept as typed. */
export const phone = (description: string, example = '06 39 98 12 34') => text(description, plain, example);

/** An age in years. */
export const age = (description: string) =>
  Type.Optional(integer({ minimum: 0, maximum: 130, description, examples: [86], ...plain }));

/** Stored exactly as sent; control characters and lone surrogates are rejected (format `exact`). */
export const customId = Type.Optional(
  Type.String({
    format: 'exact',
    maxLength: longestName,
    ...plain,
    description:
      'Identifier of your choice, with which you can look the entry up. Stored exactly as sent; may not contain control characters. The same content sent again with it within 30 days is stored once.',
    examples: ['site-2026-0001'],
  }),
);

/** One of the values of an enumeration of the contract. */
export const oneOf = <const Values extends readonly string[]>(
  values: Values,
  description: string,
  options = {},
) =>
  Type.Optional(
    Type.Unsafe<Values[number]>({
      type: 'string',
      enum: [...values],
      description,
      examples: [values[0]],
      ...options,
    }),
  );
