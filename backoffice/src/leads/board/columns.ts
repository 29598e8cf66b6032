import type { Query } from '../../desk/client.ts';
import { labelOf, type Stage, stages } from '../../desk/enumerations.ts';

/** A column of the board: entries of a stage, or those without one. */
export type ColumnName = Stage | 'none';

export const columns: readonly ColumnName[] = ['none', ...stages];

/** What a column asks `GET /desk/entries` for. */
export function columnQuery(column: ColumnName, establishmentId?: number): Query {
  return { kind: 'commercial', stage: column, establishmentId, limit: 20 };
}

/** The message that heads a column. */
export function columnLabel(column: ColumnName): string {
  return column === 'none' ? 'accueil.leads.board.none' : labelOf(column);
}

/** The stage that an entry gets in a column. Nothing is moved to the one without. */
export function stageNamed(column: string | number | undefined): Stage | undefined {
  return stages.find((stage) => stage === column);
}
