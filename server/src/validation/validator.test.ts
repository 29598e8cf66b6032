import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ApplicationBody } from '../contract/application.ts';
import { CommercialBody } from '../contract/commercial.ts';
import { OrientationBody } from '../contract/orientation.ts';
import { SurveyBody } from '../contract/survey.ts';
import { wireDefaults } from '../contract/wire-names.ts';
import { parseJson } from './json.ts';
import { additionalKey } from './normalize.ts';
import { ValidationError } from './validation-error.ts';
import { validator } from './validator.ts';

const readers = {
  survey: validator(SurveyBody, wireDefaults),
  commercial: validator(CommercialBody, wireDefaults),
  application: validator(ApplicationBody, wireDefaults),
  orientation: validator(OrientationBody, wireDefaults),
};
type Message = keyof typeof readers;

/** The value read from a JSON text. */
const read = (message: Message, json: string): unknown => readers[message](parseJson(json));
const readField = (message: Message, field: string, json: string): unknown => {
  const all = read(message, `{${JSON.stringify(field)}:${json}}`) as Record<string, unknown>;
  return all[field];
};

describe('coercion', () => {
  const coerced: [Message, field: string, sent: string, kept: unknown][] = [
    ['commercial', 'ageClient', '"85"', 85],
    ['commercial', 'ageClient', '" 85 "', 85],
    ['commercial', 'ageClient', '85.0', 85],
    ['commercial', 'ageClient', '"8.5e1"', 85],
    ['commercial', 'ageClient', '-0', 0],
    ['commercial', 'codePostalClient', '75008', '75008'],
    ['commercial', 'budget', '2450.5', '2450.5'],
    ['commercial', 'securite', 'true', 'true'],
    ['commercial', 'customId', '42', '42'],
    ['commercial', 'customId', '12345678901234567890', '12345678901234567890'],
    ['orientation', 'UniteProtege', '"true"', true],
    ['orientation', 'UniteProtege', '" false "', false],
    ['orientation', 'BudgetMensuel', '"2450.50"', 2450.5],
    ['application', 'announcementId', '"12"', 12],
    ['application', 'announcementId', '9007199254740991', 9007199254740991],
    ['survey', 'email', '"  claire@example.org  "', 'claire@example.org'],
    ['survey', 'civility', '" contact.civility.mr "', 'contact.civility.mr'],
  ];
  it('what can be mended is coerced', () => {
    for (const [message, field, sent, kept] of coerced)
      assert.deepEqual(readField(message, field, sent), kept, `${field}: ${sent}`);
    // No database knows minus zero as an integer.
    assert.ok(Object.is(readField('application', 'announcementId', '-0'), 0));
  });

  const mended: [Message, field: string, sent: string, kept: unknown][] = [
    // Contact Form 7 sends every select, radio and box as a list, PHP an empty map as one.
    ['commercial', 'delais', '["Sous 15 jours"]', 'Sous 15 jours'],
    ['commercial', 'delais', '["", null, " Sous 15 jours "]', 'Sous 15 jours'],
    ['commercial', 'securite', '["Unité protégée","Fugue"]', 'Unité protégée, Fugue'],
    ['commercial', 'securite', '{"0":"Unité protégée","2":"Fugue"}', 'Unité protégée, Fugue'],
    ['commercial', 'phoneClient', '["06 39 98 12 34", 261911234]', '06 39 98 12 34, 261911234'],
    ['commercial', 'ageClient', '["85"]', 85],
    ['commercial', 'type', '["commercial.type.email"]', 'commercial.type.email'],
    ['commercial', 'emailClient', '["claire@example.org"]', 'claire@example.org'],
    ['commercial', 'dateFirstContact', '{"0":"2026-03-04"}', '2026-03-04'],
    ['commercial', 'dateFirstContact', '"2026-03-04T00:00:00"', '2026-03-04'],
    ['commercial', 'customId', '["s-1"]', 's-1'],
    ['survey', 'urgence', '["Oui"]', 'Oui'],
    ['commercial', 'comment', '[]', undefined],
    ['commercial', 'comment', '{}', undefined],
    ['commercial', 'ageClient', '[null]', undefined],
    ['commercial', 'emailClient', '{}', undefined],
    ['orientation', 'UniteProtege', '[]', undefined],
    ['commercial', 'commercialrelations', '[]', undefined],
    ['commercial', 'commercialrelations', '{}', undefined],
    ['commercial', 'commercialrelations', '{"lastName":"Martin"}', [{ lastName: 'Martin' }]],
    [
      'commercial',
      'commercialrelations',
      '{"2":{"lastName":"Petit"},"0":{"lastName":"Martin"}}',
      [{ lastName: 'Martin' }, { lastName: 'Petit' }],
    ],
    ['commercial', 'commercialrelations', '[[],{"lastName":"Petit"},[],{}]', [{ lastName: 'Petit' }, {}]],
    ['commercial', 'commercialactions', '[{"comment":["a","b"]}]', [{ comment: 'a, b' }]],
    ['application', 'cv', '[]', undefined],
    ['application', 'cv', '{}', undefined],
    ['application', 'cv', '[{"name":["cv.pdf"]}]', { name: 'cv.pdf' }],
    ['orientation', 'Contact / Nom', '["Martin"]', 'Martin'],
    ...['"on"', '"OUI"', '"Yes"', '"1"', '" true "'].map((on): (typeof coerced)[number] => [
      'orientation',
      'UniteProtege',
      on,
      true,
    ]),
    ...['"off"', '"non"', '"No"', '"0"'].map((off): (typeof coerced)[number] => [
      'orientation',
      'UniteProtege',
      off,
      false,
    ]),
    ['orientation', 'UniteProtege', '1', true],
    ['orientation', 'UniteProtege', '0', false],
    ['orientation', 'BudgetMensuel', '"2 500,50"', 2500.5],
    ['orientation', 'BudgetMensuel', '"2\u202f500,50\u00a0€"', 2500.5],
    ['orientation', 'BudgetMensuel', '"2500€"', 2500],
    ['orientation', 'BudgetMensuel', '"1,5"', 1.5],
    ['orientation', 'PersonneAgee / Age', '"85,0"', 85],
    ['survey', 'email', '"mailto:claire@example.org?subject=Visite"', 'claire@example.org'],
    ['survey', 'email', '"MAILTO:claire@example.org"', 'claire@example.org'],
    ['survey', 'email', '"Claire Martin <claire@example.org>"', 'claire@example.org'],
    ['survey', 'email', String.raw`"\"Martin, Claire\" <claire@example.org>,"`, 'claire@example.org'],
    ['survey', 'email', '"claire@example.org."', 'claire@example.org'],
    ['survey', 'email', '"claire@example.org,"', 'claire@example.org'],
    ['survey', 'email', '"\u200bclaire@example.org\u200e"', 'claire@example.org'],
    ['commercial', 'villeClient', '"L&#039;Haÿ"', "L'Haÿ"],
    ['survey', 'lastName', '"D&#39;Arc &amp; &quot;fils&quot; &lt;3"', 'D\'Arc & "fils" <3'],
    ['survey', 'contact', '"L&#039;Haÿ &amp; nous"', 'L&#039;Haÿ &amp; nous'],
  ];
  it('what form plug-ins make of a field is read as it was meant', () => {
    for (const [message, field, sent, kept] of mended)
      assert.deepEqual(readField(message, field, sent), kept, `${field}: ${sent}`);
  });

  const refused: [Message, field: string, sent: string, expected: RegExp][] = [
    ['commercial', 'ageClient', '["85","86"]', /integer/],
    ['commercial', 'type', '["commercial.type.email","commercial.type.phone"]', /commercial\.type\.email/],
    ['commercial', 'emailClient', '["a@example.org","b@example.org"]', /string/],
    ['commercial', 'comment', '["a",{"b":1}]', /string/],
    ['commercial', 'comment', '["a",["b"]]', /string/],
    ['orientation', 'UniteProtege', '"peut-être"', /true or false/],
    ['orientation', 'UniteProtege', '2', /true or false/],
    ['orientation', 'UniteProtege', '{"toString":1}', /true or false/],
    ['orientation', 'BudgetMensuel', '"2,500.50"', /finite number/],
    ['orientation', 'BudgetMensuel', '"entre 2 000 et 2 500"', /finite number/],
    ['commercial', 'emailClient', '"Claire <a@example.org> <b@example.org>"', /e-mail/],
    ['commercial', 'ageClient', 'true', /integer/],
    ['commercial', 'ageClient', '85.5', /integer/],
    ['commercial', 'ageClient', '"85 ans"', /integer/],
    ['commercial', 'ageClient', '"0x55"', /integer/],
    ['commercial', 'ageClient', '"８５"', /integer/],
    ['commercial', 'ageClient', '-1', /0 or more/],
    ['commercial', 'ageClient', '131', /130 or less/],
    ['commercial', 'ageClient', '1e400', /integer/],
    ['commercial', 'budget', '{"min":1}', /string/],
    ['commercial', 'commercialrelations', '"Martin"', /array/],
    ['commercial', 'emailClient', '"claire@"', /e-mail/],
    ['commercial', 'emailClient', '"claire.example.org"', /e-mail/],
    ['commercial', 'emailClient', '"claire@example"', /e-mail/],
    ['commercial', 'emailClient', '"a@example.org, b@example.org"', /e-mail/],
    ['commercial', 'type', '"commercial.type.fax"', /commercial\.type\.email/],
    ['commercial', 'type', '"Commercial.type.email"', /commercial\.type\.email/],
    ['orientation', 'BudgetMensuel', '"1e400"', /finite number/],
    ['orientation', 'BudgetMensuel', '-0.01', /0 or more/],
    ['orientation', 'BudgetMensuel', 'false', /finite number/],
    ['application', 'announcementId', '9007199254740993', /integer/],
    ['application', 'announcementId', '"9007199254740993"', /integer/],
    ['application', 'cv', '"JVBERi0="', /JSON object/],
  ];
  it('what nothing can mend is refused, naming the field', () => {
    for (const [message, field, sent, expected] of refused)
      assert.throws(
        () => readField(message, field, sent),
        ({ name, message: says }: Error) =>
          name === 'ValidationError' && says.startsWith(`${field}: expected`) && expected.test(says),
        `${field}: ${sent}`,
      );
  });
});

