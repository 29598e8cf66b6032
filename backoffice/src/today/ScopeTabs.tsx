import { ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useTranslate } from 'react-admin';
import { format } from '../i18n/format.ts';
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
  const translate = useTranslate();
  if (offered.length < 2) return null;
  const count = free === null ? '…' : format.number(free.count);
  const number = free?.exact === false ? translate('accueil.today.atLeast', { count }) : count;
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={shown}
      aria-label={translate('accueil.today.scope.label')}
      onChange={(_, chosen: Scope | null) => {
        if (chosen !== null) onChosen(chosen);
      }}
    >
      {offered.map((one) => (
        <ToggleButton
          key={one}
          value={one}
          sx={{ textTransform: 'none', minHeight: { xs: 44, md: 36 }, whiteSpace: 'nowrap' }}
        >
          {translate(`accueil.today.scope.${one}`, { count: number })}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
