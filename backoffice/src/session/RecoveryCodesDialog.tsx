import { useTranslate } from 'react-admin';
import { ShownOnceDialog } from '../administration/ShownOnceDialog.tsx';

interface Props {
  /** What has just happened. */
  readonly news: string;
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** The recovery codes, shown once. */
export function RecoveryCodesDialog({ news, codes, onClose }: Props) {
  const translate = useTranslate();
  return (
    <ShownOnceDialog
      title={translate('accueil.totp.codesTitle')}
      intro={`${news} ${translate('accueil.totp.codes')}`}
      shown={[{ label: translate('accueil.totp.codesLabel'), value: codes.join('\n') }]}
      onClose={onClose}
    />
  );
}
