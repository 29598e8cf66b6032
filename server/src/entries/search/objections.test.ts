import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { it } from 'node:test';
import { objectionsOf } from './objections.ts';

const hashesOf = (email: string) => objectionsOf([{ email }], 'key').map(({ hash }) => hash);

it('an address is known by its real domain, however its characters look', () => {
  const [plain] = hashesOf(' Claire@Example.org');
  assert.equal(plain, hash('sha256', 'key:objection:email:claire@example.org', 'base64url'));
  for (const domain of ['exam\u00ADple.org', 'example\u200B.org', 'ｅxample.org', 'example。org'])
    assert.equal(hashesOf(`claire@${domain}`)[0], plain, domain);
  const [idn, ...typed] = hashesOf('claire@Élan.example');
  assert.deepEqual(hashesOf('claire@xn--lan-9la.example'), [idn]);
  // By which earlier versions have stored it.
  assert.deepEqual(typed, [hash('sha256', 'key:objection:email:claire@élan.example', 'base64url')]);
});
