import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Clock, MonotonicClock } from '../clock.ts';
import { RequestError } from '../contract/request-error.ts';
import { addressGroup } from '../http/address.ts';
import type { App } from '../http/app-type.ts';
import { limiter, throwIfLimited, wrongGuesses } from '../http/limiter.ts';
import type { Secrets } from '../secrets.ts';
import type { Database } from '../store/database.ts';
import { type File, files, linesOf } from './files.ts';
import { isPassword, notePull, readSettings } from './settings.ts';

export interface ConversionDeps {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

const challenge = { 'www-authenticate': 'Basic realm="accueil conversions", charset="UTF-8"' };

/** Path of a file, relative to the service's URL. */
export const pathOf = (file: File): string => `/conversions/${file}.csv`;

/**
 * `GET /conversions/….csv`: the files that an advertising account fetches. 404 while the export is off. Requires HTTP Basic
 * with the password of the export and any user name; no other credential is accepted.
 */
export function conversionRoutes(
  app: App,
  { database, secrets, clock, monotonicClock }: ConversionDeps & { readonly monotonicClock: MonotonicClock },
): void {
  const guesses = limiter({ ...wrongGuesses, clock: monotonicClock });

  async function requirePassword(request: FastifyRequest): Promise<void> {
    const { on } = await readSettings(database.read);
    if (!on) throw new RequestError('NOTFOUND', 'path: there is nothing here');
    const given = passwordIn(request.headers.authorization);
    if (given === undefined)
      throw new RequestError('UNAUTHORIZED', 'Authorization: expected Basic and a password', challenge);
    if (await isPassword(database.read, secrets, given)) return;
    throwIfLimited(guesses.take(addressGroup(request.ip)), 'Too many wrong passwords from this address');
    throw new RequestError('UNAUTHORIZED', 'Authorization: not the password of the export', challenge);
  }

  for (const file of files) {
    app.get(
      pathOf(file),
      { schema: { hide: true }, onRequest: requirePassword },
      async ({ method }, reply) => {
        // A HEAD request must not mark conversions as served.
        if (method === 'HEAD') return reply.headers(fileHeaders(file)).send();
        const now = clock();
        await database.write(notePull, null, now);
        return reply.headers(fileHeaders(file)).send(readFile(file, database, now));
      },
    );
  }
}

/** The content of a file, as it is read. */
export const readFile = (file: File, database: Database, now: Date) =>
  Readable.from(linesOf(file, database, { now }), { objectMode: false });

/** Response headers of a file. */
export function fileHeaders(file: File): Record<string, string> {
  return {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${file}.csv"`,
  };
}

function passwordIn(authorization: string | undefined): string | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/=]+) *$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const decoded = Buffer.from(encoded, 'base64').toString();
  const colon = decoded.indexOf(':');
  return colon === -1 ? undefined : decoded.slice(colon + 1);
}
