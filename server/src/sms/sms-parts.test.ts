import assert from 'node:assert/strict';
import { it } from 'node:test';
import { smsParts } from '../french/sms-parts.ts';

it('the parts of an SMS are those that a phone network counts', () => {
  for (const [text, parts] of [
    ['', 1],
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['é'.repeat(160), 1],
    ['à'.repeat(306), 2],
    ['a'.repeat(307), 3],
    ['a'.repeat(459), 3],
    ['a'.repeat(460), 4],
    // Twice as long: an escape character before each.
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    [`${'a'.repeat(152)}€${'a'.repeat(7)}`, 2],
    // 153 are no even number: of each part one place is left.
    ['€'.repeat(76 * 3), 3],
    ['€'.repeat(76 * 3 + 1), 4],
    // « ê » and « ’ » are in no alphabet of SMS.
    ['ê'.repeat(70), 1],
    [`${'a'.repeat(70)}’`, 2],
    ['ê'.repeat(134), 2],
    ['ê'.repeat(135), 3],
    ['ê'.repeat(201), 3],
    ['ê'.repeat(202), 4],
    ['🌷'.repeat(35), 1],
    ['🌷'.repeat(36), 2],
    // 67 are no even number either.
    ['🌷'.repeat(33 * 3), 3],
    ['🌷'.repeat(33 * 3 + 1), 4],
    ['a\nb', 1],
  ] as const)
    assert.equal(smsParts(text), parts, `${text.length} ${text.slice(0, 3)}`);
});
