/** The SMTP server that takes the mails, and their sender. */
export interface MailSettings {
  readonly server: SmtpServer;
  readonly from: MailFrom;
}

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte on. */
  readonly secure: boolean;
  readonly login: { readonly user: string; readonly password: string } | undefined;
}

export interface MailFrom {
  /** Empty for none. */
  readonly name: string;
  readonly address: string;
}

/** Parses `smtp://user:password@host:port` or `smtps://…`; undefined when it is malformed. */
export function readSmtpServer(text: string): SmtpServer | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  const secure = protocol === 'smtps:';
  if (!secure && protocol !== 'smtp:') return undefined;
  if (hostname === '' || !['', '/'].includes(pathname) || search !== '' || hash !== '') return undefined;
  if ((username === '') !== (password === '')) return undefined;
  try {
    return {
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: port === '' ? (secure ? 465 : 587) : Number(port),
      secure,
      login:
        username === ''
          ? undefined
          : { user: decodeURIComponent(username), password: decodeURIComponent(password) },
    };
  } catch {
    return undefined;
  }
}

/** Parses `address` or `Name <address>`; undefined when it is neither. */
export function readSender(text: string): MailFrom | undefined {
  const [, name = '', named, bare] =
    /^(?:([^<>"@]*)<([^\s<>",;:@]+@[^\s<>",;:@]+)>|([^\s<>",;:@]+@[^\s<>",;:@]+))$/.exec(text) ?? [];
  const address = named ?? bare;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a line break would start another header.
  if (address === undefined || /[\u0000-\u001f\u007f]/.test(text)) return undefined;
  return { name: name.trimEnd(), address };
}
