import SearchOutlined from '@mui/icons-material/SearchOutlined';
import { Autocomplete, Box, Chip, InputAdornment, Stack, TextField, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type Ref, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { kindNames } from '../../../server/src/french/labels.ts';
import { request } from '../api/client.ts';
import type { KnownEntry, ListedAction, ListedEntry } from '../api/responses.ts';
import { EntryMarks, listedText, ResidenceName } from '../entries/EntryParts.tsx';
import { bothNames, knownState } from '../entries/entry.ts';
import { isCovered, objectedText, objectionText } from '../entries/PhoneNumber.tsx';
import { format } from '../i18n/format.ts';
import { useRight } from '../session/access.ts';
import { errorText } from '../ui/error-text.ts';
import { readPhone } from '../ui/phone.ts';
import { useDebounced } from '../ui/use-debounced.ts';
import { type Choice, choicesFor } from './choices.ts';

const groupNames: Readonly<Record<string, string>> = {
  commercial: 'Demandes',
  contact: 'Contacts',
  complaint: 'Réclamations',
  survey: 'Satisfaction',
  postuler: 'Candidatures',
  near: 'Noms proches',
  known: 'Familles connues',
  new: 'Nouvelle demande',
};

interface Props {
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly onChosen?: () => void;
  /** Called with the lead that was chosen, instead of opening it; then only leads are offered, and new ones. */
  readonly onEntry?: (entry: ListedEntry) => void;
  readonly autoFocus?: boolean;
}

/** Finds entries of all kinds while one types, and opens the one that is chosen. */
export function SearchField({ inputRef, onChosen, onEntry, autoFocus = false }: Props) {
  const navigate = useNavigate();
  const mayRead = useRight('entries.read');
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const { isOn, isPending, error, isIncomplete, objectedOn, choices } = useSearch(text);
  return (
    <Autocomplete<Choice>
      fullWidth
      options={onEntry === undefined ? choices : choices.filter(isLead)}
      // The service has filtered them.
      filterOptions={(all) => all}
      getOptionKey={(choice) => `${choice.group} ${choice.path} ${'entry' in choice ? choice.entry.id : ''}`}
      getOptionLabel={({ path }) => path}
      groupBy={({ group }) => group}
      renderGroup={({ key, group, children }) => (
        <ChoiceGroup key={key} title={groupNames[group] ?? group}>
          {children}
        </ChoiceGroup>
      )}
      renderOption={({ key, ...props }, choice) => (
        <Box component="li" key={key} {...props} sx={{ display: 'block !important' }}>
          <ChoiceText choice={choice} />
        </Box>
      )}
      value={null}
      onChange={(_, choice) => {
        if (choice === null) return;
        setText('');
        if (onEntry !== undefined && choice.what === 'entry') return onEntry(choice.entry);
        onChosen?.();
        void navigate(choice.path);
      }}
      inputValue={text}
      onInputChange={(_, typed, reason) => {
        if (reason === 'input' || reason === 'clear') setText(typed);
      }}
      open={isOpen && isOn}
      onOpen={() => setIsOpen(true)}
      onClose={() => setIsOpen(false)}
      autoHighlight
      blurOnSelect
      clearOnBlur={false}
      forcePopupIcon={false}
      loading={isPending}
      loadingText="Recherche…"
      noOptionsText={
        error === undefined
          ? format.dotted('Rien trouvé.', objectedOn !== null && objectedText(objectedOn))
          : errorText(error)
      }
      slotProps={{ listbox: { sx: { maxHeight: '70vh' } }, popper: { sx: { minWidth: { sm: 480 } } } }}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={inputRef}
          autoFocus={autoFocus}
          margin="none"
          placeholder={mayRead ? 'Nom, téléphone, n° de fiche…' : 'Téléphone ou e-mail de la famille'}
          helperText={
            isIncomplete ? 'Beaucoup de réponses : seules les plus récentes sont montrées.' : undefined
          }
          slotProps={{
            ...params.slotProps,
            input: {
              ...params.slotProps.input,
              startAdornment: (
                <InputAdornment position="start">
                  <SearchOutlined fontSize="small" />
                </InputAdornment>
              ),
            },
            htmlInput: {
              ...params.slotProps.htmlInput,
              'aria-label': 'Chercher partout',
              autoComplete: 'off',
              maxLength: 255,
              type: 'search',
            },
          }}
        />
      )}
    />
  );
}

const debounceMs = 200;
const minLength = 2;

