import { Agent, request } from 'node:http';

/** A response. */
export interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

/** A caller with keep-alive connections, as a web site's back end has. */
export interface Connections {
  /** Sends a body as JSON, by POST by default. Rejects when the connection breaks before the response is complete. */
  ask(path: string, body?: unknown, headers?: Record<string, string>, method?: string): Promise<Answer>;
  close(): void;
}

/** Opens connections when needed, at most `connections`. */
export function connectTo(url: string, connections: number): Connections {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    ask(path, body, headers = {}, method = body === undefined ? 'GET' : 'POST') {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      const payload = body === undefined ? undefined : JSON.stringify(body);
      const outgoing = request(new URL(path, url), {
        agent,
        method,
        headers: {
          ...(payload !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(payload),
          }),
          ...headers,
        },
      });
      outgoing.on('error', reject);
      outgoing.on('response', (incoming) => {
        let text = '';
        incoming.setEncoding('utf8').on('data', (more: string) => {
          text += more;
        });
        incoming.on('error', reject);
        incoming.on('end', () =>
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: text }),
        );
      });
      outgoing.end(payload);
      return promise;
    },
    close: () => agent.destroy(),
  };
}
