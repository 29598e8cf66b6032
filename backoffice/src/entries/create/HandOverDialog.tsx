import { useQueryClient } from '@tanstack/react-query';
import { required, SelectInput, useNotify, useTranslate } from 'react-admin';
import { request } from '../../api/client.ts';
import { useResidences } from '../../api/queries.ts';
import type { KnownEntry } from '../../api/responses.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';

interface Props {
  readonly entry: KnownEntry;
  readonly onClose: () => void;
}

/** Hands an entry over to another residence. */
export function HandOverDialog({ entry, onClose }: Props) {
  const translate = useTranslate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const { all, nameOf } = useResidences();
  return (
    <FormDialog
      title={translate('accueil.leads.family.handOverTitle', { id: entry.id })}
      submit={translate('accueil.leads.family.handOver')}
      onClose={onClose}
      onSubmit={async ({ establishmentId }) => {
        await request('POST /desk/entries/:id/assign', { id: entry.id, establishmentId });
        notify('accueil.leads.family.handedOver', {
          type: 'success',
          messageArgs: { residence: nameOf(establishmentId) },
        });
        onClose();
        await queryClient.invalidateQueries({ queryKey: ['families'] });
      }}
    >
      <SelectInput
        source="establishmentId"
        label="accueil.entry.field.establishment"
        choices={all.filter(({ id }) => id !== entry.establishmentId)}
        translateChoice={false}
        validate={required()}
      />
    </FormDialog>
  );
}
