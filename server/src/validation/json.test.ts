import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { longestString, parseJson } from './json.ts';

describe('JSON without loss', () => {
  it('keeps as text every number that JavaScript would round or can’t hold', () => {
    const lost = ['9007199254740993', '-12345678901234567890', '1e400', '-1E+999', '0.12345678901234567890'];
    for (const number of lost) assert.deepEqual(parseJson(`{"a":[${number}]}`), { a: [number] });
  });

  it('reads every other number as a number, however it is written', () => {
    const kept: [string, number][] = [
      ['85', 85],
      ['-0.5', -0.5],
      ['1.50e3', 1500],
      ['9007199254740991', 9007199254740991],
      ['9007199254740992', 9007199254740992],
      ['100000000000000000000', 1e20],
      ['1e22', 1e22],
      ['1.0000000000000000', 1],
      ['0.000e99', 0],
      ['0.00000000000000010', 1e-16],
    ];
    for (const [text, number] of kept) assert.equal(parseJson(text), number, text);
  });

  it('reads back whatever JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) =>
        assert.deepEqual(parseJson(JSON.stringify(value)), plain(value)),
      ),
    );
  });

  it('takes the last of two equal keys', () => {
    assert.deepEqual(parseJson('{"a":1,"a":2}'), { a: 2 });
  });

  it('makes __proto__ a field like any other', () => {
    const parsed = parseJson('{"__proto__":{"admin":true},"n":12345678901234567890}');
    assert.deepEqual(Object.keys(parsed as object), ['__proto__', 'n']);
    assert.equal(Object.getPrototypeOf(parsed), Object.prototype);
    assert.equal(Object.hasOwn({}, 'admin') || 'admin' in {}, false);
  });

  it('reads a number of 250,000 digits, or as many of them, without comparing digit by digit', () => {
    // Compared with a regular expression one such number took minutes.
    const zeros = `1.${'0'.repeat(250_000)}1`;
    assert.equal(parseJson(zeros), zeros);
    const digits = '7'.repeat(250_000);
    assert.equal(parseJson(digits), digits);
  });

  it('throws a SyntaxError for anything else', () => {
    for (const text of [
      '',
      '{',
      '{"a":}',
      "{'a':1}",
      '{"a":1,}',
      'NaN',
      '01',
      '{"a":12345678901234567890',
      '[1e400',
    ]) {
      assert.throws(() => parseJson(text), SyntaxError, text);
    }
  });
});

describe('the longest string', () => {
  const longest = (text: string, most = 1_000) => {
    const found = longestString(Buffer.from(text), most);
    return found === undefined ? undefined : text.slice(found.begin, found.end);
  };

  it('is found wherever it stands, escaped quotes and all', () => {
    assert.equal(longest('{"a":"bcd","ef":[1,"g"]}'), 'bcd');
    assert.equal(longest('{"a":"b","cdef":1}'), 'cdef');
    assert.equal(longest(String.raw`["a\\","b\"c\\\"d",""]`), String.raw`b\"c\\\"d`);
    assert.equal(longest('[1,{}]'), '');
  });

  it('is none when there is more beside it', () => {
    const text = `{"a":[1,2,3],"b":"${'c'.repeat(50)}"}`;
    assert.equal(longest(text, 20), 'c'.repeat(50));
    assert.equal(longest(text, 19), undefined);
    assert.equal(longest(`["${'c'.repeat(50)}","${'d'.repeat(60)}"]`, 50), undefined);
  });

  it('ends with the text, whatever is missing there', () => {
    for (const text of ['', '"', '["', '["\\', '["a\\"', '[[[['])
      assert.ok(longest(text) !== undefined, text);
  });
});

/** A value after a round trip through JSON: minus zero is zero. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
