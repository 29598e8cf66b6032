import assert from 'node:assert/strict';
import { it } from 'node:test';
import { mobileIn } from './mobile.ts';

it('an SMS goes to the first French mobile number, with its country code', () => {
  for (const [phones, digits] of [
    [['06 39 98 12 34'], '33639981234'],
    [['+33 6 39 98 12 34'], '33639981234'],
    [['0033639981234'], '33639981234'],
    [['01 99 00 12 34', '06 39 98 12 34'], '33639981234'],
    [['01 99 00 12 34 ou 06 39 98 12 34'], '33639981234'],
    [[undefined, null, 12, '06 39 98 12 34'], '33639981234'],
    // Overseas, however it was typed.
    [['0692 00 12 34'], '262692001234'],
    [['+262 692 00 12 34'], '262692001234'],
    [['0690 00 12 34'], '590690001234'],
    [['0694 00 12 34'], '594694001234'],
    [['0696 00 12 34'], '596696001234'],
    [['0639 00 12 34'], '262639001234'],
    [['0709 00 12 34'], '590709001234'],
    [['01 99 00 12 34'], undefined],
    [['+32 470 12 34 56'], undefined],
    [['0700 12 34 56'], undefined],
    [['08 00 12 34 56'], undefined],
    [['06 39 98 12'], undefined],
    [['Tél. : 06 39 98 12 34'], '33639981234'],
    [['(+33) 6 39 98 12 34'], '33639981234'],
    // Numbers of Spain and Switzerland as they are typed there.
    [['639 98 12 34'], undefined],
    [['79 123 45 67'], undefined],
    [['639 98 12 34', '06 39 98 12 34'], '33639981234'],
    [['33639981234'], '33639981234'],
    [['262692001234'], '262692001234'],
    [['06 39 98 12 34 18h-20h'], '33639981234'],
    [['639981234'], undefined],
    [['aucun'], undefined],
    [[], undefined],
  ] as const)
    assert.equal(mobileIn(phones), digits && `+${digits}`, JSON.stringify(phones));
});
