import { readFileSync } from 'node:fs';

const m = JSON.parse(readFileSync('/tmp/tr-main.json')).map((x) => [...x, 'M']),
  w = JSON.parse(readFileSync('/tmp/tr-thread.json')).map((x) => [...x, 'W']);
const all = [...m, ...w].sort((a, b) => a[0] - b[0]);
const lastW = w.at(-1)[0];
const from = Math.min(lastW, m.at(-1)[0]) - 60;
let t0;
let adds = 0,
  addFrom;
for (const [t, what, n, who] of all.filter((x) => x[0] > from && x[0] < from + 30)) {
  t0 ??= t;
  if (what === 'add') {
    if (!adds) addFrom = t;
    adds++;
    continue;
  }
  if (adds) {
    console.log(`   M adds ${adds} from ${(addFrom - t0).toFixed(2)}`);
    adds = 0;
  }
  console.log((t - t0).toFixed(2), who, what, n ?? '');
}
