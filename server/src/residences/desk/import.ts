import Type from 'typebox';
import { RequestError } from '../../contract/request-error.ts';
import { exactly } from '../../http/desk-answers.ts';
import { deskRoute, type WriteDeps } from '../../http/desk-route.ts';
import { ValidationError } from '../../validation/validation-error.ts';
import { type ImportFile, readImportFile, UnreadableFile } from '../import/file.ts';
import { importFile, imports, previewImport } from '../import/run-import.ts';
import { changing, requireEverywhere } from './reach.ts';

/** Parsing more would delay other requests. The command accepts files of any size. */
const bodyLimitBytes = 2 * 1024 * 1024;
const maxRows = 2_000;
const maxProblems = 200;
/** A cell of a wrong file may hold all of it. */
const longestShown = 500;
const shortened = (text: string) => (text.length > longestShown ? `${text.slice(0, longestShown)}…` : text);
/** The users of whom a file is being read. */
const importing = new Set<number>();

const kindNames = ['residences', 'staff', 'announcements'] as const;

const KindPath = Type.Object({
  kind: Type.Enum(kindNames, { type: 'string' }),
});
const Import = exactly({
  content: Type.String(),
  replace: Type.Optional(Type.Boolean()),
  dryRun: Type.Optional(Type.Boolean()),
});
const listImportColumns = deskRoute('listImportColumns', 'GET /desk/imports/:kind', {
  ...changing,
  params: KindPath,
  run: (_: WriteDeps, { kind }) => Promise.resolve({ columns: [...imports[kind].columns] }),
});

const importResidences = deskRoute('importResidences', 'POST /desk/imports/:kind', {
  ...changing,
  params: KindPath,
  body: Import,
  bodyLimitBytes,
  config: { largeText: ['content'] },
  operation: importFile,
  async run({ database, clock }: WriteDeps, { by, kind, content, replace = false, dryRun = false }) {
    requireEverywhere(by, 'import');
    if (importing.has(by.userId))
      throw new RequestError('RATELIMIT', 'Another file of yours is being read', { 'retry-after': '5' });
    importing.add(by.userId);
    try {
      const file = fileOf(content);
      // A file with problems does not reach the writer, where leads would wait for it.
      const preview = await previewImport(database.read, kind, file, { replace });
      const isGood = !dryRun && preview.problems.length === 0;
      const report = isGood
        ? await database.write(importFile, { by, kind, file, replace }, clock())
        : preview;
      const { length: problemCount } = report.problems;
      const problems = report.problems.slice(0, maxProblems).map(({ number, field, message }) => ({
        number,
        field: shortened(field),
        message: shortened(message),
      }));
      const stored = isGood && problemCount === 0;
      const names = {
        added: report.added.map(shortened),
        changed: report.changed.map(shortened),
        removed: report.removed.map(shortened),
      };
      return { ...report, ...names, stored, unit: file.unit, problems, problemCount };
    } finally {
      importing.delete(by.userId);
    }
  },
});

/** Imports of residences, staff and job offers, as the command `import` does them. */
export const importRoutes = [listImportColumns, importResidences] as const;

function fileOf(content: string): ImportFile {
  try {
    return readImportFile(Buffer.from(content), maxRows);
  } catch (error) {
    if (error instanceof UnreadableFile) throw new ValidationError('content', error.message);
    throw error;
  }
}
