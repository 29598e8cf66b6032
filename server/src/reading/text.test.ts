import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cleanText, isExact } from './text.ts';

describe('a text as it is kept', () => {
  const cases: [what: string, sent: string, kept: string][] = [
    ['plain text', 'Simone Martin', 'Simone Martin'],
    ['spaces around it', '  \t\u00a0 Simone \r\n', 'Simone'],
    ['line breaks and tabs within', 'a\r\nb\n\tc', 'a\r\nb\n\tc'],
    ['NUL', 'a\u0000b', 'a b'],
    ['other control characters', 'a\u0001b\u001bc\u007fd\u0085e\u009ff', 'a b c d e f'],
    ['control characters at the ends', '\u0000\u0007Simone\u0000', 'Simone'],
    ['letters that were decomposed', 'Le\u0300ve\u0301', 'Lèvé'],
    ['compatibility characters', 'ﬁ ² Ⅳ', 'ﬁ ² Ⅳ'],
    ['lone surrogates', 'a\ud800b\udc00', 'a\ufffdb\ufffd'],
    ['pairs of surrogates', 'a😀b', 'a😀b'],
    ['direction marks and joiners', 'a\u200db\u202ec', 'a\u200db\u202ec'],
    ['nothing but spaces', ' \u3000\u0000 ', ''],
  ];
  for (const [what, sent, kept] of cases) it(what, () => assert.equal(cleanText(sent), kept));

  it('is well-formed, NFC and trimmed whatever comes, and cleaning it again changes nothing', () => {
    const sent = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary-ascii' }), fc.string());
    fc.assert(
      fc.property(sent, (text) => {
        const kept = cleanText(text);
        assert.ok(kept.isWellFormed());
        assert.equal(kept, kept.normalize('NFC'));
        assert.equal(kept, kept.trim());
        assert.doesNotMatch(kept, /[^\P{Cc}\n\r\t]/u);
        assert.equal(cleanText(kept), kept);
      }),
    );
  });
});

it('a text can be kept exactly unless it holds a control character or a lone surrogate', () => {
  for (const text of ['', ' a ', 'Le\u0300', '😀', 'a/b?c#d%20', '\u200d']) assert.ok(isExact(text), text);
  for (const text of ['a\u0000', '\n', 'a\tb', '\u007f', '\u0085', '\ud800', 'a\udc00b']) {
    assert.ok(!isExact(text), JSON.stringify(text));
  }
});
