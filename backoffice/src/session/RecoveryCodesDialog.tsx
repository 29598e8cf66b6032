import { useTranslate } from 'react-admin';
import { ShownOnceDialog } from '../administration/ShownOnceDialog.tsx';

interface Props {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** The recovery codes, shown once. */
export function RecoveryCodesDialog({ codes, onClose }: Props) {
  const translate = useTranslate();
  return (
    <ShownOnceDialog
      title={translate('accueil.totp.codesTitle')}
      intro={translate('accueil.totp.codes')}
      shown={[{ label: translate('accueil.totp.codesLabel'), value: codes.join('\n') }]}
      onClose={onClose}
    />
  );
}