describe('dates', () => {
  it('a date is a day that exists, as YYYY-MM-DD', () => {
    for (const day of ['2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31', '1900-01-31'])
      assert.equal(readField('commercial', 'birthdateClient', `"${day}"`), day);
    const none = '2023-02-30 2023-02-29 1900-02-29 2026-13-01 2026-00-10 2026-04-31 0000-01-01 -001-01-01';
    const others = '2026-1-1 01/02/2026 2026-03-04T10:00:00Z 20260304 12026-01-01 2026';
    for (const day of `${none} ${others}`.split(' '))
      assert.throws(
        () => readField('commercial', 'birthdateClient', `"${day}"`),
        /^ValidationError: birthdateClient: .*YYYY-MM-DD$/,
        day,
      );
  });

  it('AnneeNaissance alone takes a bare year too', () => {
    const field = 'PersonneAgee / AnneeNaissance';
    assert.equal(readField('orientation', field, '"1938"'), '1938');
    assert.equal(readField('orientation', field, '1938'), '1938');
    assert.equal(readField('orientation', field, '"1938-02-11"'), '1938-02-11');
    for (const wrong of ['"38"', '"1938-02"', '"1938-02-30"', '"vers 1938"']) {
      assert.throws(
        () => readField('orientation', field, wrong),
        /PersonneAgee \/ AnneeNaissance: .* or a year/,
      );
    }
    assert.throws(() => readField('orientation', 'DateContact', '"2026"'), /^ValidationError: DateContact: /);
  });
});

