import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { entryOf, formOfRefused, type LeadForm, problemsOf } from './lead-form.ts';

const place = { establishmentId: 3, type: 'commercial.type.phone' } as const;
const contact = { firstName: 'Claire', lastName: 'Durand', telephone: '06 39 98 77 01', lien: 'Fille' };

describe('the form of a new lead', () => {
  it('a lead has what was typed, and nothing of empty inputs', () => {
    assert.deepEqual(
      entryOf({
        ...place,
        dateFirstContact: '2026-03-04',
        comment: '',
        fields: { lastNameClient: 'Meunier', budget: null, delais: '' },
        relation: contact,
        action: { what: 'plannedVisit', date: '2026-03-09', time: '14:30', comment: 'Avec sa fille' },
      }),
      {
        ...place,
        dateFirstContact: '2026-03-04',
        fields: { lastNameClient: 'Meunier' },
        relations: [{ firstName: 'Claire', lastName: 'Durand', lien: 'Fille', cellphone: '06 39 98 77 01' }],
        actions: [
          { stage: 'Visite', done: false, date: '2026-03-09', time: '14:30', comment: 'Avec sa fille' },
        ],
      },
    );
  });

  it('who asks for herself is the client', () => {
    const relation = { lastName: 'Petit', telephone: '02 61 91 77 02', otherPhone: '+33 6 39 98 77 03' };
    const fields = { emailClient: 'anne@' };
    assert.deepEqual(entryOf({ ...place, isSame: true, fields, relation }).fields, {
      lastNameClient: 'Petit',
      cellphoneClient: '+33 6 39 98 77 03',
      phoneClient: '02 61 91 77 02',
    });
  });

  it('an organisation that refers a family is a related person, with its address', () => {
    const fields = { emailAdresseur: 'clic@example.org' };
    const form = { ...place, fields, referrer: 'CLIC de Saumur', relation: { lastName: 'Lambert' } };
    const { relations, fields: sent } = entryOf({ ...form, type: 'commercial.type.organisme' });
    assert.deepEqual(relations, [{ lastName: 'Lambert' }, { lastName: 'CLIC de Saumur', lien: 'Adresseur' }]);
    assert.deepEqual(sent, fields);
    // Its inputs are gone when another type is chosen.
    assert.deepEqual(entryOf(form), { ...place, relations: [{ lastName: 'Lambert' }] });
  });

  it('what is missing or wrong is said beside its input', () => {
    const fine: LeadForm = { ...place, fields: {}, relation: { lastName: 'Petit' } };
    assert.deepEqual(problemsOf(fine), {});
    const bad = 'Cette adresse e-mail n’est pas complète.';
    const age = 'Un âge de 0 à 130 ans.';
    for (const [form, problems] of [
      [{ ...fine, establishmentId: null }, { establishmentId: 'À remplir.' }],
      [{ ...fine, type: null }, { type: 'À remplir.' }],
      [{ ...fine, relation: { lastName: 'Petit', email: 'pas une adresse' } }, { relation: { email: bad } }],
      [{ ...fine, fields: { emailClient: 'anne@' } }, { fields: { emailClient: bad } }],
      [{ ...fine, fields: { emailClient: 'anne@' }, isSame: true }, {}],
      [{ ...fine, fields: { emailAdresseur: 'clic@' } }, {}],
      [{ ...fine, fields: { ageClient: 131 } }, { fields: { ageClient: age } }],
      [{ ...fine, fields: { ageClient: 130 } }, {}],
    ] as const)
      assert.deepEqual(problemsOf(form), problems, JSON.stringify(form));
    assert.ok('relation' in problemsOf({ ...fine, relation: { lien: 'Fille' } }), 'nobody is named');
  });

  it('a lead made of what was refused came on the day in Paris', () => {
    const row = {
      id: 1,
      establishmentId: 3,
      callerId: 1,
      caller: 'Site',
      kind: 'commercial',
      reason: '',
      times: 1,
    } as const;
    const at = '2026-03-04T23:30:00.000Z';
    const refused = { ...row, body: '{}', state: 'open', firstAt: at, lastAt: at } as const;
    assert.equal(formOfRefused(refused).dateFirstContact, '2026-03-05');
  });
});
