import { normalized } from '../../unicode.ts';

/** What a CV may be: its media type → the extension that it is handed over with. */
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
 * A name under which a stranger's file can be handed over: what they called it, without folders, control and format
 * characters (U+202E shows `fdp.exe` as `exe.pdf`) and what no file system takes, in at most 100 characters, with the
 * extension of `type`, which is what its content tells. A safe name stays as it is.
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
    .replace(edges, '');
  return `${stem === '' || reserved.test(stem) ? `cv${stem === '' ? '' : `-${stem}`}` : stem}.${extension}`;
}

const folders = /^.*[/\\]/s;
const unsafe = /[\p{C}\p{Zl}\p{Zp}<>:"|?*]/gu;
const lastExtension = /\.[A-Za-z0-9]{1,5}$/;
/** Windows drops dots and spaces at the end; a dot at the beginning hides a file elsewhere. */
const edges = /^[\s.]+|[\s.]+$/g;
/** Names of devices on Windows, with any extension. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?$/i;
