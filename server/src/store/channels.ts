import type { Channel } from './database.ts';

/** Keeps this process's subscribers by channel. */
export function openChannels() {
  const subscribers = new Set<{ readonly channel: Channel; readonly onNotified: () => void }>();
  return {
    /** Returns the function that unsubscribes. */
    subscribe(channel: Channel, onNotified: () => void): () => void {
      const subscriber = { channel, onNotified };
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
    publish(channel: Channel): void {
      for (const subscriber of subscribers) if (subscriber.channel === channel) subscriber.onNotified();
    },
    /** For use after notifications may have been missed. */
    publishToAll(): void {
      for (const { onNotified } of subscribers) onNotified();
    },
  };
}
