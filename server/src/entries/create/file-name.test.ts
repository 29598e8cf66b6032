import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { safeFileName } from './file-name.ts';

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

describe('the name of a stranger’s file', () => {
  const examples = [
    ['Léa Bernard – CV.pdf', 'application/pdf', 'Léa Bernard – CV.pdf'],
    ['cv.tar.gz', 'application/pdf', 'cv.tar.pdf'],
    ['CV.PDF', 'application/pdf', 'CV.pdf'],
    ['cv.hta', 'application/pdf', 'cv.pdf'],
    ['cv.lnk', word, 'cv.docx'],
    ['cv.doc', 'application/msword', 'cv.doc'],
    ['photo.jpeg', 'image/jpeg', 'photo.jpg'],
    ['cv\u202Efdp.exe', 'application/pdf', 'cvfdp.pdf'],
    ['..\\..\\Startup\\cv.bat', 'image/png', 'cv.png'],
    ['../../etc/passwd', 'application/pdf', 'passwd.pdf'],
    ['C:\\cv.pdf', 'application/pdf', 'cv.pdf'],
    ['cv.pdf:stream', 'application/pdf', 'cv.pdfstream.pdf'],
    ['cv\r\nX-Evil: 1\u0000.pdf', 'application/pdf', 'cvX-Evil 1.pdf'],
    ['<"|?*>.pdf', 'application/pdf', 'cv.pdf'],
    ['.htaccess', 'application/pdf', 'htaccess.pdf'],
    ['. . .', 'application/pdf', 'cv.pdf'],
    ['CON', 'application/pdf', 'cv-CON.pdf'],
    ['lpt1.x.pdf', 'application/pdf', 'cv-lpt1.x.pdf'],
    ['', 'application/pdf', 'cv.pdf'],
    [undefined, word, 'cv.docx'],
    [`${'é'.repeat(20_000)}.pdf`, 'application/pdf', `${'é'.repeat(96)}.pdf`],
    ['cv', 'text/html', 'cv.bin'],
  ] as const;
  it('the name of a stranger’s file is made safe', () => {
    for (const [sent, type, safe] of examples) assert.equal(safeFileName(sent, type), safe);
  });

  it('any name gets its extension, 100 safe characters at most', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({
        unit: fc.constantFrom('.', '/', '\\', '\u202E', ' ', 'a', '😀', '\uD800'),
        maxLength: 300,
      }),
    );
    fc.assert(
      fc.property(anything, (sent) => {
        const name = safeFileName(sent, 'application/pdf');
        assert.match(name, /^[^\s.].*\.pdf$/su);
        assert.equal([...name].length <= 100, true);
        assert.doesNotMatch(name, /[\p{C}/\\:]/u);
        assert.equal(safeFileName(name, 'application/pdf'), name, 'a safe name stays as it is');
      }),
    );
  });
});
