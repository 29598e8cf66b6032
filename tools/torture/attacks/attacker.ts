// A separate process, so that attacking does not slow down the measurements. Attacks until it is asked to stop.
import { attacks } from './attacks.ts';
import type { Target } from './target.ts';

const [name, target = ''] = process.argv.slice(2);
const attack = attacks.find((known) => known.name === name);
if (attack === undefined) throw new Error(`There is no attack ${name}`);
const stopping = new AbortController();
process.once('SIGTERM', () => stopping.abort());
await attack.run(JSON.parse(target) as Target, stopping.signal);
process.exit(0);
