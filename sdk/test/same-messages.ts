// The SDK writes the messages down by itself, without the server's schemas. That both say the same is checked by the
// compiler here: a field more or less, another type or another optionality on either side is an error in this file.
import type * as application from '../../server/src/contract/application.ts';
import type * as commercial from '../../server/src/contract/commercial.ts';
import type * as errors from '../../server/src/contract/errors.ts';
import type * as establishment from '../../server/src/contract/establishment.ts';
import type * as lookup from '../../server/src/contract/lookup.ts';
import type * as orientation from '../../server/src/contract/orientation.ts';
import type * as survey from '../../server/src/contract/survey.ts';
import type * as wireNames from '../../server/src/contract/wire-names.ts';
import type * as events from '../../server/src/outbox/event-names.ts';
import type * as sdk from '../src/index.ts';

/** Assignable both ways, without optional fields hiding one that is missing. */
type Same<A, B> = Mutual<A, B> extends true ? Mutual<AllThere<A>, AllThere<B>> : false;
type Mutual<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type AllThere<T> = T extends object ? { [Key in keyof T]-?: AllThere<T[Key]> } : T;

/** A request body as the service receives it: undefined fields are not sent, and lists are only read. */
type Arriving<T> = T extends readonly (infer Element)[]
  ? Arriving<Element>[]
  : T extends object
    ? { [Key in keyof T]: Arriving<Exclude<T[Key], undefined>> }
    : T;

type Elements<T> = T extends (infer Element)[] ? Element : never;
type Present<T> = Exclude<T, undefined>;

// Request bodies.
true satisfies Same<Arriving<sdk.SurveyBody>, survey.SurveyBody>;
true satisfies Same<Arriving<sdk.CommercialBody>, commercial.CommercialBody>;
true satisfies Same<
  Arriving<sdk.Relation>,
  Elements<Present<commercial.CommercialBody['commercialrelations']>>
>;
true satisfies Same<Arriving<sdk.Action>, Elements<Present<commercial.CommercialBody['commercialactions']>>>;
true satisfies Same<Arriving<sdk.ApplicationBody>, application.ApplicationBody>;
true satisfies Same<Arriving<sdk.Cv>, Present<application.ApplicationBody['cv']>>;
true satisfies Same<Arriving<sdk.OrientationBody>, orientation.OrientationBody>;
true satisfies Same<Arriving<sdk.SuiviBody>, orientation.SuiviBody>;

// Response bodies.
true satisfies Same<sdk.EntryFound, lookup.EntryFound>;
true satisfies Same<sdk.PhoneMatch, lookup.PhoneMatch>;
true satisfies Same<sdk.Establishment, establishment.Establishment>;
true satisfies Same<sdk.GroupListing, establishment.GroupListing>;
true satisfies Same<sdk.JobCount, establishment.JobCount>;
true satisfies Same<sdk.ContactStatistics, establishment.ContactStatistics>;
true satisfies Same<sdk.OrientationResult, orientation.OrientationResult>;
true satisfies Same<sdk.ExchangeError, errors.ExchangeError>;
true satisfies Same<sdk.ErrorCode, errors.MainErrorCode>;
// A code that a later service adds is no reason to refuse its answer.
true satisfies errors.MainError extends sdk.MainError ? true : false;

// Names.
true satisfies Same<sdk.WireNames, wireNames.WireNames>;
true satisfies Same<typeof sdk.wireDefaults, typeof wireNames.wireDefaults>;
true satisfies Same<sdk.EventName, events.EventName>;

// The comparison itself sees what it is meant to see.
false satisfies Same<{ a?: string }, { a?: string; b?: string }>;
false satisfies Same<{ a?: string; b?: string }, { a?: string }>;
false satisfies Same<{ a?: string }, { a: string }>;
false satisfies Same<{ a: string | null }, { a: string }>;
false satisfies Same<{ a?: 'x' | 'y' }, { a?: 'x' }>;
false satisfies Same<{ a?: { b?: string } }, { a?: { b?: string; c?: string } }>;
false satisfies Same<
  Arriving<{ a?: readonly { b?: string | undefined }[] | undefined }>,
  { a?: { b: string }[] }
>;
true satisfies Same<
  Arriving<{ a?: readonly { b?: string | undefined }[] | undefined }>,
  { a?: { b?: string }[] }
>;
