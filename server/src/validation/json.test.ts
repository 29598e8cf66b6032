import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { longestString, parseJson } from './json.ts';

describe('JSON without loss', () => {
  it('a JSON number that JavaScript would round or can’t hold stays text', () => {
    const lost = ['9007199254740993', '-12345678901234567890', '1e400', '-1E+999', '0.12345678901234567890'];
    for (const number of lost) assert.deepEqual(parseJson(`{"a":[${number}]}`), { a: [number] });
  });

  it('every other JSON number is read as a number, however it is written', () => {
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

  it('whatever JSON.stringify writes is read back', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) =>
        assert.deepEqual(parseJson(JSON.stringify(value)), plain(value)),
      ),
    );
  });

  it('duplicate JSON keys: the last one wins', () => {
    assert.deepEqual(parseJson('{"a":1,"a":2}'), { a: 2 });
  });

  it('__proto__ is a field of JSON like any other', () => {
    const parsed = parseJson('{"__proto__":{"admin":true},"n":12345678901234567890}');
    assert.deepEqual(Object.keys(parsed as object), ['__proto__', 'n']);
    assert.equal(Object.getPrototypeOf(parsed), Object.prototype);
    assert.equal(Object.hasOwn({}, 'admin') || 'admin' in {}, false);
  });

  it('a JSON number of 250,000 digits is not compared digit by digit', () => {
    // Compared with a regular expression one such number took minutes.
    const zeros = `1.${'0'.repeat(250_000)}1`;
    assert.equal(parseJson(zeros), zeros);
    const digits = '7'.repeat(250_000);
    assert.equal(parseJson(digits), digits);
  });

  it('anything but JSON is a SyntaxError', () => {
    for (const text of `,{,{"a":},{'a':1},NaN,01,{"a":12345678901234567890,[1e400`.split(','))
      assert.throws(() => parseJson(text), SyntaxError, text);
    assert.throws(() => parseJson('{"a":1,}'), SyntaxError);
  });
});

describe('the longest string', () => {
  const longest = (text: string, most = 1_000) => {
    const found = longestString(Buffer.from(text), most);
    return found === undefined ? undefined : text.slice(found.begin, found.end);
  };

  it('the longest string is found wherever it stands, escaped quotes and all', () => {
    assert.equal(longest('{"a":"bcd","ef":[1,"g"]}'), 'bcd');
    assert.equal(longest('{"a":"b","cdef":1}'), 'cdef');
    assert.equal(longest(String.raw`["a\\","b\"c\\\"d",""]`), String.raw`b\"c\\\"d`);
    assert.equal(longest('[1,{}]'), '');
  });

  it('there is no longest string when there is more beside it', () => {
    const text = `{"a":[1,2,3],"b":"${'c'.repeat(50)}"}`;
    assert.equal(longest(text, 20), 'c'.repeat(50));
    assert.equal(longest(text, 19), undefined);
    assert.equal(longest(`["${'c'.repeat(50)}","${'d'.repeat(60)}"]`, 50), undefined);
  });

  it('the longest string ends with the text, whatever is missing there', () => {
    for (const text of ['', '"', '["', '["\\', '["a\\"', '[[[['])
      assert.ok(longest(text) !== undefined, text);
  });
});

/** A value after a round trip through JSON: minus zero is zero. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
