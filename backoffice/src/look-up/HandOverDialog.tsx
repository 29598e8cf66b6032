import { required, SelectInput, useNotify, useRefresh } from 'react-admin';
import { change } from '../api/client.ts';
import { useResidences } from '../api/queries.ts';
import type { FamilyEntry } from '../api/responses.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { FormDialog } from '../ui/FormDialog.tsx';

interface Props {
  readonly entry: FamilyEntry;
  readonly onClose: () => void;
}

/** Hands an entry over to another residence. */
export function HandOverDialog({ entry, onClose }: Props) {
  const t = useTexts('lookUp');
  const notify = useNotify();
  const refresh = useRefresh();
  const { all, nameOf } = useResidences();
  return (
    <FormDialog
      title={t('handOverTitle', { id: entry.id })}
      submit={t('handOverSubmit')}
      onClose={onClose}
      onSubmit={async ({ establishmentId }) => {
        await change('POST', `/desk/entries/${entry.id}/assign`, { establishmentId });
        notify('accueil.lookUp.handedOver', {
          type: 'success',
          messageArgs: { residence: nameOf(establishmentId) },
        });
        refresh();
        onClose();
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
