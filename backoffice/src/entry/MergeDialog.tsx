import { Typography } from '@mui/material';
import { RadioButtonGroupInput, useTranslate } from 'react-admin';
import { ActDialog } from './ActDialog.tsx';
import type { FamilyEntry, WholeEntry } from './whole-entry.ts';

/** Two entries tell of one request: which of them is kept. */
export function MergeDialog({
  entry,
  other,
  onClose,
}: {
  readonly entry: WholeEntry;
  readonly other: FamilyEntry;
  readonly onClose: () => void;
}) {
  const translate = useTranslate();
  const name = other.name ?? translate('accueil.entry.unnamed');
  return (
    <ActDialog
      title={translate('accueil.entry.family.merge')}
      values={{ kept: entry.id }}
      toAct={({ kept }) =>
        Number(kept) === entry.id
          ? { name: 'duplicate', entryId: other.id, body: { of: entry.id } }
          : { name: 'duplicate', body: { of: other.id } }
      }
      onClose={onClose}
    >
      <RadioButtonGroupInput
        source="kept"
        label="accueil.entry.family.keep"
        row={false}
        choices={[
          { id: entry.id, name: translate('accueil.entry.family.keepThis', { id: entry.id }) },
          { id: other.id, name: translate('accueil.entry.family.keepOther', { id: other.id, name }) },
        ]}
        translateChoice={false}
        helperText={false}
      />
      <Typography variant="body2" color="text.secondary">
        {translate('accueil.entry.family.keepHelp')}
      </Typography>
    </ActDialog>
  );
}
