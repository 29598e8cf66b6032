import { auditedOperation } from '../access/audit.ts';
import { ValidationError } from '../validation/validation-error.ts';
import type { Milestone } from './milestones.ts';
import { type ConversionLabel, type ConversionSettings, changeSettings, lockSettings } from './settings.ts';

interface ExportChange {
  /** Omitted settings stay unchanged. */
  readonly change: Partial<
    Pick<ConversionSettings, 'on' | 'consentAssured'> & Record<Milestone, ConversionLabel>
  >;
  /** Names of the given fields, for the audit trail. */
  readonly changed: readonly string[];
}

/** Changes how conversions are exported. */
export const changeExport = auditedOperation(
  'changeExport',
  async (tx, { change, changed }: ExportChange, { record }) => {
    const before = await lockSettings(tx);
    const {
      on = before.on,
      consentAssured = before.consentAssured,
      qualified = before.milestones.qualified,
      admitted = before.milestones.admitted,
    } = change;
    if (qualified.name === admitted.name)
      throw new ValidationError('admitted.name', 'expected another name than that of qualified leads');
    await changeSettings(tx, { on, consentAssured, milestones: { qualified, admitted } });
    const detail = { changed, ...(change.on !== undefined && { disabled: !change.on }) };
    await record({ action: 'changed', subject: 'conversions', detail });
  },
);
