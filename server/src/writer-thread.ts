// The SQLite writer thread. It keeps slow fsyncs and lock waits off the event loop, which goes on serving requests.
import { parentPort, workerData } from 'node:worker_threads';
import { operations } from './operations.ts';
import { secretsOf } from './secrets.ts';
import { runWriter, type WriterData } from './store/sqlite/write-loop.ts';

if (parentPort === null) throw new Error('writer-thread.ts must run in a worker thread');
const data = workerData as WriterData;
runWriter({ port: parentPort, data, operations, secrets: secretsOf(data.secretKey) });