describe('absent', () => {
  it('null, an empty text and one of spaces count as absent, in every field', () => {
    for (const [message, schema] of Object.entries({
      survey: SurveyBody,
      commercial: CommercialBody,
      application: ApplicationBody,
      orientation: OrientationBody,
    })) {
      const fields = Object.keys(schema.properties);
      for (const empty of [null, '', ' \n']) {
        // Kept exactly or decoded, these two are not trimmed.
        const all = fields.filter(
          (field) =>
            empty !== ' \n' ||
            !['customId', 'cv', 'commercialrelations', 'commercialactions'].includes(field),
        );
        const body = Object.fromEntries(all.map((field) => [field, empty]));
        assert.deepEqual(readers[message as Message](body), {}, `${message} ${JSON.stringify(empty)}`);
      }
    }
  });

  it('null removes an optional field of a relation, an action, an unknown object', () => {
    const body = {
      commercialrelations: [null, '', { lastName: null, email: '', autre: '' }, { lastName: 'Martin' }],
      commercialactions: [{ date: '', comment: null }],
      autre: { vide: null, rien: '', reste: 'x', liste: [null, '', 'y', { z: '' }] },
    };
    assert.deepEqual(structuredClone(readers.commercial(body)), {
      commercialrelations: [{}, { lastName: 'Martin' }],
      commercialactions: [{}],
      [additionalKey]: { autre: { liste: ['y', {}], reste: 'x' } },
    });
  });
});

