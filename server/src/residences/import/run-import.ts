import { auditedOperation } from '../../access/audit.ts';
import type { Queries, Transaction } from '../../store/database.ts';
import { announcementColumns, planAnnouncements } from './announcements.ts';
import type { ImportFile } from './file.ts';
import type { ImportOptions, ImportPlan, Planner } from './plan.ts';
import { planResidences, residenceColumns } from './residences.ts';
import { planStaff, staffColumns } from './staff.ts';

/** What can be imported: planner, known columns, name in the audit trail. */
export const imports = {
  residences: { plan: planResidences, columns: residenceColumns, subject: 'establishment' },
  staff: { plan: planStaff, columns: staffColumns, subject: 'staff' },
  announcements: { plan: planAnnouncements, columns: announcementColumns, subject: 'announcement' },
} as const;
export type ImportKind = keyof typeof imports;

/** What an import has done or would do. Nothing is stored if there are problems. */
export type ImportReport = Omit<ImportPlan, 'apply'>;

/** What importing a file would do. All problems, malformed rows included, are in the order of the lines. */
export async function planImport(
  read: Queries,
  planner: Planner,
  file: ImportFile,
  options: ImportOptions,
): Promise<ImportPlan> {
  const { problems, ...rest } = await planner(read, file.rows, options);
  return { ...rest, problems: [...file.problems, ...problems].sort((a, b) => a.number - b.number) };
}

/** Imports a file unless it has problems. */
export async function runImport(
  tx: Transaction,
  planner: Planner,
  file: ImportFile,
  options: ImportOptions,
): Promise<ImportReport> {
  const { apply, ...report } = await planImport(tx, planner, file, options);
  if (report.problems.length === 0) await apply(tx);
  return report;
}

interface Import extends ImportOptions {
  readonly kind: ImportKind;
  readonly file: ImportFile;
}

export const importFile = auditedOperation(
  'importFile',
  async (tx, { kind, file, replace }: Import, { record }) => {
    const { plan, subject } = imports[kind];
    const report = await runImport(tx, plan, file, { replace });
    if (report.problems.length === 0)
      await record({ action: 'imported', subject, detail: importDetail(report, replace) });
    return report;
  },
);

/** The details of an import in the audit trail. */
export function importDetail({ added, changed, removed }: ImportReport, replace: boolean) {
  return { added: added.length, changed: changed.length, removed: removed.length, replace };
}
