import type { ApplicationBody } from '../../contract/application.ts';
import { largestCvBytes } from '../../contract/application.ts';
import { RequestError } from '../../contract/request-error.ts';
import type { Normalized } from '../../validation/normalize.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import type { NewFile } from '../entry.ts';
import { safeFileName } from './file-name.ts';

/** Accepted file types: extension returned by the detector → media type stored. */
const accepted: ReadonlyMap<string, string> = new Map([
  ['pdf', 'application/pdf'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['cfb', 'application/msword'],
  ['odt', 'application/vnd.oasis.opendocument.text'],
  ['jpg', 'image/jpeg'],
  ['png', 'image/png'],
]);
/** `cfb` is the container of all old Office files; only a DOC has this stream in its directory. */
const wordStream = Buffer.from('WordDocument', 'utf16le');
// Spaces and line breaks are allowed because the decoder skips them. Removing millions of them first takes half a second.
const base64 = /^[A-Za-z0-9+/_\r\n\t -]*(?:=[\r\n\t ]*){0,2}$/;

/** Returns the CV of an application, or null. Rejects with 413 when it is too large, 400 when it is not a document. */
export async function readCv(
  cv: Normalized<NonNullable<ApplicationBody['cv']>> | undefined,
  formFile: Buffer | null = null,
): Promise<NewFile | null> {
  const content = formFile ?? decoded(cv?.content);
  if (cv === undefined || content === undefined) return null;
  if (content.length > largestCvBytes) {
    throw new RequestError('TOOLARGE', `cv.content: expected at most ${largestCvBytes} bytes once decoded`);
  }
  // Loaded at the first CV, because it would double the start time.
  const { fileTypeFromBuffer } = await import('file-type');
  const extension = (await fileTypeFromBuffer(content))?.ext ?? '';
  const type = accepted.get(extension);
  if (type === undefined || (extension === 'cfb' && !content.includes(wordStream)))
    throw new ValidationError('cv.content', 'expected a PDF, DOC, DOCX, ODT, JPEG or PNG file');
  return { name: safeFileName(cv.name, type), type, content };
}

function decoded(sent: string | undefined): Buffer | undefined {
  const text = sent?.replace(/^data:[^,]{0,200},/, '');
  if (text !== undefined && !base64.test(text)) throw new ValidationError('cv.content', 'expected base64');
  return text === undefined ? undefined : Buffer.from(text, 'base64');
}
