import { useQuery } from '@tanstack/react-query';
import { request } from '../api/client.ts';
import { useRight } from '../session/access.ts';
import { useDebounced } from '../ui/use-debounced.ts';
import { choicesFor } from './choices.ts';

const debounceMs = 200;
const minLength = 2;

/** Searches entries of all kinds while a text is typed. */
export function useSearch(typed: string) {
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
