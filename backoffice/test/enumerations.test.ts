import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as contract from '../../server/src/contract/enumerations.ts';
import * as desk from '../src/api/enumerations.ts';
import { enumerationsTexts } from '../src/i18n/enumerations.ts';

it('the pages know the contract’s values, each with a label', () => {
  const { civilities, commercialTypes, surveyTypes, sejourTypes, resultats, motifs, stages } = desk;
  const { entryKinds, entryStatuses, deliveryStates } = desk;
  for (const [name, values] of Object.entries({
    civilities,
    commercialTypes,
    surveyTypes,
    sejourTypes,
    resultats,
    motifs,
    stages,
    entryKinds,
    entryStatuses,
  })) {
    const ofContract = new Map<string, readonly string[]>(Object.entries(contract)).get(name);
    assert.deepEqual(values.toSorted(), ofContract?.toSorted(), name);
  }
  const labelled = [
    ...civilities,
    ...commercialTypes,
    ...surveyTypes,
    ...sejourTypes,
    ...resultats,
    ...motifs,
    ...stages,
    ...entryKinds.map((kind) => `kind.${kind}`),
    ...entryStatuses.map((status) => `status.${status}`),
    // In French, a status agrees with what it is said of.
    ...['contact', 'complaint', 'survey'].flatMap((kind) =>
      entryStatuses.map((status) => `status.${kind}.${status}`),
    ),
    ...deliveryStates.map((state) => `delivery.${state}`),
  ].toSorted();
  assert.deepEqual(Object.keys(enumerationsTexts).toSorted(), labelled);
});
