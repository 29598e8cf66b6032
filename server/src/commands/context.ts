/** What a command may use of the process it runs in. */
export interface Context {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  /** Writes one line of what the command is asked for. */
  print(line: string): void;
  /** Everything on standard input. */
  input(): Promise<string>;
  /** Writes one line for whoever watches: progress, notices. */
  notice(line: string): void;
  /** Whether somebody watches a terminal. */
  readonly terminal: boolean;
  /** Resolves when the process is asked to stop. */
  readonly stopped: Promise<void>;
}

/** A mistake of whoever typed the command: its message is all they need. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  /** Of the process. */
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
