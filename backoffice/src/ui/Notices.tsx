import { Alert, Snackbar, Stack } from '@mui/material';
import { isValidElement, useEffect, useRef, useState } from 'react';
import {
  CloseNotificationContext,
  type NotificationPayload,
  useNotificationContext,
  useTranslate,
} from 'react-admin';

interface Notice extends Pick<NotificationPayload, 'message' | 'type'> {
  readonly id: number;
  readonly options: NoticeOptions & { readonly messageArgs?: Record<string, unknown> };
}

/** Options of a notice beside those of react-admin. */
export interface NoticeOptions {
  /** Null: until it is closed. */
  readonly autoHideDuration?: number | null;
  /** Whether it stands beside newer ones, and no click elsewhere takes it away. */
  readonly isKept?: boolean;
  /** What it is about: a newer one about the same takes its place, even where it is kept. */
  readonly about?: string;
}

/** What was just done or refused. The newest shows at once, in place of the one before: react-admin would let it wait. */
export function Notices() {
  const { notifications, takeNotification } = useNotificationContext();
  const translate = useTranslate();
  const [shown, setShown] = useState<readonly Notice[]>([]);
  const count = useRef(0);
  useEffect(() => {
    if (notifications.length === 0) return;
    const taken = takeNotification();
    if (taken === undefined) return;
    const { message, type, notificationOptions: options = {} } = taken;
    const notice: Notice = { message, type, options, id: ++count.current };
    const stays = ({ options: { isKept, about } }: Notice) =>
      isKept === true && (about === undefined || about !== notice.options.about);
    setShown((before) => [...before.filter(stays), notice]);
  }, [notifications, takeNotification]);

  return (
    <Stack
      className="screen-only"
      sx={{
        position: 'fixed',
        zIndex: 'snackbar',
        left: { xs: 8, md: 24 },
        right: { xs: 8, md: 'auto' },
        // At the bottom of a phone are the acts on an entry and the bar of the pages.
        top: { xs: 56, md: 'auto' },
        bottom: { md: 24 },
        gap: 1,
        alignItems: { xs: 'center', md: 'flex-start' },
      }}
    >
      {shown.map(({ id, message, type, options: { autoHideDuration = 4000, isKept, messageArgs } }) => {
        const close = () => setShown((before) => before.filter((one) => one.id !== id));
        return (
          <CloseNotificationContext.Provider key={id} value={close}>
            <Snackbar
              open
              autoHideDuration={autoHideDuration}
              onClose={(_, reason) => {
                if (!isKept || reason === 'timeout') close();
              }}
              sx={{ position: 'static', transform: 'none' }}
            >
              {isValidElement(message) ? (
                <div>{message}</div>
              ) : (
                <Alert severity={type} variant="filled" sx={{ whiteSpace: 'pre-line' }}>
                  {translate(String(message), { _: String(message), ...messageArgs })}
                </Alert>
              )}
            </Snackbar>
          </CloseNotificationContext.Provider>
        );
      })}
    </Stack>
  );
}
