/** What `doctor` says of one thing: in order, worth a look, or wrong. */
export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warn' | 'bad';
  /** One sentence; of what is wrong, with what to do. */
  readonly message: string;
}

export const ok = (check: string, message: string): Finding => ({ check, state: 'ok', message });
export const warn = (check: string, message: string): Finding => ({ check, state: 'warn', message });
export const bad = (check: string, message: string): Finding => ({ check, state: 'bad', message });
