// That the messages are those of the server's schemas is checked by the compiler: same-messages.ts.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as server from '../../server/src/contract/enumerations.ts';
import { mainErrorStatuses } from '../../server/src/contract/errors.ts';
import { wireDefaults } from '../../server/src/contract/wire-names.ts';
import { eventNames } from '../../server/src/outbox/event-names.ts';
import * as sdk from '../src/index.ts';

it('the messages of the SDK have the values of the interface', () => {
  const { stages: _, ...enumerations } = server;
  const ofSdk = Object.fromEntries(Object.entries(sdk).filter(([name]) => name in enumerations));
  assert.deepEqual(ofSdk, { ...enumerations });
  assert.deepEqual(sdk.eventNames, eventNames);
  assert.deepEqual(sdk.errorCodes, Object.keys(mainErrorStatuses));
  assert.deepEqual(sdk.wireDefaults, wireDefaults);
});
