import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  doc,
  docm,
  docx,
  dotx,
  jpeg,
  odt,
  pdf,
  png,
  xls,
  xlsx,
  zip,
} from '../../../test/fixtures/documents.ts';
import { largestCvBytes } from '../../contract/application.ts';
import { RequestError } from '../../contract/request-error.ts';
import { readCv } from './cv.ts';

const spaces = (count: number, content: Buffer) => Buffer.concat([Buffer.alloc(count, ' '), content]);
const kept: [kind: string, content: Buffer, type: string, name: string][] = [
  ['PDF', pdf(), 'application/pdf', 'cv.pdf'],
  ['PDF after a line break', Buffer.concat([Buffer.from('\r\n'), pdf()]), 'application/pdf', 'cv.pdf'],
  ['PDF after 1,019 bytes', spaces(1_019, pdf()), 'application/pdf', 'cv.pdf'],
  ['DOC', doc(), 'application/msword', 'cv.doc'],
  ['DOCX', docx(), 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'cv.docx'],
  ['DOCM', docm(), 'application/vnd.ms-word.document.macroEnabled.12', 'cv.docm'],
  ['DOTX', dotx(), 'application/vnd.openxmlformats-officedocument.wordprocessingml.template', 'cv.dotx'],
  ['ODT', odt(), 'application/vnd.oasis.opendocument.text', 'cv.odt'],
  ['RTF', Buffer.from(String.raw`{\rtf1 CV}`), 'application/rtf', 'cv.rtf'],
  ['UTF-8', Buffer.from('Élève infirmière\r\n\tœuvres'), 'text/plain', 'cv.txt'],
  ['Latin-1', Buffer.from('Élève infirmière', 'latin1'), 'text/plain', 'cv.txt'],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 'text/plain', 'cv.txt'],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'text/plain', 'cv.txt'],
  ['PDF too late', spaces(1_020, pdf()), 'text/plain', 'cv.txt'],
  ['JPEG', jpeg(), 'image/jpeg', 'cv.jpg'],
  ['PNG', png(), 'image/png', 'cv.png'],
  ['WebP', Buffer.from('RIFF\x1a\0\0\0WEBPVP8 ', 'latin1'), 'image/webp', 'cv.webp'],
  ['HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'image/heic', 'cv.heic'],
  ['HEIF', Buffer.from('\0\0\0\x18ftypmif1\0\0\0\0mif1heic', 'latin1'), 'image/heic', 'cv.heic'],
  ['TIFF', Buffer.from('II*\0\x08\0\0\0\0\0\0\0\0\0', 'latin1'), 'image/tiff', 'cv.tif'],
];

describe('a CV', () => {
  it('a CV has the type and extension of its content, whatever it is called', async () => {
    for (const [kind, content, type, name] of kept) {
      for (const sent of [content, content.toString('base64')]) {
        const cv = { name: 'cv.exe', type: 'text/html', content: sent };
        assert.deepEqual(await readCv(cv), { name, type, content }, kind);
      }
    }
  });

  it('a file that is no CV is not kept, whatever it is called', async () => {
    const others = {
      program: Buffer.from('MZ\x90\x00\x03', 'latin1'),
      gif: Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1'),
      zip: zip([['a.txt', 'a']]),
      xlsx: xlsx(),
      xls: xls(),
      'text and a control character': Buffer.from('Mon parcours\x1b[2J'),
    };
    for (const [kind, content] of Object.entries(others)) {
      const cv = { name: 'cv.pdf', type: 'application/pdf', content: content.toString('base64') };
      assert.equal((await readCv(cv))?.notKept, 'format', kind);
    }
    for (const content of ['%PDF-1.4', 'JVBERi0=JVBERi0=', 'JVBE é', 'JVBE===', '{}', 'data:,é'])
      assert.equal((await readCv({ content }))?.notKept, 'format', content);
  });

  it('a CV comes in base64: for URLs, in lines, unpadded or as a data URL', async () => {
    const content = Buffer.concat([pdf(), Buffer.from([0xfb, 0xff, 0xfe])]);
    const text = content.toString('base64');
    const lines = text.replace(/.{76}/g, '$&\r\n');
    const ways = [
      text,
      content.toString('base64url'),
      text.replace(/=+$/, ''),
      lines,
      `data:application/pdf;base64,${text}`,
      `DATA:application/pdf;BASE64,${lines}`,
      `data:application/pdf;name="a,b.pdf";base64,${content.toString('base64url')}`,
      `data:;base64,${text}`,
      `data:application/pdf,${text}`,
    ];
    for (const way of ways) assert.deepEqual((await readCv({ content: way }))?.content, content, way);
  });

  it('a CV is there when it has content', async () => {
    assert.equal(await readCv(undefined), null);
    assert.equal(await readCv({ name: 'cv.pdf', type: 'application/pdf' }), null);
    for (const content of ['data:application/octet-stream;base64,', ' \r\n', '=', Buffer.alloc(0)])
      assert.equal(await readCv({ content }), null);
  });

  it('a CV has at most 5 MiB once decoded', async () => {
    const largest = Buffer.concat([pdf(), Buffer.alloc(largestCvBytes - pdf().length, ' ')]);
    assert.equal((await readCv({ content: largest.toString('base64') }))?.content.length, largestCvBytes);
    await assert.rejects(
      readCv({ content: Buffer.concat([largest, Buffer.from(' ')]).toString('base64') }),
      (error) =>
        error instanceof RequestError && error.code === 'TOOLARGE' && /^cv\.content: /.test(error.message),
    );
  });

  it('a damaged CV is kept or not, and never an accident', async () => {
    const damaged = fc.tuple(
      fc.constantFrom(...kept.map(([, content]) => content), xlsx(), xls()),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.array(fc.tuple(fc.nat(2_000), fc.nat(255)), { maxLength: 8 }),
    );
    await fc.assert(
      fc.asyncProperty(damaged, async ([content, share, changes]) => {
        const bytes = Buffer.from(content.subarray(0, Math.ceil(share * content.length)));
        for (const [position, value] of changes) if (position < bytes.length) bytes[position] = value;
        await readCv({ content: bytes });
      }),
      { numRuns: 200 },
    );
  });
});
