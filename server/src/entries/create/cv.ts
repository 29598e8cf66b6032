import { statfs } from 'node:fs/promises';
import { type ApplicationBody, largestCvBytes } from '../../contract/application.ts';
import { RequestError } from '../../contract/request-error.ts';
import { coercion } from '../../validation/coercions.ts';
import { isObject } from '../../validation/normalize.ts';
import type { NewFile } from '../entry.ts';
import { fileTypes, safeFileName } from './file-name.ts';

/** A CV as it was sent: in base64 in JSON, or in bytes. */
type SentCv = Omit<NonNullable<ApplicationBody['cv']>, 'content'> & { readonly content?: string | Buffer };

const fileContent = coercion('file content', true);
const listOf = coercion('list', true);

/**
 * Makes the `cv` of a body the object of the contract. Of what plug-ins send instead, a `data:` address and a long text are
 * a content; anything else is kept as the file's name, or as an unnamed field, with a content that can't be kept.
 */
export function mendCv(body: unknown): void {
  const sent = isObject(body) ? listOf(body.cv) : undefined;
  const [cv, ...others] = Array.isArray(sent) ? sent : [sent];
  // accueil.js sends `false` as the content of a file that the browser could not read: the visitor chooses another.
  if (!isObject(body) || !cv) return;
  const file: Record<string, unknown> = isObject(cv) ? cv : { content: cv };
  const content = fileContent(file.content);
  const isText = typeof content === 'string';
  const isContent = isText && (file === cv || content.length > 1_000 || /^data:/i.test(content));
  if (content !== undefined && content !== false && !isContent) {
    file[isText ? 'name' : 'sent'] = content;
    // No base64 has a colon.
    file.content = `:${JSON.stringify(content)}`;
  }
  if (others.length > 0)
    file.others = others.map((one) => (isObject(one) ? one.name : String(one).slice(0, 100)));
  body.cv = file;
}

/** `cfb` is the container of all old Office files; only a DOC has this stream in its directory. */
const wordStream = Buffer.from('WordDocument', 'utf16le');
/** What precedes the base64 in a `data:` address. A name in its type may hold a comma. */
const dataAddress = /^data:(?:.{0,500}?;base64|[^,]{0,500}),/is;
// Spaces and line breaks are allowed because the decoder skips them. Removing millions of them first takes half a second.
const base64 = /^[A-Za-z0-9+/_\r\n\t -]*(?:=[\r\n\t ]*){0,2}$/;

/**
 * Returns the CV of an application; null without one. A file of another kind, or no base64, has `notKept` set: the
 * application is stored without it. Rejects with 413 when it is too large.
 */
export async function readCv(cv: SentCv | undefined): Promise<NewFile | null> {
  const { name = '', content: sent } = cv ?? {};
  if (sent === undefined) return null;
  const content = typeof sent === 'string' ? decoded(sent) : sent;
  if (content?.length === 0) return null;
  if (content !== undefined && content.length > largestCvBytes) {
    throw new RequestError('TOOLARGE', `cv.content: expected at most ${largestCvBytes} bytes once decoded`);
  }
  const type = content && fileTypes.get(await extensionOf(content));
  if (content === undefined || type === undefined)
    return { name, type: '', content: content ?? Buffer.from(sent), notKept: 'format' };
  return { name: safeFileName(name, type), type, content };
}

function decoded(sent: string): Buffer | undefined {
  const text = sent.replace(dataAddress, '');
  return base64.test(text) ? Buffer.from(text, 'base64') : undefined;
}

/** Returns the extension that fits the content of a file; one without a type in `fileTypes` when it is no document. */
async function extensionOf(content: Buffer): Promise<string> {
  // Loaded at the first CV, because it would double the start time.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = (await fileTypeFromBuffer(content))?.ext ?? '';
  if (fileTypes.has(found)) return found;
  if (found === 'cfb') return content.includes(wordStream) ? 'doc' : found;
  // Readers look for it in the first 1,024 bytes (ISO 32000-1, annex H): some programs write a line break or a page before it.
  if (content.subarray(0, 1024).includes('%PDF-')) return 'pdf';
  // In UTF-8 or any 8-bit encoding: what holds no control character is a text.
  return content.every((byte) => (byte < 32 ? byte > 8 && byte < 14 : byte !== 127)) ? 'txt' : found;
}

/** The disk space that CVs must leave free. */
export interface DiskReserve {
  /** A folder on that disk. */
  readonly folder: string;
  readonly bytes: number;
}

/** Whether there is room for a file: free disk space above the reserve, which is kept for leads. */
export async function hasDiskSpace(reserve: DiskReserve | undefined): Promise<boolean> {
  if (reserve === undefined) return true;
  const { bavail, bsize } = await statfs(reserve.folder);
  return bavail * bsize >= reserve.bytes;
}
