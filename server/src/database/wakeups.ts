import type { Wakeup } from './port.ts';

/** Who of this process waits for what. */
export function wakeups() {
  const watching: { readonly subject: Wakeup; readonly wake: () => void }[] = [];
  return {
    watch(subject: Wakeup, wake: () => void): () => void {
      const one = { subject, wake };
      watching.push(one);
      return () => {
        const at = watching.indexOf(one);
        if (at >= 0) watching.splice(at, 1);
      };
    },
    wake(subject: Wakeup): void {
      for (const one of watching) if (one.subject === subject) one.wake();
    },
    /** After a time in which notifications may have been missed. */
    wakeAll(): void {
      for (const { wake } of watching) wake();
    },
  };
}
