import {
  type commercialTypes,
  type Stage,
  type sejourTypes,
  stages,
} from '../../../server/src/contract/enumerations.ts';

export { type EntryKind, type Stage, stages } from '../../../server/src/contract/enumerations.ts';
export type CommercialType = (typeof commercialTypes)[number];
export type SejourType = (typeof sejourTypes)[number];

/** The stage of this name; undefined for any other text, such as the board's column without a stage. */
export function stageNamed(name: string | number | null | undefined): Stage | undefined {
  return stages.find((stage) => stage === name);
}
