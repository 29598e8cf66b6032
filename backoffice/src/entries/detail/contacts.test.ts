import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contactsOf } from './contacts.ts';

const entry = {
  ...{ name: 'Simone Martin', fields: { phoneClient: '02 61 91 12 34' }, wrongNumbers: [] as string[] },
  relations: [
    {
      position: 0,
      fields: {
        firstName: 'Claire',
        lastName: 'Durand',
        cellphone: '06 39 98 12 40 ou 02 61 91 12 40',
        email: 'claire.durand@example.org',
      },
      extra: { lien: 'Fille' },
    },
  ],
};
/** « who: number, number (wrong), address » */
const shown = (one: Parameters<typeof contactsOf>[0]) =>
  contactsOf(one).map(({ who, phones, email }) =>
    [
      `${who}:`,
      ...phones.map(({ phone, isWrong }) => (isWrong ? `(${phone})` : phone)),
      ...(email === null ? [] : [email]),
    ].join(' '),
  );

test('relatives are called first, by two numbers at most', () => {
  assert.deepEqual(shown(entry), ['Claire Durand: 06 39 98 12 40 02 61 91 12 40']);
  assert.equal(contactsOf(entry)[0]?.kinship, 'Fille');
});

test('after a wrong number comes the next, then the e-mail address', () => {
  assert.deepEqual(shown({ ...entry, wrongNumbers: ['06 39 98 12 40'] }), [
    'Claire Durand: (06 39 98 12 40) 02 61 91 12 40',
    'Simone Martin: 02 61 91 12 34',
  ]);
  assert.deepEqual(shown({ ...entry, fields: {}, wrongNumbers: ['06 39 98 12 40', '02 61 91 12 40'] }), [
    'Claire Durand: (06 39 98 12 40) (02 61 91 12 40) claire.durand@example.org',
  ]);
});

test('a person without number and address is shown by the name', () => {
  assert.deepEqual(shown({ ...entry, relations: [], fields: {} }), ['Simone Martin:']);
});
