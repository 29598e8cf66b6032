import { auditedOperation } from '../../access/audit.ts';
import type { Queries } from '../../store/database.ts';
import { announcementImportColumns, planAnnouncements } from './announcements.ts';
import type { ImportFile } from './file.ts';
import type { ImportOptions, ImportPlan } from './plan.ts';
import { planResidences, residenceColumns } from './residences.ts';
import { planStaff, staffColumns } from './staff.ts';

/** What can be imported: planner, known columns, name in the audit trail. */
export const imports = {
  residences: { plan: planResidences, columns: residenceColumns, subject: 'establishment' },
  staff: { plan: planStaff, columns: staffColumns, subject: 'staff' },
  announcements: { plan: planAnnouncements, columns: announcementImportColumns, subject: 'announcement' },
} as const;
export type ImportKind = keyof typeof imports;

/** What an import has done or would do. Nothing is stored if there are problems. */
export type ImportReport = Omit<ImportPlan, 'steps'>;

/** All problems, malformed rows included, are in the order of the lines. */
async function planImport(
  read: Queries,
  kind: ImportKind,
  file: ImportFile,
  options: ImportOptions,
): Promise<ImportPlan> {
  const { problems, ...rest } = await imports[kind].plan(read, file.rows, options);
  return { ...rest, problems: [...file.problems, ...problems].sort((a, b) => a.number - b.number) };
}

export async function previewImport(...plan: Parameters<typeof planImport>): Promise<ImportReport> {
  const { steps: _, ...report } = await planImport(...plan);
  return report;
}

interface Import extends ImportOptions {
  readonly kind: ImportKind;
  readonly file: ImportFile;
}

/** Imports a file unless it has problems. */
export const importFile = auditedOperation(
  'importFile',
  async (tx, { kind, file, replace }: Import, { record }): Promise<ImportReport> => {
    const { steps, ...report } = await planImport(tx, kind, file, { replace });
    if (report.problems.length > 0) return report;
    for (const step of steps) await step(tx);
    const { added, changed, removed } = report;
    const detail = { added: added.length, changed: changed.length, removed: removed.length, replace };
    await record({ action: 'imported', subject: imports[kind].subject, detail });
    return report;
  },
);
