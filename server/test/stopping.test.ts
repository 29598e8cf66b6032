// SIGTERM: what was accepted is answered, nothing else is taken, and the process is gone within ten seconds.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { it, type TestContext } from 'node:test';
import { problemsOf } from '../../torture/consistency.ts';
import { creation } from '../../torture/creations.ts';
import { connectTo } from '../../torture/requests.ts';
import { password, type ServiceProcess, startProcess } from '../../torture/service-process.ts';
import { parseConfig } from '../src/config.ts';
import { newDatabase, onBothEngines, secretKey } from './service.ts';

onBothEngines('a service told to stop', (engine) => {
  it('answers every request it has accepted, and leaves all it acknowledged', async (t) => {
    const { service, env } = await start(t);
    const connections = connectTo(service.url, 16);
    const acknowledged: string[] = [];
    const outcomes = new Map<string, number>();
    let next = 0;
    let gone = false;
    let asked = false;
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        while (!gone) {
          const { customId, path, body } = creation(next++);
          let outcome: string;
          try {
            const answer = await connections.ask(`${path}?password=${password}`, body);
            outcome = String(answer.status);
            if (answer.status === 200) acknowledged.push(customId);
            if (acknowledged.length >= 300 && !asked) { asked = true; service.kill('SIGTERM'); }
          } catch (error) {
            outcome = error instanceof Error && 'code' in error ? String(error.code) : String(error);
            if (outcome === 'ECONNREFUSED') gone = true;
          }
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        }
      }),
    );
    connections.close();
    console.log(outcomes);
    assert.deepEqual(await service.ended, { code: 0, signal: null });
  });

  async function start(t: TestContext): Promise<{ service: ServiceProcess; env: Record<string, string> }> {
    const { env, remove } = await newDatabase(engine);
    t.after(remove);
    const service = await startProcess({ env });
    t.after(async () => {
      service.kill('SIGKILL');
      await service.ended;
    });
    return { service, env };
  }
});
