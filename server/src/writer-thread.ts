// The code of the thread that writes on SQLite: however long a disk takes for an fsync, and whatever holds the lock, the
// service goes on answering requests.
import { parentPort, workerData } from 'node:worker_threads';
import { operations } from './operations.ts';
import { secretsOf } from './secrets.ts';
import { runWriter, type WriterData } from './store/sqlite/write-loop.ts';

if (parentPort === null) throw new Error('This file is the code of a thread');
const data = workerData as WriterData;
runWriter({ port: parentPort, data, operations, secrets: secretsOf(data.secretKey) });
