import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { type ImportFile, readImportFile, UnreadableFile } from '../residences/import/file.ts';
import { type ImportReport, importFile, imports, previewImport } from '../residences/import/run-import.ts';
import { argument, commandsOf, flag } from './command.ts';
import { CommandError, type Context } from './context.ts';

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
  const command = commandsOf(context, all);
  for (const { name: kind, description, rules } of kinds) {
    command(
      kind,
      description,
      {
        file: argument('<file>', 'CSV or JSON', readFile),
        dryRun: flag('--dry-run', 'report what would change and every bad line, and store nothing'),
        replace: flag('--replace', 'the file is the whole list: remove what it does not name'),
      },
      async ({ database, run }, { file, dryRun = false, replace = false }) => {
        const report: ImportReport = dryRun
          ? await previewImport(database.read, kind, file, { replace })
          : await run(importFile, { kind, file, replace });
        const json = { stored: !dryRun && report.problems.length === 0, ...report };
        return report.problems.length === 0
          ? { json, lines: reportLines(report, dryRun ? 'would be ' : '') }
          : { json, lines: [], failure: mistakes(file, report) };
      },
    ).addHelpText('after', `\n${formats}\n\nColumns: ${imports[kind].columns.join(', ')}\n\n${rules}`);
  }
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
