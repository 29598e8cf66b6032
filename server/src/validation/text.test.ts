import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isExact, normalizeText } from './text.ts';

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
    ['30 combining marks', `a${'\u0323'.repeat(30)}`, `\u1ea1${'\u0323'.repeat(29)}`],
    [
      'more, broken by a joiner',
      `a${'\u0316'.repeat(70)}`,
      `a${['\u0316', '\u0316'].map((mark) => mark.repeat(30)).join('\u034f')}\u034f${'\u0316'.repeat(10)}`,
    ],
    ['nothing but spaces', ' \u3000\u0000 ', ''],
  ];
  it('a text is kept trimmed, in NFC and without control characters', () => {
    for (const [what, sent, kept] of cases) assert.equal(normalizeText(sent), kept, what);
  });

  it('any text is well-formed, NFC and trimmed, and cleaned only once', () => {
    const mark = fc.constantFrom(...'a\u0301\u0316\u0344\u0f73\uff9e\u034f\u{16d67}');
    const sent = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary-ascii' }),
      fc.string(),
      fc.string({ unit: mark, minLength: 100, maxLength: 400 }),
    );
    fc.assert(
      fc.property(sent, (text) => {
        const kept = normalizeText(text);
        assert.ok(kept.isWellFormed());
        assert.equal(kept, kept.normalize('NFC'));
        assert.equal(kept, kept.trim());
        assert.doesNotMatch(kept, /[^\P{Cc}\n\r\t]/u);
        assert.equal(normalizeText(kept), kept);
      }),
    );
  });
});

it('a text that is far too long is refused before it is normalised', () => {
  assert.throws(
    () => normalizeText('\u0916'.repeat(2041), 255),
    /^ValidationError: body: expected at most 255 characters$/,
  );
  // Four code points may become one: its length is judged once it is normalised.
  const composed = '\u03b1\u0313\u0300\u0345'.repeat(255);
  assert.equal([...normalizeText(composed, 255)].length, 255);
});

it('a text is exact without control characters and lone surrogates', () => {
  for (const text of ['', ' a ', 'Le\u0300', '😀', 'a/b?c#d%20', '\u200d']) assert.ok(isExact(text), text);
  for (const text of ['a\u0000', '\n', 'a\tb', '\u007f', '\u0085', '\ud800', 'a\udc00b']) {
    assert.ok(!isExact(text), JSON.stringify(text));
  }
});
