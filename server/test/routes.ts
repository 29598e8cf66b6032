import type { App } from '../src/http/app-type.ts';
import type { TestService } from './service.ts';

/** Every route of a service, as `GET /fr/jobs/:group`. */
export async function routesOf({ app, desk }: Pick<TestService, 'app' | 'desk'>): Promise<string[]> {
  const ofDesk = printedRoutes(await desk());
  const paths = new Set(ofDesk.map(pathOf));
  // What is handed over stands there for every method, whole folders with a star.
  const isOwn = (path: string) => !paths.has(path) && !/^\/(?:desk|conversions)\/\*$/.test(path);
  const own = printedRoutes(app).filter((route) => isOwn(pathOf(route)));
  return [...own, ...ofDesk].sort();
}

const pathOf = (route: string) => route.slice(route.indexOf(' ') + 1);

function printedRoutes(app: App): string[] {
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
    });
}
