// What takes longest to read of all that fits into a body: each has held, or could hold, the service up.

/** Bytes of a body on most routes. */
export const bodyLimit = 256 * 1024;

/** `one` again and again between two texts, up to so many bytes. */
function filled(before: string, one: string, after: string, bytes: number): string {
  const room = bytes - Buffer.byteLength(before + after);
  return before + one.repeat(Math.floor(room / Buffer.byteLength(one))) + after;
}

/** As many members as fit into so many bytes. */
function members(memberOf: (i: number) => string, bytes: number): string {
  const all: string[] = [];
  for (let i = 0, size = 2; size < bytes; i++) {
    const member = memberOf(i);
    size += Buffer.byteLength(member) + 1;
    if (size < bytes) all.push(member);
  }
  return `{${all.join(',')}}`;
}

/** Combining marks of two classes, the later class first: to sort them by insertion takes the square of their number. */
export function marks(bytes: number): string {
  const half = Math.floor((bytes - 1) / 4);
  return `a${'\u0301'.repeat(half)}${'\u0316'.repeat(half)}`;
}

/** Texts of one field, each of at most so many bytes. */
export const worstTexts: Readonly<Record<string, (bytes: number) => string>> = {
  marks,
  'marks in turn': (bytes) => filled('a', '\u0301\u0316', '', bytes),
  'voiced sound marks': (bytes) => filled('', '\uff9e\u0301', '', Math.min(bytes, 45_000)),
  'one letter that becomes eighteen': (bytes) => filled('', '\ufdfa', '', Math.min(bytes, 59_000)),
  digits: (bytes) => '1'.repeat(Math.min(bytes, 20_000)),
  'numbers side by side': (bytes) => filled('', '+3361234567 ', '', Math.min(bytes, 20_000)),
  'words and digits': (bytes) => filled('', 'a 1', '', Math.min(bytes, 20_000)),
  spaces: (bytes) => filled('a', ' ', 'b', bytes),
  'an address of nothing but points': (bytes) => filled('a@', '.a', '@', Math.min(bytes, 255)),
};

/** Bodies of at most so many bytes, by what is bad about them. `fields`: names that the route knows. */
export function* worstBodies(
  fields: readonly string[],
  bytes = bodyLimit,
): Generator<readonly [what: string, body: string]> {
  for (const field of fields) yield [`marks in ${field}`, JSON.stringify({ [field]: marks(bytes - 200) })];
  const room = bytes - 200 - fields.join().length;
  for (const [what, textOf] of Object.entries(worstTexts)) {
    const text = textOf(Math.floor(room / Math.max(1, fields.length)));
    yield [`${what} everywhere`, JSON.stringify(Object.fromEntries(fields.map((field) => [field, text])))];
  }
  yield ['marks in a field that nobody knows', JSON.stringify({ other: { within: [marks(bytes - 40)] } })];
  yield ['marks in a name', JSON.stringify({ [marks(bytes - 10)]: 1 })];
  yield ['marks in a name within', JSON.stringify({ commercialrelations: [{ [marks(bytes - 40)]: 1 }] })];
  yield ['many numbers', filled('{"other":[1', ',1', ']}', bytes)];
  yield ['many numbers that are not short', filled('{"other":[0e99', ',1e10', ']}', bytes)];
  yield ['many numbers that JavaScript rounds', filled('{"other":[1', ',12345678901234567', ']}', bytes)];
  yield ['one long number', filled('{"other":', '7', '}', bytes)];
  yield ['one long number with a fraction', filled('{"other":0.', '7', 'e99}', bytes)];
  yield ['many objects', filled('{"other":[{}', ',{}', ']}', bytes)];
  yield ['many lists', filled('{"other":[[]', ',[]', ']}', bytes)];
  yield [
    'objects as deep as they may be',
    filled('{"other":[0', `,${'[{"a":'.repeat(6)}1${'}]'.repeat(6)}`, ']}', bytes),
  ];
  yield [
    'lists deeper than they may be',
    `{"other":${'['.repeat(bytes / 2 - 10)}${']'.repeat(bytes / 2 - 10)}}`,
  ];
  yield ['many names', members((i) => `"${i.toString(36)}":1`, bytes)];
  yield ['many names that are no numbers', members((i) => `"z${i.toString(36)}":{}`, bytes)];
  yield [
    'names that are all the same once cleaned',
    members((i) => `"${' '.repeat(i % 300)}${'\u00a0'.repeat(i / 300)}b":1`, bytes),
  ];
  yield ['escaped letters', filled('{"other":["', '\\u0061', '"]}', Math.min(bytes, 119_000))];
  yield ['related persons', filled('{"commercialrelations":[{}', ',{}', ']}', bytes)];
}
