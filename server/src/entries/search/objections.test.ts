import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { it } from 'node:test';
import { knownHashesOf, objectionsOf } from './objections.ts';

const hashesOf = (email: string) => objectionsOf([{ email }], 'key').map(({ hash }) => hash);

it('an address is known by its real domain, however its characters look', () => {
  const [plain] = hashesOf(' Claire@Example.org');
  assert.equal(plain, hash('sha256', 'key:objection:email:claire@example.org', 'base64url'));
  for (const domain of ['exam\u00ADple.org', 'example\u200B.org', 'ｅxample.org', 'example。org'])
    assert.equal(hashesOf(`claire@${domain}`)[0], plain, domain);
  const [idn] = hashesOf('claire@Élan.example');
  assert.deepEqual(hashesOf('claire@xn--lan-9la.example'), [idn]);
});

it('an address is known by its mailbox, however it is written', () => {
  const [plain] = hashesOf('clairemartin@gmail.com');
  for (const other of [
    'Claire.Martin@Gmail.com',
    'c.l.airemartin@googlemail.com',
    'clairemartin+1@gmail.com',
  ])
    assert.deepEqual(hashesOf(other), [plain], other);
  assert.deepEqual(hashesOf('claire+a+b@example.org'), hashesOf('claire@example.org'));
  assert.notDeepEqual(hashesOf('claire.martin@example.org'), hashesOf('clairemartin@example.org'));
});

it('an objection stored by an earlier version, by what was typed, still holds', () => {
  for (const typed of ['claire.martin@gmail.com', 'claire+1@example.org', 'claire@élan.example'])
    assert.ok(
      knownHashesOf([{ email: typed }], 'key').includes(
        hash('sha256', `key:objection:email:${typed}`, 'base64url'),
      ),
      typed,
    );
});
