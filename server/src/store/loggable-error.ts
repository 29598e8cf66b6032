import { inSources } from './source-places.ts';

/** The parts of an error that may be logged. */
export interface LoggableError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  /** From PostgreSQL: names in the schema, never values. */
  readonly table?: string;
  readonly column?: string;
  readonly constraint?: string;
  readonly stack: string;
  readonly cause?: LoggableError;
}

const maxCauses = 4;
const schemaNames = ['code', 'table', 'column', 'constraint'] as const;

/**
 * Returns an error without the personal data it may hold. PostgreSQL's `detail` is a whole row (« Failing row contains
 * (…) »), its `where`, `hint` and `internalQuery` hold parameters, and some messages of both engines quote bound values.
 */
export function loggableError(error: unknown, causes = maxCauses): LoggableError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error', stack: '' };
  const fields = error as Error & Readonly<Record<string, unknown>>;
  return {
    type: error.name === 'error' ? 'DatabaseError' : error.name,
    message: messageWithoutValues(error),
    ...Object.fromEntries(
      schemaNames.flatMap((name) => (typeof fields[name] === 'string' ? [[name, fields[name]]] : [])),
    ),
    stack: stackFrames(error),
    ...(error.cause !== undefined && causes > 0 && { cause: loggableError(error.cause, causes - 1) }),
  };
}

/** Returns the stack of an error, with the values removed from its message. */
export function stackWithoutValues(error: Error): string {
  return `${error.name}: ${messageWithoutValues(error)}\n${stackFrames(error)}`.trimEnd();
}

/** Masks quoted text, which may be a value: `invalid input syntax for type date: "…"`. */
function messageWithoutValues(error: Error): string {
  return isDatabaseError(error)
    ? error.message.replaceAll(/"[^"]*"|'[^']*'|: .*/gs, (found) => (found.startsWith(':') ? ': …' : '…'))
    : error.message;
}

function isDatabaseError(error: Error): boolean {
  // Class 22 (data exceptions) and 42601 (such as a malformed tsquery) of PostgreSQL, and every error of SQLite.
  if ('severity' in error && 'code' in error) return /^(22|42601)/.test(String(error.code));
  return 'errcode' in error;
}

function stackFrames({ stack = '', message }: Error): string {
  const frames = stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : stack;
  return inSources(
    frames
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
  );
}
