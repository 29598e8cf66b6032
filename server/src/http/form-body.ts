import type { FastifyInstance } from 'fastify';
import { RequestError } from '../contract/request-error.ts';
import { bodyLimitBytes, parseBodies, readJson } from './json-body.ts';

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
/** How long the head of a part may be: Node takes a second for one of megabytes. */
const maxHeadBytes = 16 * 1024;
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
    const type = request.headers['content-type'] ?? '';
    // `curl -d` and WordPress send JSON under the type of a form.
    if (!/^multipart/i.test(type) && /^\s*[{[]/.test(body.toString('latin1', 0, 100)))
      return readJson(body, request);
    const { fields, files } = await fieldsOf(body, type);
    if (fields.length + files.length > maxFields) throw tooMany();
    if (fields.length + files.length === 0) throw new RequestError('INVALID', 'body: expected a JSON object');
    if (body.length > bodyLimitBytes && sizeOf(fields) > bodyLimitBytes)
      throw new RequestError('TOOLARGE', `body: expected at most ${bodyLimitBytes} bytes beside a file`);
    const { fileField } = request.routeOptions.config;
    if (fileField === undefined) for (const { field, file } of files) fields.push([field, file.name]);
    const value = await nested(fields);
    const [first, second] = files;
    if (fileField === undefined || first === undefined) return value;
    // What can be read of a form is kept when it is refused.
    request.body = value;
    if (second !== undefined) throw new RequestError('INVALID', `${fileField}: expected one file`);
    request.formFile = Buffer.from(await first.file.arrayBuffer());
    return Object.assign(value, { [fileField]: { name: first.file.name, type: first.file.type } });
  });
}

const tooMany = () => new RequestError('INVALID', `body: expected at most ${maxFields} fields`);
const malformed = () => new RequestError('INVALID', 'body: expected a well-formed form');

/** Refuses what would take long to read, by what stands between fields. */
function checkSeparators(body: Buffer, boundary: string | undefined): void {
  const separator = boundary === undefined ? '&' : `--${boundary}`;
  let count = 0;
  for (let at = body.indexOf(separator); at >= 0; at = body.indexOf(separator, at + 1)) {
    if (++count > maxFields + 1) throw tooMany();
    const head = body.subarray(at + separator.length, at + maxHeadBytes);
    if (boundary !== undefined && head.indexOf('\r\n') === 0 && !head.includes('\r\n\r\n')) throw malformed();
  }
}

/** The parser is Node's own, that of `fetch`. */
async function fieldsOf(body: Buffer, sentType: string) {
  const boundary = /^multipart.*;\s*boundary="?([^";]+)/i.exec(sentType)?.[1]?.trim();
  checkSeparators(body, boundary);
  // The parser takes the same boundary.
  const type = boundary === undefined ? sentType : `multipart/form-data; boundary="${boundary}"`;
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    .catch(() => {
      throw malformed();
    });
  const fields: [name: string, value: string][] = [];
  const files: { readonly field: string; readonly file: File }[] = [];
  for (const [field, value] of form) {
    if (typeof value === 'string') fields.push([field, value]);
    // An input without a file.
    else if (value.name !== '' || value.size > 0) files.push({ field, file: value });
  }
  return { fields, files };
}

function sizeOf(fields: readonly (readonly [string, string])[]): number {
  return fields.reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(value), 0);
}

/** qs drops fields without a name and those called `__proto__`: the space goes again when the names are normalized. */
const kept = (name: string) => name.replace(/(?<![^[])__proto__(?![^[\]])|^$/g, '$& ');

async function nested(fields: [string, string][]): Promise<Record<string, unknown>> {
  // Loaded at the first form.
  const { default: qs } = await import('qs');
  try {
    return qs.parse(new URLSearchParams(fields.map(([name, value]) => [kept(name), value])).toString(), {
      parameterLimit: maxFields,
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
