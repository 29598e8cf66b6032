// The desk's routes with the types of what they take and answer: those of the server's own definitions.
import type { Static } from 'typebox';
import type { conversionRoutes } from '../../../server/src/conversions/conversion-routes.ts';
import type { deskRoutes } from '../../../server/src/desk/routes.ts';
import type { Chosen, Invitation, Invited } from '../../../server/src/desk/session/invitation.ts';
import type { SessionResponse } from '../../../server/src/desk/session/session.ts';
import type { Credentials } from '../../../server/src/desk/session/sign-in.ts';
import type { DeskRoute } from '../../../server/src/http/desk-route.ts';
import type { privacyRoutes } from '../../../server/src/privacy/routes.ts';
import type { residenceRoutes } from '../../../server/src/residences/desk/routes.ts';
import type { statisticsRoutes } from '../../../server/src/statistics/desk-routes.ts';

/** For those who are not signed in. */
interface OpenRoutes {
  'POST /desk/session': { input: Static<typeof Credentials>; answer: Static<typeof SessionResponse> };
  'POST /desk/invitation': { input: Static<typeof Chosen>; answer: { email: string } };
  'POST /desk/invitation/check': { input: Static<typeof Invitation>; answer: Static<typeof Invited> };
  'GET /desk/forgotten-password': { input: object; answer: { mail: boolean } };
  'POST /desk/forgotten-password': { input: { email: string }; answer: unknown };
}

type Routes = (
  | typeof conversionRoutes
  | typeof deskRoutes
  | typeof privacyRoutes
  | typeof residenceRoutes
  | typeof statisticsRoutes
)[number];

/** Input and answer of each route, by method and path. */
export type Desk = OpenRoutes & {
  readonly [R in Routes as R['path']]: R extends DeskRoute<string, infer Input, infer Answer, never>
    ? { readonly input: Input; readonly answer: Answer }
    : never;
};
export type Route = keyof Desk;
export type InputOf<R extends Route> = Desk[R]['input'];
export type AnswerOf<R extends Route> = Desk[R]['answer'];
/** The routes that only read. */
export type ReadRoute = Extract<Route, `GET ${string}`>;
