import { TextInput } from 'react-admin';

/** A time of day, `HH:MM`: react-admin's own input keeps a date. */
export function TimeInput({ source }: { readonly source: string }) {
  return <TextInput source={source} label="Heure" type="time" slotProps={{ inputLabel: { shrink: true } }} />;
}
