import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  LinearProgress,
  List,
  ListItemButton,
  ListItemText,
  ListSubheader,
  TextField,
} from '@mui/material';
import { useId } from 'react';
import { useSend } from '../ui/forms.tsx';
import { useDraft } from './use-draft.ts';

const groupTexts = { users: 'À un ou une collègue', residences: 'À une résidence' };

export interface Receiver {
  readonly id: number | null;
  readonly name: string;
}
interface Receivers {
  readonly name: 'users' | 'residences';
  /** Undefined until they are read. */
  readonly all: readonly Receiver[] | undefined;
  /** Resolves to a text when it fails: the dialog then shows it and stays open. False: it was given up, and the note is kept. */
  readonly give: (receiver: Receiver, note: string | undefined) => Promise<unknown>;
}

interface Props {
  readonly title: string;
  /** The entry that a note is typed for; absent where no note goes with it. */
  readonly draft?: string;
  readonly groups: readonly Receivers[];
  /** That the receivers can't be read. */
  readonly isFailed?: boolean;
  readonly onClose: () => void;
}

/** Who is to go on with something: a click on a name hands it over, with the note above. */
export function ReceiverDialog({ title, draft, groups, isFailed = false, onClose }: Props) {
  const titleId = useId();
  const { text: note, type, clear } = useDraft(`hand over ${draft}`);
  const { send, isBusy, problem } = useSend({ isForm: true });

  function choose({ give }: Receivers, receiver: Receiver) {
    void send(async () => {
      const outcome = await give(receiver, note.trim() === '' ? undefined : note);
      if (typeof outcome === 'string') return outcome;
      if (outcome !== false) clear();
      onClose();
      // What was given has said so.
      return false;
    });
  }

  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={titleId} onClose={onClose}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        {draft !== undefined && (
          <TextField
            label="Un mot pour qui la reçoit (facultatif)"
            fullWidth
            multiline
            maxRows={4}
            autoFocus
            value={note}
            onChange={({ target }) => type(target.value)}
            sx={{ mt: 1 }}
          />
        )}
        {problem}
        {isFailed && <Alert severity="error">La liste n’a pas pu être lue. Réessayez dans un instant.</Alert>}
        {groups.map((group) => (
          <List
            key={group.name}
            subheader={<ListSubheader disableGutters>{groupTexts[group.name]}</ListSubheader>}
          >
            {group.all === undefined && !isFailed && (
              <li>
                <LinearProgress />
              </li>
            )}
            {group.all?.map((receiver) => (
              <li key={receiver.id}>
                <ListItemButton
                  component="button"
                  disabled={isBusy}
                  onClick={() => choose(group, receiver)}
                  sx={{ minHeight: 44, py: 0, width: '100%' }}
                >
                  <ListItemText primary={receiver.name} />
                </ListItemButton>
              </li>
            ))}
          </List>
        ))}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Annuler</Button>
      </DialogActions>
    </Dialog>
  );
}
