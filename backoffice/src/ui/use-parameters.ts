import { useSearchParams } from 'react-router';

type Changes = Readonly<Record<string, string | number | undefined>>;

/** The parameters of the page's address, and a function that changes some of them: undefined and an empty text remove one. */
export function useParameters(): readonly [parameters: URLSearchParams, change: (changes: Changes) => void] {
  const [parameters, setParameters] = useSearchParams();
  function change(changes: Changes): void {
    // The router renders after the address has changed: with what it rendered last, a quick second click undid the first.
    const after = new URLSearchParams(window.location.hash.split('?')[1]);
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined || value === '') after.delete(name);
      else after.set(name, String(value));
    }
    setParameters(after);
  }
  return [parameters, change];
}