describe('fields that the contract does not name', () => {
  it('unknown fields are kept apart, at the top and in relations and actions', () => {
    const body = {
      utm: { source: 'cpc' },
      commercialrelations: [{ lien: 'fille' }],
      commercialactions: [{ auteur: 'site' }],
    };
    assert.deepEqual(structuredClone(readers.commercial(body)), {
      commercialrelations: [{ [additionalKey]: { lien: 'fille' } }],
      commercialactions: [{ [additionalKey]: { auteur: 'site' } }],
      [additionalKey]: { utm: { source: 'cpc' } },
    });
  });

  it('unknown fields keep their types, and numbers all their digits', () => {
    const json = '{"a":1,"b":true,"c":1e400,"d":12345678901234567890,"e":[1,[2]],"f":"  x "}';
    const { [additionalKey]: extra } = read('survey', json) as Record<string, unknown>;
    assert.equal(
      JSON.stringify(extra),
      '{"a":1,"b":true,"c":"1e400","d":"12345678901234567890","e":[1,[2]],"f":"x"}',
    );
  });

  it('unknown fields reach no prototype, whatever they are called', () => {
    const json =
      '{"__proto__":{"a":1},"constructor":{"prototype":{"a":1}},"toString":"x","commercialrelations":[{"__proto__":{"a":1}}],"":"leer"}';
    const body = read('commercial', json) as Record<string, unknown>;
    assert.equal(Object.getPrototypeOf(body), Object.prototype);
    assert.equal('a' in {}, false);
    assert.equal(
      JSON.stringify(body[additionalKey]),
      '{"":"leer","__proto__":{"a":1},"constructor":{"prototype":{"a":1}},"toString":"x"}',
    );
    assert.equal(JSON.stringify(body.commercialrelations), '[{"":{"__proto__":{"a":1}}}]');
  });

  it('of two unknown names that are the same once cleaned both are kept', () => {
    const { [additionalKey]: extra } = read('survey', '{"a\\u0000":1,"a ":2,"a":3}') as Record<
      string,
      unknown
    >;
    assert.equal(JSON.stringify(extra), '{"a":3,"a_2":1,"a_3":2}');
  });

  it('100,000 equal unknown names are kept, in linear time', () => {
    // One try after another would take minutes for a body of 256 KiB.
    const names = Array.from({ length: 100_000 }, (_, i) =>
      String.fromCharCode(0xd800 + (i & 1_023), 0xd800 + (i >> 10), 0xdbff),
    );
    const body = Object.fromEntries([...names, '\ufffd\ufffd\ufffd_2'].map((name, i) => [name, i]));
    const { [additionalKey]: extra } = readers.survey(body) as Record<string, object>;
    assert.equal(new Set(Object.values(extra ?? {})).size, 100_001);
  });

  it('the order of fields changes nothing', () => {
    const entries = [
      ['z', 1],
      ['lastNameClient', 'Martin'],
      ['a', { d: 1, c: 2 }],
      ['type', 'commercial.type.phone'],
    ] as const;
    const once = JSON.stringify(readers.commercial(Object.fromEntries(entries)));
    const turned = JSON.stringify(
      readers.commercial({ ...Object.fromEntries(entries.toReversed()), a: { c: 2, d: 1 } }),
    );
    assert.equal(turned, once);
  });
});