/** Searches entries of all kinds while a text is typed. */
function useSearch(typed: string) {
  const mayAdd = useRight('entries.create');
  const text = typed.trim();
  const settled = useDebounced(text, debounceMs);
  const isOn = [...text].length >= minLength;
  const { data, error } = useQuery({
    queryKey: ['search', settled],
    queryFn: ({ signal }) => request('GET /desk/search', { q: settled }, { signal }),
    enabled: isOn && [...settled].length >= minLength,
    // What was changed in the meantime is looked up again.
    staleTime: 0,
    // Look-ups of families are counted.
    refetchOnWindowFocus: false,
    retry: false,
  });
  const isAnswered = text === settled && data !== undefined;
  return {
    /** Whether enough is typed to search for. */
    isOn,
    isPending: !isAnswered && !(text === settled && error !== null),
    error: text === settled && error !== null ? error : undefined,
    /** Whether older matches may be missing. */
    isIncomplete: isAnswered && !data.exact,
    /** Since when the owner of the number or address objects to being contacted. */
    objectedOn: isAnswered ? data.objectedOn : null,
    choices: isAnswered ? choicesFor(text, data, { mayAdd }) : [],
  };
}

function isLead(choice: Choice): boolean {
  return choice.what === 'entry' ? choice.entry.kind === 'commercial' : choice.what.startsWith('new');
}

function ChoiceGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <Box component="li" role="group" aria-labelledby={id}>
      <Typography
        id={id}
        variant="body2"
        color="textSecondary"
        sx={{ px: 2, pt: 1, fontWeight: 600 }}
        component="div"
      >
        {title}
      </Typography>
      <Box component="ul" role="none" sx={{ p: 0 }}>
        {children}
      </Box>
    </Box>
  );
}

/** A choice of a search: who it is, where, how it stands, and what was done last. */
function ChoiceText({ choice }: { readonly choice: Choice }) {
  switch (choice.what) {
    case 'entry':
      return <EntryChoice entry={choice.entry} />;
    case 'known':
      return <KnownChoice entry={choice.entry} />;
    case 'all':
      return `Tout voir (${format.number(choice.count)})`;
    default:
      return format.dotted(
        {
          newPhone: `Nouvelle demande avec ce numéro : ${choice.text}`,
          newName: `Nouvelle demande à ce nom : ${choice.text}`,
        }[choice.what],
        choice.objectedOn !== null && objectedText(choice.objectedOn),
      );
  }
}

function EntryChoice({ entry }: { readonly entry: ListedEntry }) {
  const { contact, objection } = entry;
  const { phone } = contact;
  return (
    <ChoiceFrame entry={entry} foot={<LastDone entry={entry} />}>
      {phone !== null && (
        <Typography component="span" variant="body2">
          {format.dotted(!isCovered(objection) && readPhone(phone).text, objectionText(objection))}
        </Typography>
      )}
      <EntryMarks entry={entry} />
    </ChoiceFrame>
  );
}

/** An entry that the user may not read: whose it is, where and since when. */
function KnownChoice({ entry }: { readonly entry: KnownEntry }) {
  const { kind, contactDate, objection } = entry;
  const foot = format.dotted(kindNames[kind], format.day(contactDate), objectionText(objection));
  return (
    <ChoiceFrame entry={entry} foot={foot}>
      <Chip size="small" variant="outlined" label={knownState(entry)} />
    </ChoiceFrame>
  );
}

interface ChoiceFrameProps {
  readonly entry: KnownEntry | ListedEntry;
  readonly children: ReactNode;
  readonly foot: ReactNode;
}

/** Names and number of an entry, its residence and how it stands, and a line below. */
function ChoiceFrame({ entry, children, foot }: ChoiceFrameProps) {
  return (
    <Box sx={{ overflowWrap: 'anywhere' }}>
      <Stack direction="row" sx={{ gap: 1, justifyContent: 'space-between' }}>
        <Typography component="span" sx={{ fontWeight: 600 }}>
          {bothNames(entry)}
        </Typography>
        <Typography component="span" variant="body2" color="textSecondary" noWrap sx={{ flexShrink: 0 }}>
          {`n° ${entry.id}`}
        </Typography>
      </Stack>
      <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 1, alignItems: 'center' }}>
        <Typography component="span" variant="body2">
          <ResidenceName id={entry.establishmentId} />
        </Typography>
        {children}
      </Stack>
      <Typography component="div" variant="body2" color="textSecondary">
        {foot}
      </Typography>
    </Box>
  );
}

/** What was done last or is planned; else when it was received. */
function LastDone({ entry: { kind, lastAction, nextAction, receivedAt } }: { readonly entry: ListedEntry }) {
  const told = (action: ListedAction, isPlanned: boolean) =>
    format.dotted(listedText(action, isPlanned, kind), action.comment);
  const parts = [
    lastAction === null ? undefined : `Fait : ${told(lastAction, false)}`,
    nextAction === null ? undefined : `Ensuite : ${told(nextAction, true)}`,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? `Reçue le ${format.moment(receivedAt)}` : parts.join(' – ');
}
