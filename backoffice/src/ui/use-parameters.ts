import { useSearchParams } from 'react-router';

type Changes = Readonly<Record<string, string | number | undefined>>;

/** The parameters of the page's address, and a function that changes some of them: undefined and an empty text remove one. */
export function useParameters(): readonly [parameters: URLSearchParams, change: (changes: Changes) => void] {
  const [parameters, setParameters] = useSearchParams();
  const change = (changes: Changes) =>
    setParameters((before) => {
      const after = new URLSearchParams(before);
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined || value === '') after.delete(name);
        else after.set(name, String(value));
      }
      return after;
    });
  return [parameters, change];
}
