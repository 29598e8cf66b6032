// The responses of `/desk/privacy`: types of the server's own schemas.
import type { Static } from 'typebox';
import type * as erasures from '../../../server/src/privacy/erase/desk.ts';
import type * as find from '../../../server/src/privacy/find/desk.ts';
import type * as objections from '../../../server/src/privacy/objections/desk.ts';
import type * as rectification from '../../../server/src/privacy/rectification/desk.ts';
import type * as register from '../../../server/src/privacy/register/schema.ts';
import type * as relation from '../../../server/src/privacy/relation/desk.ts';
import type * as proof from '../../../server/src/privacy/requests/proof/proof.ts';
import type * as requests from '../../../server/src/privacy/requests/schema.ts';
import type * as residences from '../../../server/src/privacy/residences.ts';
import type * as retention from '../../../server/src/privacy/retention/desk.ts';
import type { AnswerOf } from './routes.ts';

export type Trace = Static<typeof find.FoundTraces>['traces'][number];
export type MatchedPerson = Trace['persons'][number];
export type EntryFacts = NonNullable<Trace['entry']>;
export type Plan = Static<typeof erasures.ErasurePlans>['plans'][number];
export type ListedHold = AnswerOf<'GET /desk/privacy/holds'>['data'][number];
export type HoldKind = ListedHold['kind'];
export type Objection = Static<typeof objections.ObjectionList>['data'][number];
export type PrivacyRequest = Static<typeof requests.RequestDetail>;
export type RequestSummary = Static<typeof requests.RequestSummary>;
export type RequestKind = PrivacyRequest['kind'];
export type Asker = PrivacyRequest['asker'];
export type Channel = PrivacyRequest['channel'];
export type Decision = NonNullable<PrivacyRequest['decision']>;
export type RequestEntry = PrivacyRequest['entries'][number];
export type RequestEntryTexts = Static<typeof requests.RequestEntryTexts>;
export type Proof = Static<typeof proof.Proof>;
export type Told = Static<typeof rectification.Rectified>['told'][number];
export type Retention = Static<typeof retention.Retention>;
export type RetentionPreview = Static<typeof retention.RetentionPreview>;
export type Register = Static<typeof register.RegisterAnswer>;
export type Treatment = Register['treatments'][number];

export type RelationPlan = Static<typeof relation.RelationPlan>;

/** Responses of `GET`, by path. The detail of an entry is in `responses.ts`. */
export interface PrivacyGetResponses {
  '/desk/privacy/residences': Static<typeof residences.ResidenceNames>;
  '/desk/privacy/objections': Static<typeof objections.ObjectionList>;
  '/desk/privacy/requests': Static<typeof requests.RequestList>;
  '/desk/privacy/retention': Retention;
  '/desk/privacy/retention/preview': RetentionPreview;
  '/desk/privacy/register': Register;
  [request: `/desk/privacy/requests/${number}`]: PrivacyRequest;
  [proof: `/desk/privacy/requests/${number}/proof`]: Proof;
  [requestEntry: `/desk/privacy/requests/${number}/entries/${number}`]: RequestEntryTexts;
}

/** Responses of changes. */
export interface PrivacyChangeResponses {
  'POST /desk/privacy/find': Static<typeof find.FoundTraces>;
  'POST /desk/privacy/find/deep': Static<typeof find.DeepTraces>;
  'POST /desk/privacy/erasures/plan': Static<typeof erasures.ErasurePlans>;
  'POST /desk/privacy/requests': { readonly id: number };
  [rectified: `PATCH /desk/privacy/entries/${number}`]: Static<typeof rectification.Rectified>;
  [relationPlan: `POST /desk/privacy/entries/${number}/relations/${number}/plan`]: RelationPlan;
}
