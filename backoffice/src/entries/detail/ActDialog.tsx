import type { ReactNode } from 'react';
import type { EntryDetail } from '../../api/responses.ts';
import { FormDialog, type FormValues } from '../../ui/forms.tsx';
import type { Fields } from '../entry.ts';
import { useDraft } from '../use-draft.ts';
import type { Act, Edit } from './acts.ts';
import { type Sent, useActs } from './EntryActsProvider.tsx';
import { ConfirmationContext, type Tells, useConfirmation } from './VisitConfirmation.tsx';

/** What every form of an entry gets. */
export interface EntryDialogProps {
  readonly title: string;
  readonly entry: EntryDetail;
  readonly onClose: (sent?: Sent) => void;
}

interface ActDialogProps extends Omit<EntryDialogProps, 'entry'> {
  /** The text of the button, where it does something else than save. */
  readonly submit?: string | undefined;
  readonly cancel?: string;
  /** What the notice says of the act. */
  readonly told?: string | undefined;
  /** Whether the note that is typed for the entry becomes the `comment` of the act, and is then no longer typed. */
  readonly takesNote?: boolean;
  readonly values: Fields;
  /** Called when the act is taken back. */
  readonly onTakenBack?: (values: FormValues) => void;
  /** The act that the form describes; undefined when it changes nothing. `tells`: what tells the family of a visit. */
  readonly toAct: (values: FormValues, tells: Tells) => Act | undefined;
  readonly children: ReactNode;
}

/** A form that sends one act. In it may be ticks that tell the family of a visit. */
export function ActDialog(props: ActDialogProps) {
  const { told, takesNote = false, values, toAct, onTakenBack, onClose, children, ...dialog } = props;
  const { entry, send } = useActs();
  const { text: note, clear } = useDraft(entry.id);
  const confirmation = useConfirmation(entry);
  return (
    <FormDialog
      {...dialog}
      values={{ ...values, ...(takesNote && note !== '' && { comment: note }) }}
      isSticky
      isLoading={confirmation.isLoading}
      onClose={() => onClose()}
      send={async (typed) => {
        const act = toAct(typed, confirmation.tells);
        const sent = act && (await send(act, told, () => onTakenBack?.(typed)));
        if (sent?.state === 'failed') return sent.problem;
        if (sent?.state === 'done' && takesNote) clear();
        onClose(sent);
        // What it has sent says so itself.
        return false;
      }}
    >
      <ConfirmationContext value={confirmation}>{children}</ConfirmationContext>
    </FormDialog>
  );
}

interface EditDialogProps extends Omit<ActDialogProps, 'values' | 'toAct'> {
  /** The values now; each field of the form is in it. */
  readonly before: Fields;
  /** The body of the `PATCH`, from the fields that were changed. */
  readonly toBody: (changed: FormValues) => Edit;
}

/** A form that edits some fields in place; unchanged fields are not sent. */
export function EditDialog({ before, toBody, ...props }: EditDialogProps) {
  return (
    <ActDialog
      {...props}
      values={before}
      toAct={(typed, tells) => {
        const changed = changedFields(before, typed);
        return changed && { name: 'edit', body: { ...toBody(changed), ...tells } };
      }}
    />
  );
}

/** The typed values that differ from before; null for one that was emptied. Undefined when none differs. */
export function changedFields(before: Fields, typed: Fields): FormValues | undefined {
  const changed = Object.keys(before).flatMap((name) => {
    const was = before[name] ?? null;
    const is = typed[name] === undefined || typed[name] === '' ? null : typed[name];
    return is === was ? [] : [[name, is] as const];
  });
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}

/** These fields with their values, null for unknown ones. */
export function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
}

/** A react-admin validation: the field must not be empty. */
export function required(value: unknown): string | undefined {
  return value === undefined || value === null || value === '' ? 'À remplir.' : undefined;
}
