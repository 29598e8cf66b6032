import { Alert, LinearProgress } from '@mui/material';
import { type ReactNode, useEffect, useState } from 'react';
import { TextInput, useTranslate } from 'react-admin';
import { DeskError } from '../../api/client.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { errorText } from '../../ui/error-text.ts';
import { FormDialog, type FormValues } from '../../ui/FormDialog.tsx';

/** The word that is typed before anything is erased. */
export const eraseWord = 'EFFACER';

interface Props<Plan> {
  readonly title: string;
  readonly submit: string;
  /** Asks what would be erased. */
  readonly plan: () => Promise<Plan>;
  /** Why a plan can't be carried out; undefined when it can. */
  readonly obstacle?: (plan: Plan) => string | undefined;
  /** Carries the plan out. `typed`: what the inputs of `children` hold. */
  readonly erase: (plan: Plan, typed: FormValues) => Promise<unknown>;
  readonly onClose: () => void;
  readonly onDone: () => void;
  /** What the plan says, and inputs. */
  readonly children: (plan: Plan) => ReactNode;
}

/** Shows the plan of an erasure, and erases when the word is typed. When something has changed it shows the new plan. */
export function PlanDialog<Plan>(props: Props<Plan>) {
  const { title, submit, plan, obstacle = () => undefined, erase, onClose, onDone, children } = props;
  const translate = useTranslate();
  const t = useTexts('privacy.erase');
  const [asked] = useState(plan);
  const [planned, setPlanned] = useState<{ readonly plan: Plan }>();
  const [failure, setFailure] = useState<unknown>();

  useEffect(() => {
    asked.then((found) => setPlanned({ plan: found }), setFailure);
  }, [asked]);

  return (
    <FormDialog
      title={title}
      submit={submit}
      isDestructive
      isSticky
      onClose={onClose}
      onSubmit={async ({ word, ...typed }) => {
        if (planned === undefined) return undefined;
        const reason = obstacle(planned.plan);
        if (reason !== undefined) return reason;
        if (String(word ?? '').trim() !== eraseWord) return t('wrongWord', { word: eraseWord });
        try {
          await erase(planned.plan, typed);
        } catch (error) {
          const isHeld = error instanceof DeskError && error.code === 'HELD';
          const hasChanged = error instanceof DeskError && /^digest: /.test(error.message);
          if (!isHeld && !hasChanged) throw error;
          setPlanned({ plan: await plan() });
          return t(isHeld ? 'nowHeld' : 'changed');
        }
        onDone();
        return undefined;
      }}
    >
      {planned !== undefined ? (
        <>
          {children(planned.plan)}
          {obstacle(planned.plan) === undefined && (
            <>
              <Alert severity="warning">{t('forever')}</Alert>
              <TextInput source="word" label={t('word', { word: eraseWord })} autoComplete="off" />
            </>
          )}
        </>
      ) : failure === undefined ? (
        <LinearProgress aria-label={translate('ra.page.loading')} />
      ) : (
        <Alert severity="error">{errorText(failure)}</Alert>
      )}
    </FormDialog>
  );
}
