import SearchOutlined from '@mui/icons-material/SearchOutlined';
import { Autocomplete, Box, InputAdornment, TextField, Typography } from '@mui/material';
import { type ReactNode, type Ref, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ListedEntry } from '../api/responses.ts';
import { objectedText } from '../entries/PhoneNumber.tsx';
import { format } from '../i18n/format.ts';
import { useRight } from '../session/access.ts';
import { errorText } from '../ui/error-text.ts';
import { ChoiceText } from './ChoiceText.tsx';
import type { Choice } from './choices.ts';
import { useSearch } from './use-search.ts';

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
