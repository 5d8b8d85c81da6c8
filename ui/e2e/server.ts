import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A portal of its own for tests that need an empty box or one that may stop. */
export interface OwnServer {
  url: string;
  /** One-time code of the set-up page; '' when an administrator was made. */
  setupCode: string;
  stop: () => Promise<void>;
  /** Nobody answers any more; what is stored stays. */
  away: () => Promise<void>;
  /** It answers again, at the same address. */
  back: () => Promise<void>;
  /** What its command line says, of verbs that need `--data`. */
  run: (...words: string[]) => string;
  /** To be called while it is away: it comes back with another key of sessions. */
  forgetSessions: () => void;
}

/**
 * Starts the binary under test on an empty data folder; with a password there is an administrator `admin`. `listen` and
 * `settings` (GX_… variables) are for tests that need to know the address beforehand.
 */
export async function startServer(
  password = '',
  { listen = '127.0.0.1:0', settings = {} }: { listen?: string; settings?: Record<string, string> } = {},
): Promise<OwnServer> {
  const bin = process.env.GX_BIN;
  if (!bin) throw new Error('GX_BIN must name the binary under test (packaging/browser-tests sets it)');
  const folder = mkdtempSync(path.join(tmpdir(), 'gx-e2e-'));
  const data = path.join(folder, 'data');
  const said = password
    ? execFileSync(bin, ['init', '--data', data, '--admin-password-stdin'], { input: `${password}\n` }).toString()
    : execFileSync(bin, ['init', '--data', data]).toString();
  const setupCode = /[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}/.exec(said)?.[0] ?? '';
  const start = (at: string) => serve(bin, ['serve', '--data', data, '--listen', at], settings);
  let running = await start(listen);
  const { url } = running;
  const stop = async () => {
    await running.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    url,
    setupCode,
    stop,
    away: () => running.stop(),
    run: (...words) => execFileSync(bin, [...words, '--data', data]).toString(),
    forgetSessions: () => rmSync(path.join(data, 'keys', 'session.key')),
    back: async () => {
      running = await start(new URL(url).host);
    },
  };
}

/** A process that serves; gives the address it has said. */
async function serve(
  bin: string,
  words: string[],
  settings: Record<string, string>,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const child = spawn(bin, words, { env: { ...process.env, ...settings }, stdio: ['ignore', 'pipe', 'ignore'] });
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = /http:\/\/\S+\/gx_portal\//.exec(output);
      if (found) resolve(found[0]);
    });
    child.once('exit', () => reject(new Error(`the server ended: ${output}`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await gone;
  };
  return { url, stop };
}
