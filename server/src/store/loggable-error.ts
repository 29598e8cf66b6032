/** What of an error may stand in a log. */
export interface LoggableError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  /** Of PostgreSQL: names of the schema, never values. */
  readonly table?: string;
  readonly column?: string;
  readonly constraint?: string;
  readonly stack: string;
  readonly cause?: LoggableError;
}

const mostCauses = 4;
const schemaNames = ['code', 'table', 'column', 'constraint'] as const;

/**
 * An error without what it may hold of people. PostgreSQL's `detail` is a whole row (« Failing row contains (…) »), its
 * `where`, `hint` and `internalQuery` hold parameters, and some messages of both engines quote what was bound.
 */
export function loggableError(error: unknown, causes = mostCauses): LoggableError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error', stack: '' };
  const fields = error as Error & Readonly<Record<string, unknown>>;
  return {
    type: error.name === 'error' ? 'DatabaseError' : error.name,
    message: messageWithoutValues(error),
    ...Object.fromEntries(
      schemaNames.flatMap((name) => (typeof fields[name] === 'string' ? [[name, fields[name]]] : [])),
    ),
    stack: framesOf(error),
    ...(error.cause !== undefined && causes > 0 && { cause: loggableError(error.cause, causes - 1) }),
  };
}

/** The stack of an error, whose first line is its message without values. */
export function stackWithoutValues(error: Error): string {
  return `${error.name}: ${messageWithoutValues(error)}\n${framesOf(error)}`.trimEnd();
}

/** `invalid input syntax for type date: "…"`: what stands in quotes may be a value. */
function messageWithoutValues(error: Error): string {
  return isOfDatabase(error) ? error.message.replaceAll(/"[^"]*"|'[^']*'|(?<=: ).*$/gs, '…') : error.message;
}

function isOfDatabase(error: Error): boolean {
  // Class 22 (data exceptions) and 42601 (such as a malformed tsquery) of PostgreSQL, and whatever SQLite says.
  if ('severity' in error && 'code' in error) return /^(22|42601)/.test(String(error.code));
  return 'errcode' in error;
}

function framesOf({ stack = '', message }: Error): string {
  const frames = stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : stack;
  return frames
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}
