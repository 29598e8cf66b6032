/** The process as seen by a command. */
export interface Context {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  /** Writes a line of the command's output. */
  print(line: string): void;
  input(): Promise<string>;
  /** Writes a line of progress or a notice to standard error. */
  notice(line: string): void;
  /** Whether standard error is a terminal. */
  readonly terminal: boolean;
  /** Resolves when the process is asked to stop. */
  readonly stopped: Promise<void>;
}

/** An error in using a command: only its message is printed. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Thrown when the process is asked to stop before the command is done. */
export class Stopped extends CommandError {
  constructor() {
    super('stopped before the end');
  }
}
