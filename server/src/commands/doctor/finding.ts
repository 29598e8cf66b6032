/** The result of one check by `doctor`. */
export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warn' | 'bad';
  /** One sentence, which also says how to fix a problem. */
  readonly message: string;
  /** Figures that the message says in words, for `--json`. */
  readonly counts?: Readonly<Record<string, number>>;
}

export const ok = (check: string, message: string): Finding => ({ check, state: 'ok', message });
export const warn = (check: string, message: string): Finding => ({ check, state: 'warn', message });
export const bad = (check: string, message: string): Finding => ({ check, state: 'bad', message });
