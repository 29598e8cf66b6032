import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as server from '../../server/src/contract/enumerations.ts';
import { mainErrorStatuses } from '../../server/src/contract/errors.ts';
import { wireDefaults } from '../../server/src/contract/wire-names.ts';
import { eventNames } from '../../server/src/outbox/event-names.ts';
import * as sdk from '../src/index.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tsc = join(root, 'node_modules/typescript/bin/tsc');

describe('the messages of the SDK', () => {
  it('have the values of the interface', () => {
    const { stages: _, ...enumerations } = server;
    const ofSdk = Object.fromEntries(Object.entries(sdk).filter(([name]) => name in enumerations));
    assert.deepEqual(ofSdk, { ...enumerations });
    assert.deepEqual(sdk.eventNames, eventNames);
    assert.deepEqual(sdk.errorCodes, Object.keys(mainErrorStatuses));
    assert.deepEqual(sdk.wireDefaults, wireDefaults);
  });

  it('are those of the server’s schemas, as the compiler says', () => {
    const { status, stdout } = spawnSync(process.execPath, [tsc, '--noEmit', '-p', 'sdk/test'], {
      cwd: root,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stdout);
  });
});
