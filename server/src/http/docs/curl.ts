/** A request to show as a shell command, with the credential in `$PASSWORD` or `$TOKEN`. */
interface ShellRequest {
  readonly method: 'get' | 'post';
  /** Full URL, including the query but not the password. */
  readonly url: string;
  readonly credential: 'password' | 'token';
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** Formats the request as a `curl` command. */
export function curl({ method, url, credential, body }: ShellRequest): string {
  const password = credential === 'password' ? `${url.includes('?') ? '&' : '?'}password=$PASSWORD` : '';
  const parts = [
    `curl -s${method === 'post' && body === undefined ? ' -X POST' : ''} "${url}${password}"`,
    ...(credential === 'token' ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body === undefined
      ? []
      : [
          "-H 'Content-Type: application/json'",
          `-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`,
        ]),
  ];
  return parts.join(' \\\n  ');
}