describe('limits', () => {
  const of = (count: number, text = 'a') => JSON.stringify(text.repeat(count));
  const limited: [Message, field: string, most: number][] = [
    ['commercial', 'comment', 20_000],
    ['commercial', 'unheard-of', 20_000],
    ['commercial', 'customId', 255],
    ['orientation', 'NumeroDemandeOrientationCR', 255],
  ];
  it('a text has a limit of characters, counted in code points', () => {
    for (const [message, field, most] of limited) {
      read(message, `{"${field}":${of(most, '😀')}}`);
      assert.throws(
        () => read(message, `{"${field}":${of(most + 1)}}`),
        new RegExp(`^ValidationError: ${field}: .*at most ${most} characters`),
      );
      assert.throws(() => read(message, `{"${field}":${of(most + 1, '😀')}}`), /characters/);
      assert.throws(() => read(message, `{"${field}":${of(3 * most, '😀')}}`), /characters/);
    }
  });

  it('an e-mail has 255 characters', () => {
    const email = (length: number) => `${'a'.repeat(length - '@example.org'.length)}@example.org`;
    assert.equal(readField('survey', 'email', JSON.stringify(email(255))), email(255));
    assert.throws(
      () => readField('survey', 'email', JSON.stringify(email(256))),
      /^ValidationError: email: .*255/,
    );
  });

  it('spaces around a text do not count', () => {
    assert.equal(
      readField('survey', 'contact', JSON.stringify(`${' '.repeat(300)}a${' '.repeat(30_000)}`)),
      'a',
    );
  });

  it('a lead has at most 20 relations and 200 actions', () => {
    const list = (field: string, count: number) => ({ [field]: Array.from({ length: count }, () => ({})) });
    readers.commercial({ ...list('commercialrelations', 20), ...list('commercialactions', 200) });
    assert.throws(
      () => readers.commercial(list('commercialrelations', 21)),
      /^ValidationError: commercialrelations: .*20 elements/,
    );
    assert.throws(
      () => readers.commercial(list('commercialactions', 201)),
      /^ValidationError: commercialactions: .*200 elements/,
    );
  });

  it('objects and arrays have at most 16 levels', () => {
    const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    read('survey', nested(16));
    assert.throws(() => read('survey', nested(17)), /a\.a\.a.*: expected at most 16 levels/);
    const lists = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    read('survey', lists(16));
    assert.throws(() => read('survey', lists(17)), /^ValidationError: a\[0\].*: expected at most 16 levels/);
    assert.throws(() => read('survey', lists(60_000)), /16 levels/);
    assert.throws(() => read('survey', `{"n":1e400,"a":${'['.repeat(60_000)}${']'.repeat(60_000)}}`));
  });
});

describe('the field that an error names', () => {
  it('an error names the field within a list', () => {
    for (const [body, says] of [
      [{ commercialrelations: [{}, { email: 'x' }] }, /^ValidationError: commercialrelations\[1\]\.email: /],
      [
        { commercialrelations: [{}, 'x'] },
        /^ValidationError: commercialrelations\[1\]: expected a JSON object/,
      ],
      [{ commercialactions: [{ date: '2026-02-30' }] }, /^ValidationError: commercialactions\[0\]\.date: /],
      [
        { commercialrelations: [{ lien: 'x'.repeat(20_001) }] },
        /^ValidationError: commercialrelations\[0\]\.lien: /,
      ],
    ] as const)
      assert.throws(() => readers.commercial(body), says);
  });

  it('a field may have spaces and a slash in its name', () => {
    assert.throws(
      () => readers.orientation({ 'PersonneAgee / Age': -1 }),
      /^ValidationError: PersonneAgee \/ Age: /,
    );
  });

  it('a long field is never shown whole, nor with control characters', () => {
    const name = `a\n${'b'.repeat(10_000)}`;
    assert.throws(
      () => readers.survey({ [name]: 'x'.repeat(20_001) }),
      (error) =>
        error instanceof ValidationError && error.message.length < 200 && !/\p{Cc}/u.test(error.message),
    );
  });
});

it('a body is a JSON object', () => {
  for (const body of ['[]', '[{}]', '"x"', '""', '1', 'true', 'null', '[["a","b"]]']) {
    assert.throws(() => read('survey', body), /^ValidationError: body: expected a JSON object$/, body);
  }
  assert.deepEqual(read('survey', '{}'), {});
});

it('whatever comes is read, or refused with a field', () => {
  const texts = ['2026-02-30', '85', 'true', 'commercial.type.email', 'a@example.org', '1e400', Number.NaN];
  const values = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.constantFrom(...texts));
  for (const { properties } of [SurveyBody, CommercialBody, ApplicationBody, OrientationBody]) {
    const names = fc.oneof(fc.constantFrom(...Object.keys(properties)), fc.string());
    fc.assert(
      fc.property(fc.dictionary(names, values), (body) => {
        for (const read of Object.values(readers))
          try {
            read(body);
          } catch (error) {
            assert.ok(error instanceof ValidationError, String(error));
          }
      }),
    );
  }
});
