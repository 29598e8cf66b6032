import { Agent, buildConnector } from 'undici';
import { type AddressGuard, AddressRefused } from './address-guard.ts';

/** Shorter than common servers' keep-alive: an event sent just as the receiver closes would have to be sent again. */
const keepAliveMs = 2_000;
const maxHeaderBytes = 16 * 1024;

/** Opens the connection pool, to addresses the guard allows. `connectMs`: time limit for connecting. */
export function openAgent(guard: AddressGuard, connectMs: number): Agent {
  return new Agent({
    connect: guardedConnector(guard, connectMs),
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    maxHeaderSize: maxHeaderBytes,
    // exchange.ts limits the exchange as a whole.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/**
 * Connects for undici where the guard allows it: checks the addresses that a host resolves to and, once connected, the
 * peer's address. IP literals are never resolved: `refusalOfUrl` has checked them before.
 *
 * No HTTP/2: aborting a response must close its connection, and a receiver gets at most two events at a time.
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
