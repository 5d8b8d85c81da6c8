/** Letters and digits that nobody takes for another one on paper. */
const SMALL = 'abcdefghijkmnpqrstuvwxyz';
const CAPITAL = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const DIGITS = '23456789';
/** Of those that every profile takes. */
const OTHERS = '!@#%-_=+';

const LENGTH = 14;
/** Rows of which the server takes no four neighbours, either way. */
const ROWS = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1qaz2wsx3edc4rfv'];

/** A whole number below `limit`, each as likely as any other. */
function below(limit: number): number {
  const all = 0x1_0000_0000;
  const fair = all - (all % limit);
  for (;;) {
    const [drawn = all] = crypto.getRandomValues(new Uint32Array(1));
    if (drawn < fair) return drawn % limit;
  }
}

const one = (of: string): string => of[below(of.length)] ?? '';

function shuffled(letters: string[]): string[] {
  const mixed = [...letters];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = below(last + 1);
    [mixed[last], mixed[other]] = [mixed[other] ?? '', mixed[last] ?? ''];
  }
  return mixed;
}

function hasRun(password: string): boolean {
  const lower = password.toLowerCase();
  for (let at = 0; at + 4 <= lower.length; at += 1) {
    const four = lower.slice(at, at + 4);
    const back = [...four].reverse().join('');
    if (four === four[0]?.repeat(4) || ROWS.some((row) => row.includes(four) || row.includes(back))) return true;
  }
  return false;
}

/** What the rules in force ask for (`GET /portal/passwordRules`). */
interface Rules {
  least: number;
  /** `sys.account.chrtype`: 1 digits, 2 letters, else all kinds are taken. */
  chrtype: string;
}

/** A random password for a new person, by the rules in force; it is known to the page alone until the form is sent. */
export function proposePassword({ least, chrtype }: Rules, userName: string): string {
  const kinds = chrtype === '1' ? [DIGITS] : chrtype === '2' ? [SMALL, CAPITAL] : [SMALL, CAPITAL, DIGITS, OTHERS];
  const all = kinds.join('');
  const name = userName.toLowerCase();
  for (;;) {
    const letters = kinds.map(one);
    while (letters.length < Math.max(LENGTH, least)) letters.push(one(all));
    const password = shuffled(letters).join('');
    if (!hasRun(password) && (name === '' || !password.toLowerCase().includes(name))) return password;
  }
}
