import { required, SelectInput, useGetList } from 'react-admin';
import type { Group } from '../api/responses.ts';

/** A choice of the group that a residence belongs to. */
export function GroupInput() {
  const { data: groups = [] } = useGetList<Group>('groups');
  return (
    <SelectInput
      source="groupId"
      label="Groupe"
      choices={groups.map(({ id, name }) => ({ id, name }))}
      translateChoice={false}
      validate={required()}
    />
  );
}
