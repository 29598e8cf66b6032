import { normalized } from '../../unicode.ts';

/** Media type of a CV → extension of the served file. */
const extensions: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/msword': 'doc',
  'application/vnd.oasis.opendocument.text': 'odt',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

/** In characters, with the extension. */
const maxNameLength = 100;

/**
 * Returns a safe name for a file from a stranger: the sent name without folders, control and format characters (U+202E
 * displays `fdp.exe` as `exe.pdf`) and characters that file systems reject. It has at most 100 characters and the extension
 * of `type`, the media type detected from the content. A name that is already safe is returned unchanged.
 */
export function safeFileName(sent: string | null | undefined, type: string): string {
  const extension = extensions[type] ?? 'bin';
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
