import type { WireNames } from '../contract/wire-names.ts';
import { sendJson } from '../http/answers.ts';
import type { App } from '../http/app-type.ts';
import { collectRoutes, documentOf, type OpenApiOptions } from '../http/docs/collect.ts';
import { hoistSchemas } from '../http/docs/complete.ts';
import type { RouteSchemas } from '../http/docs/describe.ts';
import type { OpenApiDocument, Schema } from '../http/docs/document.ts';
import { publicSchema, type RouteSchema } from '../http/docs/public-schema.ts';

interface Installation {
  readonly publicUrl: () => string;
  readonly version: string;
  readonly wireNames: WireNames;
}

/** Serves the OpenAPI 3.1 document of the desk at `/desk/openapi.json`. Register before any of its routes. */
export function serveDeskOpenApi(scope: App, { publicUrl, version, wireNames }: Installation): void {
  const routes = collectRoutes(scope);
  let document: string | undefined;
  scope.get(
    '/desk/openapi.json',
    { config: { desk: 'anybody' }, schema: { hide: true } },
    async (_request, reply) => {
      document ??= textOf(await documentOf(routes, deskDocument(publicUrl(), version, wireNames)));
      return sendJson(reply, document);
    },
  );
}

/** The document's text, with each titled schema written out once. */
function textOf(document: Awaited<ReturnType<typeof documentOf>>): string {
  const { paths, components, ...others }: OpenApiDocument = JSON.parse(JSON.stringify(document));
  const schemas: Record<string, Schema> = {};
  const named = hoistSchemas(paths, schemas);
  return JSON.stringify({ ...others, components: { ...components, schemas }, paths: named });
}

function deskDocument(publicUrl: string, version: string, wireNames: WireNames) {
  return {
    openapi: {
      info: {
        title: 'accueil desk',
        version,
        description,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: publicUrl }],
      tags: tags.map(([name, text]) => ({ name, description: text })),
      security: [{ session: [], csrf: [] }],
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: publicUrl.startsWith('https:') ? '__Host-accueil' : 'accueil',
            description: 'Set by `POST /desk/session`.',
          },
          csrf: {
            type: 'apiKey',
            in: 'header',
            name: 'X-CSRF-Token',
            description:
              'From the response of `POST /desk/session`; required for every request that changes something.',
          },
        },
      },
    },
    transform: ({ schema, url }) => {
      const { body, querystring, params, response = {}, ...others } = schema as RouteSchemas;
      const shown = (one: RouteSchema) => publicSchema(one, wireNames);
      return {
        url,
        schema: {
          ...others,
          ...(params !== undefined && { params: shown(params) }),
          ...(querystring !== undefined && { querystring: shown(querystring) }),
          ...(body !== undefined && { body: shown(body) }),
          response: Object.fromEntries(
            Object.entries(response).map(([status, one]) => [
              status,
              one.description === undefined ? { ...one, 'x-response-description': 'The answer.' } : one,
            ]),
          ),
        },
      };
    },
  } satisfies OpenApiOptions;
}

const description = `What the back office calls, and an integrator may: JSON in and out.

Sign in with \`POST /desk/session\`: it sets a cookie and returns a CSRF token. Every request that changes something
carries both, and the \`Origin\` of this service, as browsers send it by themselves. A session ends after 30 minutes without
a request, and after 12 hours.

Failures have the shape \`{"error":{"message","code"}}\`. What a user has no right to see gets the same response as what does not exist.`;

const tags = [
  ['Session', 'Signing in and out, choosing a password.'],
  ['Entries', 'What families, partners and applicants have sent, and what staff do with it.'],
  ['Agenda', 'Visits and calls of some days, and calendar feeds of them.'],
  ['Residences', 'Residences, their staff and their job offers.'],
  ['Statistics', 'What became of the leads of a year.'],
  ['Integrations', 'Callers and partners, their credentials, webhooks and their deliveries.'],
  [
    'Privacy',
    'Personal data: searches for a person, requests, erasures, retention, the register of treatments. Needs the right `privacy`.',
  ],
  ['Users', 'Users with their roles, settings for all of them, and the audit trail.'],
] as const;
