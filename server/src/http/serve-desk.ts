import type { TSchema } from 'typebox';
import type { App } from './app-type.ts';
import { admitLargeBodies } from './body-admission.ts';
import { deskActorOf } from './desk-access.ts';
import type { DeskRoute } from './desk-route.ts';

/** Registers routes of the desk. Throws for one whose parts could be taken for each other. */
export function serveDesk<Deps>(
  scope: App,
  deps: Deps,
  routes: readonly DeskRoute<string, never, unknown, Deps>[],
): void {
  for (const { path, config, schema, bodyLimitBytes, handle } of routes) {
    const [method = '', url = ''] = path.split(' ');
    const { params, querystring, body } = schema;
    const names = [params, querystring, body].flatMap((part) => namesOf(part));
    if (new Set(names).size < names.length) throw new Error(`${path}: two parts have a name in common`);
    // An undeclared field could stand for a parameter.
    if (body !== undefined && !('additionalProperties' in body))
      throw new Error(`${path}: its body takes fields that it does not name`);
    scope.route({
      ...{ method, url, config, schema },
      ...(bodyLimitBytes !== undefined && { bodyLimit: bodyLimitBytes, preParsing: admitLargeBodies() }),
      handler(request, reply) {
        const input = {
          // Only what a schema has checked.
          ...(body !== undefined && asObject(request.body)),
          ...(querystring !== undefined && asObject(request.query)),
          ...(params !== undefined && asObject(request.params)),
          by: deskActorOf(request),
        };
        // Its type is made from the schemas that it was checked against.
        return handle(deps, input as never, { request, reply });
      },
    });
  }
}

function namesOf(part: TSchema | undefined): string[] {
  return part !== undefined && 'properties' in part ? Object.keys(asObject(part.properties)) : [];
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
