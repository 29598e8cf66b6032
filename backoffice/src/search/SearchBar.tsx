import ArrowBack from '@mui/icons-material/ArrowBack';
import SearchOutlined from '@mui/icons-material/SearchOutlined';
import { Box, Dialog, IconButton, Stack, type Theme, Tooltip, useMediaQuery } from '@mui/material';
import { useId, useRef, useState } from 'react';
import { useRight } from '../session/access.ts';
import { usePageKeys } from '../ui/use-page-keys.ts';
import { SearchField } from './SearchField.tsx';

export function SearchBar() {
  return useRight('entries.look-up') ? <Search /> : null;
}

/** A field, or a button that opens one where there is no room. The key `/` goes to it. */
function Search() {
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'), { noSsr: true });
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  usePageKeys((event) => {
    if (event.key !== '/') return;
    event.preventDefault();
    if (isNarrow) setIsOpen(true);
    else input.current?.focus();
  });
  if (isNarrow) return <SearchDialog isOpen={isOpen} setIsOpen={setIsOpen} />;
  return (
    <Box role="search" sx={{ width: { md: 280, lg: 380 }, mx: 1 }}>
      <SearchField inputRef={input} />
    </Box>
  );
}

interface DialogProps {
  readonly isOpen: boolean;
  readonly setIsOpen: (isOpen: boolean) => void;
}

function SearchDialog({ isOpen, setIsOpen }: DialogProps) {
  const id = useId();
  return (
    <>
      <Tooltip title="Chercher partout (touche /)">
        <IconButton color="inherit" aria-label="Chercher partout (touche /)" onClick={() => setIsOpen(true)}>
          <SearchOutlined />
        </IconButton>
      </Tooltip>
      <Dialog fullScreen open={isOpen} onClose={() => setIsOpen(false)} aria-labelledby={id}>
        <Stack
          id={id}
          role="search"
          aria-label="Chercher partout"
          direction="row"
          sx={{ p: 1, gap: 1, alignItems: 'flex-start' }}
        >
          <IconButton aria-label="Fermer" onClick={() => setIsOpen(false)}>
            <ArrowBack />
          </IconButton>
          <SearchField autoFocus onChosen={() => setIsOpen(false)} />
        </Stack>
      </Dialog>
    </>
  );
}
