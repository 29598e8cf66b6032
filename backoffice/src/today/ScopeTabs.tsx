import { format } from '../i18n/format.ts';
import { translate } from '../i18n/texts.ts';
import { Toggles } from '../ui/Toggles.tsx';
import type { Scope, Total } from './today.ts';

interface Props {
  readonly offered: readonly Scope[];
  readonly shown: Scope;
  /** How many families are nobody's. */
  readonly free: Total | null;
  readonly onChosen: (scope: Scope) => void;
}

/** Whose families are shown; nothing where all are. */
export function ScopeTabs({ offered, shown, free, onChosen }: Props) {
  if (offered.length < 2) return null;
  const count = free === null ? '…' : format.number(free.count);
  const number = free?.exact === false ? translate('accueil.today.atLeast', { count }) : count;
  return (
    <Toggles
      label={translate('accueil.today.scope.label')}
      values={offered}
      textOf={(one) => translate(`accueil.today.scope.${one}`, { count: number })}
      value={shown}
      onChange={onChosen}
    />
  );
}
