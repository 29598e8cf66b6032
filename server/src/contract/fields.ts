import Type, { type TNumberOptions } from 'typebox';

/** Maximum length of texts without a limit of their own, in code points. */
export const longestText = 20_000;
/** Maximum length of `customId`, e-mail, `State`, partner's number and `Idempotency-Key`, in code points. */
export const longestName = 255;

/** What a field of a message holds. Retention, erasing and exports follow it (privacy/fields.ts). */
export interface Content {
  /** Its French name, in what a person receives of their data. */
  readonly label: string;
  /** Whether it may tell of somebody's health: the retention rule `health` blanks it. */
  readonly health: boolean;
  /** Whether it is free text, which may be about anybody of the entry. */
  readonly prose: boolean;
}

/** Neither about health nor free text: a name, an address, a number. */
export const plain = (label: string): Content => ({ label, health: false, prose: false });

/** Schema options that say what a field holds. Every field of a message has them: a test fails for one without. */
export const content = (holds: Content) => ({ 'x-content': holds });

/** What a remark holds, be it by a visitor, a caller or staff. */
export const remark: Content = { label: 'Commentaire', health: true, prose: true };

/** A text. Every request field is optional: a family is never turned away for a formality. */
export const text = (description: string, holds: Content, example?: string, options = {}) =>
  Type.Optional(
    Type.String({
      maxLength: longestText,
      description,
      ...(example !== undefined && { examples: [example] }),
      ...content(holds),
      ...options,
    }),
  );

/** A short text: at most 255 characters. */
export const name = (description: string, holds: Content, example?: string) =>
  Type.Optional(
    Type.String({
      maxLength: longestName,
      description,
      ...(example !== undefined && { examples: [example] }),
      ...content(holds),
    }),
  );

/** An integer that JavaScript and both databases hold exactly; `options` may narrow its bounds. */
export const integer = (options: TNumberOptions = {}) =>
  Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER, ...options });

/** Maximum id of an establishment or a group: the databases store 32 bits. */
export const largestEstablishmentId = 2 ** 31 - 1;

/** One e-mail address. */
export const email = (description: string, holds = plain('E-mail')) =>
  Type.Optional(
    Type.String({
      format: 'email',
      maxLength: longestName,
      description,
      examples: ['claire.martin@example.org'],
      ...content(holds),
    }),
  );

/** A day that exists, `YYYY-MM-DD`. */
export const day = (description: string, options = {}) =>
  Type.Optional(Type.String({ format: 'date', description, examples: ['2026-03-04'], ...options }));

/** A phone number, kept as typed. */
export const phone = (description: string, holds = plain('Téléphone'), example = '06 39 98 12 34') =>
  text(description, holds, example);

/** An age in years. */
export const age = (description: string, holds = plain('Âge')) =>
  Type.Optional(integer({ minimum: 0, maximum: 130, description, examples: [86], ...content(holds) }));

/** Stored exactly as sent; control characters and lone surrogates are rejected (format `exact`). */
export const customId = Type.Optional(
  Type.String({
    format: 'exact',
    maxLength: longestName,
    ...content(plain('Identifiant de l’appelant')),
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
