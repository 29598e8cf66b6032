import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { hasMoreValuesThan, parseJson } from './json.ts';

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

describe('counting values', () => {
  const count = (text: string) => {
    let most = 0;
    while (hasMoreValuesThan(Buffer.from(text), most)) most++;
    return most;
  };

  it('counts what begins one, outside strings', () => {
    assert.equal(count('{}'), 1);
    assert.equal(count('{"a":[1,2,{"b":null}],"c":"d"}'), 9);
    assert.equal(count('"[{,:"'), 0);
    assert.equal(count(String.raw`["a\"[,","b\\",{}]`), 4);
    assert.equal(count(String.raw`["\\\",[[["]`), 1);
    assert.equal(count(' [ \n , \t ] '), 2);
  });

  it('ends with the text, whatever is missing there', () => {
    for (const text of ['', '"', '["', '["\\', '["a\\"', '[[[['])
      assert.ok(!hasMoreValuesThan(Buffer.from(text), 4), text);
  });
});

/** What is left of a value in JSON: minus zero is zero. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
