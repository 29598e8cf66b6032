import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { doc, docx, jpeg, odt, pdf, png, xls, xlsx, zip } from '../../../test/fixtures/documents.ts';
import { largestCvBytes } from '../../contract/application.ts';
import { RequestError } from '../../contract/request-error.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { readCv } from './cv.ts';

const accepted: [kind: string, content: Buffer, type: string, name: string][] = [
  ['PDF', pdf(), 'application/pdf', 'cv.pdf'],
  ['DOC', doc(), 'application/msword', 'cv.doc'],
  ['DOCX', docx(), 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'cv.docx'],
  ['ODT', odt(), 'application/vnd.oasis.opendocument.text', 'cv.odt'],
  ['JPEG', jpeg(), 'image/jpeg', 'cv.jpg'],
  ['PNG', png(), 'image/png', 'cv.png'],
];

const refused = (content: string, expected: RegExp) =>
  assert.rejects(
    readCv({ content }),
    (error) =>
      error instanceof ValidationError && error.field === 'cv.content' && expected.test(error.message),
  );

describe('a CV', () => {
  it('a CV has the type and extension of its content, whatever it is called', async () => {
    for (const [kind, content, type, name] of accepted) {
      const cv = { name: 'cv.exe', type: 'text/html', content: content.toString('base64') };
      assert.deepEqual(await readCv(cv), { name, type, content }, kind);
    }
  });

  it('a file that is no CV is refused, whatever it is called', async () => {
    const others = {
      text: Buffer.from('Mon parcours'),
      html: Buffer.from('<!doctype html><script>alert(1)</script>'),
      svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      program: Buffer.from('MZ\x90\x00\x03', 'latin1'),
      gif: Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1'),
      zip: zip([['a.txt', 'a']]),
      xlsx: xlsx(),
      xls: xls(),
      nothing: Buffer.alloc(0),
    };
    for (const content of Object.values(others)) {
      await assert.rejects(
        readCv({ name: 'cv.pdf', type: 'application/pdf', content: content.toString('base64') }),
        /cv\.content: expected a PDF, DOC, DOCX, ODT, JPEG or PNG file/,
      );
    }
  });

  it('a CV comes in base64: for URLs, in lines, unpadded or as a data URL', async () => {
    const content = Buffer.concat([pdf(), Buffer.from([0xfb, 0xff, 0xfe])]);
    const text = content.toString('base64');
    const ways = [
      text,
      content.toString('base64url'),
      text.replace(/=+$/, ''),
      text.replace(/.{76}/g, '$&\r\n'),
      `data:application/pdf;base64,${text}`,
    ];
    for (const way of ways) assert.deepEqual((await readCv({ content: way }))?.content, content);
  });

  it('a CV whose base64 is none is refused', async () => {
    for (const text of ['%PDF-1.4', 'JVBERi0=JVBERi0=', 'JVBE é', 'JVBE===', '{}']) {
      await refused(text, /expected base64$/);
    }
  });

  it('a CV is there when it has content', async () => {
    assert.equal(await readCv(undefined), null);
    assert.equal(await readCv({ name: 'cv.pdf', type: 'application/pdf' }), null);
    assert.equal((await readCv({ content: pdf().toString('base64') }))?.name, 'cv.pdf');
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

  it('a damaged CV is accepted or refused, and never an accident', async () => {
    const damaged = fc.tuple(
      fc.constantFrom(...accepted.map(([, content]) => content), xlsx(), xls()),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.array(fc.tuple(fc.nat(2_000), fc.nat(255)), { maxLength: 8 }),
    );
    await fc.assert(
      fc.asyncProperty(damaged, async ([content, share, changes]) => {
        const bytes = Buffer.from(content.subarray(0, Math.ceil(share * content.length)));
        for (const [position, value] of changes) if (position < bytes.length) bytes[position] = value;
        await readCv({ content: bytes.toString('base64') }).catch((error: unknown) => {
          assert.ok(error instanceof ValidationError, String(error));
        });
      }),
      { numRuns: 200 },
    );
  });
});
