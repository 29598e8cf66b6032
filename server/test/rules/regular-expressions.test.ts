// Strangers choose the texts that regular expressions read: each takes time in proportion to the text's length.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { check } from 'recheck';
import { type ESTree, parseSync, Visitor } from 'vite';
import { type Criteria, soughtBy } from '../../src/privacy/find/criteria.ts';
import { mentionsOf, patternOf } from '../../src/privacy/find/patterns.ts';
import { memberPattern, namePattern } from '../../src/privacy/sensitive-names.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** What runs in the process of the service, or of a site. */
const folders = ['server/src', 'conformance/src', 'sdk/src'];

interface Expression {
  readonly where: string;
  readonly source: string;
  readonly flags: string;
}

/** Expressions that recheck can't read, with the reason why they are linear. */
const readByPeople: Readonly<Record<string, string>> = {
  '[[\\p{M}\\uff9e\\uff9f]--\\u034f]+': 'one class, and nothing after it',
};

const { written, builders } = expressionsOfSources();

test('every regular expression that is written out is linear', async () => {
  assert.ok(written.length > 150, `${written.length} expressions`);
  const judged = written.filter(({ source }) => !(source in readByPeople));
  assert.equal(written.length - judged.length, Object.keys(readByPeople).length);
  assert.deepEqual(await notLinear(judged), []);
});

test('every regular expression that is built for a search is linear, and no other is built', async () => {
  assert.deepEqual(builders, ['server/src/privacy/sensitive-names.ts', 'server/src/store/sqlite/regexp.ts']);
  const searches: readonly Criteria[] = [
    { phone: '06 66 66 66 66' },
    { phone: '+32 470 12 34 56' },
    { phone: '66666' },
    { email: 'a.a-a+a@example.org' },
    { lastName: 'Le D’Haënens-Lessard', firstName: 'Anne-Lodie' },
    { lastName: 'N. T. Dupont', firstName: 'Aaoeoessaa', birthDate: '1940-05-17' },
    { customId: '\\'.repeat(200), partnerNumber: '2026 / 001_002_003' },
    { text: 'N. T. Dupont' },
    { text: 'a a a a a a' },
    { text: '\\\\\\\\\\"""' },
    { text: 'Éloïse œœœ' },
  ];
  // A choice between linear ones is linear: the whole would take recheck minutes.
  const built = searches.flatMap((criteria) => {
    const { lastName, firstName, others } = mentionsOf(soughtBy(criteria));
    const none = patternOf({ lastName: [], firstName: [], birthDate: undefined, others: [] });
    const patterns = [
      none,
      ...[...lastName.flat(), ...firstName.flat(), ...others].map(({ pattern }) => pattern),
    ];
    return patterns.map((source) => ({ where: JSON.stringify(criteria), source, flags: 'u' }));
  });
  // A short term, which is a whole word, and long ones.
  const terms = ['gir', 'alzheimer', 'orientationsex'].flatMap((term) => {
    const pattern = namePattern(term);
    // The looks ahead and behind are at one sign, but for the one to the end of the name: recheck reads its two halves.
    const [, ahead = '', inside = ''] = /^(.*)\(\?=(.*) \?:\)/.exec(memberPattern('x')) ?? [];
    return [pattern, `${ahead}${inside}`, memberPattern(pattern).replace(/\(\?=.*? \?:\)/, '')].map(
      (source) => ({
        where: term,
        source: source.replaceAll(/\(\?<?[=!]\[/g, '(?:['),
        flags: 'u',
      }),
    );
  });
  assert.deepEqual(await notLinear([...built, ...terms]), []);
});

async function notLinear(expressions: readonly Expression[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const { where, source, flags } of expressions) {
    // Its fuzzing, the default for what the automaton can't judge, finds something else each time.
    const found = await check(source, flags, { checker: 'automaton' });
    const why = found.status === 'vulnerable' ? found.complexity.summary : found.status;
    if (why !== 'safe') wrong.push(`${where}: /${source}/${flags} is ${why}`);
  }
  return wrong;
}

/** The expressions in our sources, those of schemas included, and the files that build others. */
function expressionsOfSources() {
  const written: Expression[] = [];
  const builders: string[] = [];
  for (const where of folders.flatMap(sourceFiles)) {
    const noteBuilder = ({ callee }: ESTree.NewExpression | ESTree.CallExpression) => {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') builders.push(where);
    };
    new Visitor({
      Literal(node) {
        if ('regex' in node) written.push({ where, source: node.regex.pattern, flags: node.regex.flags });
      },
      Property({ key, value }) {
        if (key.type === 'Identifier' && key.name === 'pattern' && value.type === 'Literal')
          written.push({ where, source: String(value.value), flags: 'u' });
      },
      NewExpression: noteBuilder,
      CallExpression: noteBuilder,
    }).visit(parseSync(where, readFileSync(join(root, where), 'utf8')).program);
  }
  return { written, builders };
}

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.[jt]sx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`);
}
