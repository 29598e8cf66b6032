import type { CommercialType, SejourType, Stage } from '../../desk/enumerations.ts';

/** What a form holds of one field: react-admin's inputs make null of what is emptied. */
type Typed = string | null | undefined;

/** What may have happened first. */
export const firstActions = ['none', 'call', 'visit', 'plannedVisit', 'plannedCall'] as const;
export type FirstAction = (typeof firstActions)[number];

/** The form of a new entry. Fields and the related person are named as in the contract. */
export interface LeadForm {
  readonly establishmentId?: number | null;
  readonly type?: CommercialType | null;
  readonly dateFirstContact?: Typed;
  readonly sejourType?: SejourType | null;
  readonly comment?: Typed;
  readonly fields?: Readonly<Record<string, string | number | null | undefined>>;
  readonly relation?: Readonly<Record<string, Typed>>;
  readonly action?: {
    readonly what?: FirstAction;
    readonly date?: Typed;
    readonly time?: Typed;
    readonly comment?: Typed;
  };
}

interface NewAction {
  readonly date?: string;
  readonly time?: string;
  readonly stage?: Stage;
  readonly done: boolean;
  readonly comment?: string;
}

/** What `POST /desk/entries` takes. */
export interface NewEntry {
  readonly establishmentId: number;
  readonly type: CommercialType;
  readonly sejourType?: SejourType;
  readonly dateFirstContact?: string;
  readonly comment?: string;
  readonly fields?: Readonly<Record<string, string | number>>;
  readonly relations?: readonly Readonly<Record<string, string>>[];
  readonly actions?: readonly NewAction[];
}

const stageOf: Readonly<Record<FirstAction, Stage | undefined>> = {
  none: undefined,
  call: 'Prise de contact',
  visit: 'Visite',
  plannedVisit: 'Visite',
  plannedCall: 'Prise de contact',
};

/** Whether something is planned rather than done. */
export function isPlanned(action: FirstAction | undefined): boolean {
  return action === 'plannedVisit' || action === 'plannedCall';
}

/** The entry that a form says, without what was left empty. */
export function entryOf(
  form: LeadForm & { readonly establishmentId: number; readonly type: CommercialType },
): NewEntry {
  const { establishmentId, type, sejourType, dateFirstContact, comment, action } = form;
  const fields = filled(form.fields);
  const relation = filled(form.relation);
  return {
    establishmentId,
    type,
    ...(sejourType && { sejourType }),
    ...(dateFirstContact && { dateFirstContact }),
    ...(comment && { comment }),
    ...(Object.keys(fields).length > 0 && { fields }),
    ...(Object.keys(relation).length > 0 && { relations: [relation] }),
    ...(action?.what && action.what !== 'none' && { actions: [actionOf(action.what, action)] }),
  };
}

function actionOf(what: FirstAction, { date, time, comment }: NonNullable<LeadForm['action']>): NewAction {
  const stage = stageOf[what];
  return {
    ...(stage && { stage }),
    done: !isPlanned(what),
    ...(date && { date }),
    ...(time && { time }),
    ...(comment && { comment }),
  };
}

function filled<V extends string | number>(
  fields: Readonly<Record<string, V | null | undefined>> = {},
): Record<string, V> {
  const isFilled = (entry: [string, V | null | undefined]): entry is [string, V] =>
    entry[1] !== null && entry[1] !== undefined && entry[1] !== '';
  return Object.fromEntries(Object.entries(fields).filter(isFilled));
}
