import type { TestService } from './service.ts';

/** Every route of a service, as `GET /fr/jobs/:group`. */
export async function routesOf({ app }: Pick<TestService, 'app'>): Promise<string[]> {
  await app.ready();
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
