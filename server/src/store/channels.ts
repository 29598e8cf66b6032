import type { Channel } from './database.ts';

/** The subscribers of this process, by channel. */
export function openChannels() {
  const subscribers = new Set<{ readonly channel: Channel; readonly onNotified: () => void }>();
  return {
    /** Returns what ends the subscription. */
    subscribe(channel: Channel, onNotified: () => void): () => void {
      const subscriber = { channel, onNotified };
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
    publish(channel: Channel): void {
      for (const subscriber of subscribers) if (subscriber.channel === channel) subscriber.onNotified();
    },
    /** After a time in which notifications may have been missed. */
    publishToAll(): void {
      for (const { onNotified } of subscribers) onNotified();
    },
  };
}
