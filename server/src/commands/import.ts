import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { type ImportFile, readImportFile, UnreadableFile } from '../residences/import/file.ts';
import {
  type ImportKind,
  type ImportReport,
  importFile,
  imports,
  previewImport,
} from '../residences/import/run-import.ts';
import { CommandError, type Context } from './context.ts';
import { type JsonOption, printResult } from './output.ts';
import { runOperation } from './run-operation.ts';
import { withInstallation } from './with-installation.ts';

interface ImportOptions extends JsonOption {
  readonly dryRun?: true;
  readonly replace?: true;
}

const kinds = [
  {
    name: 'residences',
    description: 'import groups and residences',
    rules: `Rows are added, or change the residence of their id. « group » is a slug; a group that does not exist
yet is added when the file gives its groupeName. SIRET, IBAN, BIC and postal code (cp) are checked.
With --replace a residence that the file does not name is removed with its staff and job offers,
unless entries other than tests refer to it.`,
  },
  {
    name: 'staff',
    description: 'import staff members',
    rules: `A row with an id changes that person; one without is the person of this name and job in this
residence, added when there is none. medical, doctor, active: true or false, oui or non, 1 or 0;
a doctor is medical staff; a new person is active. With --replace people not in the file are removed.`,
  },
  {
    name: 'announcements',
    description: 'import job offers',
    rules: `Rows are added, or change the job offer of their id. open: true or false, oui or non, 1 or 0; a new
offer is open. With --replace offers that are not in the file are removed.`,
  },
] as const;

const formats = `FILE is CSV (; or , with a line of column names, UTF-8) or a JSON array of objects.
A column that the file does not have changes nothing; an empty cell empties the field.
Every bad line is reported, and nothing is stored when there is one.`;

/** `accueil import residences|staff|announcements`. */
export function importCommands(program: Command, context: Context): void {
  const all = program
    .command('import')
    .description('import residences, staff or job offers from CSV or JSON');
  for (const { name, description, rules } of kinds) {
    all
      .command(name)
      .description(description)
      .argument('<file>', 'CSV or JSON')
      .option('--dry-run', 'report what would change and every bad line, and store nothing')
      .option('--replace', 'the file is the whole list: remove what it does not name')
      .option('--json', 'print JSON')
      .addHelpText('after', `\n${formats}\n\nColumns: ${imports[name].columns.join(', ')}\n\n${rules}`)
      .action((file: string, options: ImportOptions) => run(context, name, file, options));
  }
}

async function run(context: Context, kind: ImportKind, name: string, options: ImportOptions): Promise<void> {
  const file = readFile(name);
  const { replace = false, dryRun = false } = options;
  const report: ImportReport = await withInstallation(context, (installation) =>
    dryRun
      ? previewImport(installation.database.read, kind, file, { replace })
      : runOperation(installation, importFile, { kind, file, replace }),
  );
  const isRight = report.problems.length === 0;
  const lines = isRight ? reportLines(report, dryRun ? 'would be ' : '') : [];
  printResult(context, options, { stored: !dryRun && isRight, ...report }, lines);
  if (!isRight) throw new CommandError(mistakes(file, report));
}

function readFile(name: string): ImportFile {
  try {
    return readImportFile(readFileSync(name));
  } catch (error) {
    if (error instanceof UnreadableFile) throw new CommandError(`${name}: ${error.message}`);
    throw error;
  }
}

function reportLines({ added, changed, removed, unchanged }: ImportReport, would: string): string[] {
  return [
    ...added.map((name) => `${would}added: ${name}`),
    ...changed.map((name) => `${would}changed: ${name}`),
    ...removed.map((name) => `${would}removed: ${name}`),
    `${added.length} ${would}added, ${changed.length} changed, ${removed.length} removed, ${unchanged} unchanged.`,
  ];
}

function mistakes({ unit }: ImportFile, { problems }: ImportReport): string {
  const lines = problems.map(({ number, field, message }) => {
    const place = [...(number === 0 ? [] : [`${unit} ${number}`]), ...(field === '' ? [] : [field])];
    return `  ${place.join(', ')}: ${message}`;
  });
  return ['nothing is stored, because of', ...lines].join('\n');
}
