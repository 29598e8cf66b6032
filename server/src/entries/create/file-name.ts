import { normalized } from '../../unicode.ts';

/** Extension of a CV, by its content → media type. */
export const fileTypes: ReadonlyMap<string, string> = new Map([
  ['pdf', 'application/pdf'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['docm', 'application/vnd.ms-word.document.macroEnabled.12'],
  ['dotx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.template'],
  ['doc', 'application/msword'],
  ['odt', 'application/vnd.oasis.opendocument.text'],
  ['rtf', 'application/rtf'],
  ['txt', 'text/plain'],
  ['jpg', 'image/jpeg'],
  ['png', 'image/png'],
  ['webp', 'image/webp'],
  ['heic', 'image/heic'],
  ['tif', 'image/tiff'],
]);
const extensions = new Map([...fileTypes].map(([extension, type]) => [type, extension]));

/** In characters, with the extension. */
const maxNameLength = 100;

/**
 * Returns a safe name for a file from a stranger: the sent name without folders, control and format characters (U+202E
 * displays `fdp.exe` as `exe.pdf`) and characters that file systems reject. It has at most 100 characters and the extension
 * of `type`, the media type detected from the content. A name that is already safe is returned unchanged.
 */
export function safeFileName(sent: string | null | undefined, type: string): string {
  const extension = extensions.get(type) ?? 'bin';
  const stem = [
    ...normalized(sent ?? '', 'NFC')
      .replace(folders, '')
      .replace(unsafe, ''),
  ]
    .slice(0, maxNameLength - extension.length - 1)
    .join('')
    .replace(lastExtension, '')
    .replace(leading, '')
    .replace(trailing, '');
  return `${stem === '' || reserved.test(stem) ? `cv${stem === '' ? '' : `-${stem}`}` : stem}.${extension}`;
}

const folders = /^.*[/\\]/s;
const unsafe = /[\p{C}\p{Zl}\p{Zp}<>:"|?*]/gu;
const lastExtension = /\.[A-Za-z0-9]{1,5}$/;
/** Windows drops trailing dots and spaces; a leading dot hides a file on other systems. */
const leading = /^[\s.]+/;
const trailing = /[\s.]{1,100}$/;
/** Device names on Windows, reserved with any extension. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?$/i;
