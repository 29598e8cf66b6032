import { useQuery } from '@tanstack/react-query';
import { read } from '../desk/client.ts';

/** Reads what is no list of records, from an address below `/desk/`. */
export function useDeskRead<T>(path: string) {
  const { data, error } = useQuery({
    queryKey: ['desk', path],
    queryFn: ({ signal }) => read<T>(path, {}, signal),
    // A reading may be noted in the audit trail: once is enough.
    refetchOnWindowFocus: false,
  });
  return { data, error };
}
