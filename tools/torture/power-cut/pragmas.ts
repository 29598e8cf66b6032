// Preloaded into the writer (node --import) and its threads: applies TORTURE_PRAGMAS at the start of each transaction,
// over the service's own settings. Needed because the service refuses a connection with synchronous=NORMAL, and its
// checkpoints are too far apart for a trace of a reasonable size.
import { DatabaseSync } from 'node:sqlite';

const { exec } = DatabaseSync.prototype;
const pragmas = process.env.TORTURE_PRAGMAS ?? '';

DatabaseSync.prototype.exec = function execute(this: DatabaseSync, text: string): void {
  if (text.startsWith('begin')) exec.call(this, pragmas);
  exec.call(this, text);
};
