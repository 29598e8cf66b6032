// Preloaded into the writer (node --import) and its threads: whatever settings the service has given a connection,
// each transaction begins with those of TORTURE_PRAGMAS. A connection with synchronous=NORMAL the service itself
// refuses, and its checkpoints are too far apart for a trace of a reasonable size.
import { DatabaseSync } from 'node:sqlite';

const { exec } = DatabaseSync.prototype;
const pragmas = process.env.TORTURE_PRAGMAS ?? '';

DatabaseSync.prototype.exec = function execute(this: DatabaseSync, text: string): void {
  if (text.startsWith('begin')) exec.call(this, pragmas);
  exec.call(this, text);
};
