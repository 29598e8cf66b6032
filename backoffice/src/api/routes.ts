// The desk's routes with the types of what they take and answer: those of the server's own definitions.
import type { deskRoutes } from '../../../server/src/desk/routes.ts';
import type { DeskRoute } from '../../../server/src/http/desk-route.ts';
import type { privacyRoutes } from '../../../server/src/privacy/routes.ts';

type Routes = (typeof deskRoutes | typeof privacyRoutes)[number];

/** Input and answer of each route, by method and path. */
export type Desk = {
  readonly [R in Routes as R['path']]: R extends DeskRoute<string, infer Input, infer Answer, never>
    ? { readonly input: Input; readonly answer: Answer }
    : never;
};
export type Route = keyof Desk;
export type InputOf<R extends Route> = Desk[R]['input'];
export type AnswerOf<R extends Route> = Desk[R]['answer'];
/** The routes that only read. */
export type ReadRoute = Extract<Route, `GET ${string}`>;
