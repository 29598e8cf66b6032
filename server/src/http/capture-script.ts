import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { RequestError } from '../contract/request-error.ts';

/** Output of `npm run build`. */
const built = new URL('../../../sdk/dist/accueil.js', import.meta.url);

interface Script {
  readonly plain: Buffer;
  readonly gzip: Buffer;
  readonly br: Buffer;
  /** Hash of the plain content; the ETag adds the encoding. */
  readonly digest: string;
}

/** `GET /accueil.js`: the capture script, for pages of any site (docs/capture.md). */
export function serveCaptureScript(app: FastifyInstance): void {
  let script: Promise<Script> | undefined;
  app.get('/accueil.js', { schema: { hide: true } }, async (request, reply) => {
    script ??= readScript();
    const { digest, ...forms } = await script.catch(() => {
      // Retry at the next request: the script may be built by then.
      script = undefined;
      throw new RequestError('NOTFOUND', 'path: the capture script is not built; npm run build does it');
    });
    const encoding = encodingFor(request.headers['accept-encoding'] ?? '');
    const etag = `"${digest}-${encoding}"`;
    reply
      .header('cache-control', 'no-cache')
      .header('etag', etag)
      .header('vary', 'accept-encoding')
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin');
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    if (encoding !== 'plain') reply.header('content-encoding', encoding);
    return reply.type('text/javascript; charset=utf-8').send(forms[encoding]);
  });
}

async function readScript(): Promise<Script> {
  const plain = await readFile(built);
  const [gzipped, br] = await Promise.all([promisify(gzip)(plain), promisify(brotliCompress)(plain)]);
  return { plain, gzip: gzipped, br, digest: hash('sha256', plain, 'base64url') };
}

function encodingFor(accepted: string): 'br' | 'gzip' | 'plain' {
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'plain';
}
