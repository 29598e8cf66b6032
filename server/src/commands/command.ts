import { Argument, type Command, Option } from 'commander';
import type { Actor } from '../access/audit.ts';
import type { Operation } from '../store/database.ts';
import { CommandError, type Context } from './context.ts';
import type { Installation } from './installation.ts';
import { printResult, tableLines } from './output.ts';
import { runOperation } from './run-operation.ts';
import { withInstallation } from './with-installation.ts';

/** What a command prints: `json` with `--json`, otherwise the lines. */
export interface Answer {
  readonly json: unknown;
  readonly lines: readonly string[];
  /** Why the command fails all the same, after its answer. */
  readonly failure?: string | undefined;
}

interface Parameter<Value> {
  readonly syntax: Argument | Option;
  /** For the type alone. */
  readonly value?: Value;
}

type Parameters = Readonly<Record<string, Parameter<unknown>>>;
type Values<Given extends Parameters> = {
  readonly [Name in keyof Given]: Given[Name] extends Parameter<infer Value> ? Value : never;
};

/** An open installation with audited operations, which run without a user of the desk. */
interface Opened extends Installation {
  run<Input extends object, Outcome>(
    operation: Operation<NoInfer<Input> & { readonly by: Actor }, Outcome>,
    input: Input,
  ): Promise<Outcome>;
}

/**
 * Returns a function that adds a command to `parent`: it opens the installation, does `work` and prints the answer. The
 * names of `parameters` are those of the options; arguments come in their order. Wrong usage is refused by their parsers
 * and by `check`, because opening an installation may begin or migrate its database.
 */
export function commandsOf(context: Context, parent: Command) {
  return <const Given extends Parameters>(
    name: string,
    description: string,
    parameters: Given,
    work: (installation: Opened, values: Values<Given>) => Promise<Answer>,
    check: (values: Values<Given>) => void = () => undefined,
  ): Command => {
    const command = parent.command(name).description(description);
    const entries = Object.entries<Parameter<unknown>>(parameters);
    for (const [, { syntax }] of entries) {
      if (syntax instanceof Option) command.addOption(syntax);
      else command.addArgument(syntax);
    }
    return command.option('--json', 'print JSON').action(async () => {
      const given = command.processedArgs.values();
      const values = Object.fromEntries(
        entries.map(([key, { syntax }]) => [
          key,
          syntax instanceof Option ? command.getOptionValue(key) : given.next().value,
        ]),
      ) as Values<Given>;
      check(values);
      const { json, lines, failure } = await withInstallation(context, (installation) =>
        work({ ...installation, run: runOn(installation) }, values),
      );
      printResult(context, command.opts(), json, lines);
      if (failure !== undefined) throw new CommandError(failure);
    });
  };
}

export type AddCommand = ReturnType<typeof commandsOf>;

const runOn =
  (installation: Installation): Opened['run'] =>
  (operation, input) =>
    runOperation(installation, operation, input);

export function argument(syntax: string, help?: string): Parameter<string>;
export function argument<Value>(
  syntax: string,
  help: string,
  parse: (text: string) => Value,
): Parameter<Value>;
export function argument(syntax: string, help?: string, parse = (text: string): unknown => text) {
  return { syntax: new Argument(syntax, help).argParser(parse) };
}

export function option(flags: string, help: string): Parameter<string | undefined>;
export function option<Value>(
  flags: string,
  help: string,
  parse: (text: string) => Value,
): Parameter<Value | undefined>;
export function option(flags: string, help: string, parse = (text: string): unknown => text) {
  return { syntax: new Option(flags, help).argParser(parse) };
}

export function flag(flags: string, help: string): Parameter<true | undefined> {
  return { syntax: new Option(flags, help) };
}

/** An option that has one of some values: the default, or it must be given. */
export function choice<const Value extends string>(
  flags: string,
  help: string,
  { of, byDefault }: { of: readonly Value[]; byDefault?: Value },
): Parameter<Value> {
  const made = new Option(flags, help).choices(of);
  return { syntax: byDefault === undefined ? made.makeOptionMandatory() : made.default(byDefault) };
}

/** An option that may be repeated. `none`: what the help says of the default. */
export function repeatable<Value>(
  flags: string,
  help: string,
  parse: (text: string) => Value,
  none?: string,
): Parameter<readonly Value[]> {
  const collect = (text: string, before: readonly Value[]) => [...new Set([...before, parse(text)])];
  return { syntax: new Option(flags, help).argParser(collect).default([], none) };
}

/** An answer as a table with aligned columns. Empty cells: null, undefined or ''. */
export function table(
  json: unknown,
  header: readonly string[],
  rows: readonly (readonly (string | number | null | undefined)[])[],
): Answer {
  const cells = rows.map((row) => row.map((cell) => String(cell ?? '')));
  return { json, lines: tableLines(header, cells) };
}

/** The day of an instant, after « since »; empty without one. */
export function sinceDay(instant: string | null): string {
  return instant === null ? '' : `since ${dayOf(instant)}`;
}

export const dayOf = (instant: string): string => instant.slice(0, 10);

/** The last line of an answer with a credential. */
export const shownOnce = '  Shown this once: only a hash is kept.';
