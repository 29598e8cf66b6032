import type { FastifyInstance } from 'fastify';
import { RequestError } from '../contract/request-error.ts';
import { bodyLimitBytes, parseBodies } from './json-body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The content of the file that came with a form; null without one. */
    formFile: Buffer | null;
  }
  interface FastifyContextConfig {
    /** The field of a file that may come with a form; elsewhere the name of a file is kept, as a text. */
    fileField?: string;
  }
}

const types = ['application/x-www-form-urlencoded', 'multipart/form-data'];
/** What the routes that take forms consume, for their documentation. */
export const formTypes = ['application/json', ...types];

/** More fields than any form of a page has. */
const maxFields = 1_000;
/** As deep as bodies may be nested. */
const maxDepth = 16;
/** More indices than any list of a form has: with more, they are names. */
const maxListIndex = 200;

/**
 * Takes bodies as forms and form plug-ins send them (docs/interface.md, « Forms »), beside JSON. Names in brackets are nested:
 * `commercialrelations[0][lastName]`. Nothing is written to a disk: a body is in memory within the limits of its route.
 */
export function readForms(app: FastifyInstance): void {
  parseBodies(app, types, async (body, request) => {
    const { fileField } = request.routeOptions.config;
    const { texts, files } = await partsOf(body, request.headers['content-type'] ?? '');
    const bytes = [...texts].flat().reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    if (body.length > bodyLimitBytes && bytes > bodyLimitBytes)
      throw new RequestError('TOOLARGE', `body: expected at most ${bodyLimitBytes} bytes beside a file`);
    if (fileField === undefined) for (const { field, file } of files) texts.append(field, file.name);
    const value = await nested(texts);
    // What can be read of a form is kept when it is refused.
    request.body = value;
    const [first, second] = files;
    if (fileField === undefined || first === undefined) return value;
    if (second !== undefined) throw new RequestError('INVALID', `${fileField}: expected one file`);
    request.formFile = Buffer.from(await first.file.arrayBuffer());
    return Object.assign(value, { [fileField]: { name: first.file.name, type: first.file.type } });
  });
}

/** The texts and files of a form. The parser is Node's own, that of `fetch`. */
async function partsOf(body: Buffer, type: string) {
  if (hasTooManyFields(body, type))
    throw new RequestError('INVALID', `body: expected at most ${maxFields} fields`);
  const sent = new Response(new Uint8Array(body), { headers: { 'content-type': type } });
  const form = await sent.formData().catch(() => {
    throw new RequestError('INVALID', 'body: expected a well-formed form');
  });
  const texts = new URLSearchParams();
  const files: { readonly field: string; readonly file: File }[] = [];
  for (const [field, value] of form) {
    if (typeof value === 'string') texts.append(field, value);
    // An input without a file.
    else if (value.name !== '' || value.size > 0) files.push({ field, file: value });
  }
  return { texts, files };
}

/** Counts what stands between fields, before any is read. */
function hasTooManyFields(body: Buffer, type: string): boolean {
  const [, boundary] = /;\s*boundary="?([^";]+)/i.exec(type) ?? [];
  const separator = boundary === undefined ? '&' : `--${boundary}`;
  let at = -1;
  for (let count = 0; count <= maxFields; count++) {
    at = body.indexOf(separator, at + 1);
    if (at < 0) return false;
  }
  return true;
}

async function nested(texts: URLSearchParams): Promise<Record<string, unknown>> {
  // Loaded at the first form.
  const { default: qs } = await import('qs');
  try {
    return qs.parse(texts.toString(), {
      // Counted before: one more than what stands between them.
      parameterLimit: maxFields + 1,
      depth: maxDepth,
      strictDepth: true,
      arrayLimit: maxListIndex,
      // A field may have any name.
      allowPrototypes: true,
      plainObjects: true,
    });
  } catch {
    throw new RequestError('INVALID', `body: expected at most ${maxDepth} levels of brackets`);
  }
}
