import type { Context } from './context.ts';

export interface JsonOption {
  readonly json?: true;
}

/** Prints a result: as JSON with `--json`, in lines of text otherwise. */
export function printResult(
  { print }: Context,
  { json }: JsonOption,
  result: unknown,
  lines: readonly string[],
): void {
  for (const line of json ? [JSON.stringify(result)] : lines) print(line);
}

/** Formats rows as aligned columns, one line each, below the column names. */
export function tableLines(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = header.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return [header, ...rows].map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
