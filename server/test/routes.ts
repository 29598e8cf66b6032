import type { App } from '../src/http/app-type.ts';

/** Every route of the application, as `GET /fr/jobs/:group`. */
export function routesOf(app: App): string[] {
  // The tree that Fastify prints: four characters a level, a path below its parent's.
  const above: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const found = /^([│ ]*)[├└]── (\S+)(?: \((.+)\))?$/.exec(line);
      if (found === null) return [];
      const [, indent = '', path = '', methods = ''] = found;
      const level = indent.length / 4;
      above[level] = `${level === 0 ? '' : above[level - 1]}${path}`;
      return methods
        .split(', ')
        .filter(Boolean)
        .map((method) => `${method} ${above[level]}`);
    })
    .sort();
}
