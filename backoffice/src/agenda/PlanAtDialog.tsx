import { Dialog, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useId, useState } from 'react';
import type { ListedEntry } from '../api/responses.ts';
import { OnEntry } from '../entries/detail/EntryActButton.tsx';
import { PlanDialog } from '../entries/detail/PlanDialog.tsx';
import { bothNames } from '../entries/entry.ts';
import { SearchField } from '../search/SearchField.tsx';
import { Toggles } from '../ui/Toggles.tsx';
import { momentText, type Slot } from './half-hours.ts';

interface Props {
  readonly slot: Slot;
  readonly onClose: () => void;
}

/** « Visite ou appel avec… »: the family is searched, then the form of the entry's page plans it at this half hour. */
export function PlanAtDialog({ slot, onClose }: Props) {
  const titleId = useId();
  const [isVisit, setVisit] = useState(true);
  const [chosen, setChosen] = useState<ListedEntry>();
  if (chosen !== undefined)
    return (
      <OnEntry entryId={chosen.id} onClose={onClose}>
        {(entry) => (
          <PlanDialog
            title={isVisit ? `Visite : ${bothNames(chosen)}` : `Appel : ${bothNames(chosen)}`}
            {...{ entry, isVisit, onClose }}
            moment={slot}
          />
        )}
      </OnEntry>
    );
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId} onClose={onClose}>
      <DialogTitle id={titleId}>Visite ou appel avec…</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography color="textSecondary">{momentText(slot)}</Typography>
        <Toggles
          label="Visite ou appel"
          values={[true, false]}
          textOf={(is) => (is ? 'Visite' : 'Appel')}
          value={isVisit}
          onChange={setVisit}
        />
        <SearchField autoFocus onEntry={setChosen} onChosen={onClose} />
      </DialogContent>
    </Dialog>
  );
}
