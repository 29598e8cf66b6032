import { Agent, buildConnector } from 'undici';
import { type AddressGuard, AddressRefused } from './address-guard.ts';

/** Shorter than any common server keeps an idle connection: an event that meets its end would have to be sent again. */
const keepAliveMs = 2_000;
const mostHeaderBytes = 16 * 1024;

/** Opens what keeps the connections: to whatever the guard lets through, each made within `connectMs`. */
export function openAgent(guard: AddressGuard, connectMs: number): Agent {
  return new Agent({
    connect: guardedConnector(guard, connectMs),
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    maxHeaderSize: mostHeaderBytes,
    // exchange.ts has one limit for the whole.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/**
 * Connects for undici, to where the guard lets it: it judges the addresses that a name resolves to, and once more the
 * peer that answered in the end. A literal is never looked up: `refusalOfUrl` comes first.
 *
 * HTTP/2 is left out: aborting an answer must close its connection, and a receiver gets two events at a time at most.
 */
function guardedConnector(guard: AddressGuard, connectMs: number): buildConnector.connector {
  const over = (protocol: string) =>
    buildConnector({ timeout: connectMs, allowH2: false, lookup: guard.lookupFor(protocol) });
  const https = over('https:');
  const http = over('http:');
  return (options, callback) => {
    const { protocol } = options;
    const connect = protocol === 'https:' ? https : http;
    connect(options, (...[error, socket]) => {
      if (error !== null) return callback(error, null);
      const peerRefusal = guard.refusalOfAddress(socket.remoteAddress ?? '', protocol);
      if (peerRefusal === null) return callback(null, socket);
      socket.destroy();
      callback(new AddressRefused(peerRefusal), null);
    });
  };
}
