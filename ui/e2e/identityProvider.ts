import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as listenOn } from 'node:net';
import Provider from 'oidc-provider';

export const CLIENT = 'gx-portal';
export const SECRET = 'a secret/with + signs';

/** A certified OpenID provider on loopback with a sign-in form of two buttons. */
export interface IdentityProvider {
  issuer: string;
  /** Whether the codes it hands out have run out already. */
  stale: { codes: boolean };
  stop: () => Promise<void>;
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = listenOn();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const page = (title: string, body: string) =>
  `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1>${body}`;

const FORM = page(
  '身份提供方',
  `<form method="post"><label>账号 <input name="account" autofocus></label>
  <button name="answer" value="yes">同意并登录</button><button name="answer" value="no">取消</button></form>`,
);

const MINUTE = 60;

interface Stored {
  uid?: string;
  grantId?: string;
  exp?: number;
  consumed?: boolean;
}

/** What the provider remembers, in memory; codes can be made to look old, so that no test waits for their end. */
function memory(stale: { codes: boolean }) {
  const stored = new Map<string, Stored>();
  return (model: string) => ({
    upsert: async (id: string, payload: Stored) => void stored.set(`${model}:${id}`, payload),
    find: async (id: string) => {
      const found = stored.get(`${model}:${id}`);
      return found && stale.codes && model === 'AuthorizationCode' ? { ...found, exp: 1 } : found;
    },
    findByUid: async (uid: string) => [...stored.values()].find((payload) => payload.uid === uid),
    consume: async (id: string) =>
      void stored.set(`${model}:${id}`, { ...stored.get(`${model}:${id}`), consumed: true }),
    destroy: async (id: string) => void stored.delete(`${model}:${id}`),
    revokeByGrantId: async (grantId: string) => {
      for (const [key, payload] of stored)
        if (key.startsWith(`${model}:`) && payload.grantId === grantId) stored.delete(key);
    },
  });
}

function configuration(portal: string, stale: { codes: boolean }) {
  return {
    clients: [
      {
        client_id: CLIENT,
        client_secret: SECRET,
        redirect_uris: [`${portal}loginIdaas`],
        post_logout_redirect_uris: [`${portal}login`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    cookies: { keys: ['only for tests'] },
    claims: { openid: ['sub'], profile: ['preferred_username'] },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: `id-of-${id}`, preferred_username: id }),
    }),
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx: { body: string }, form: string) => {
          const button = '<button type="submit" form="op.logoutForm" name="logout" value="yes">退出统一身份</button>';
          ctx.body = page('身份提供方', form + button);
        },
      },
    },
    ttl: {
      AccessToken: MINUTE,
      Grant: 60 * MINUTE,
      IdToken: 5 * MINUTE,
      Interaction: 5 * MINUTE,
      Session: 60 * MINUTE,
    },
    adapter: memory(stale),
    // Whoever signs in agrees.
    loadExistingGrant: async (ctx: GrantContext) => {
      const { client, session, provider } = ctx.oidc;
      const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
      grant.addOIDCScope('openid profile');
      await grant.save();
      return grant;
    },
  };
}

interface GrantContext {
  oidc: { client: { clientId: string }; session: { accountId: string }; provider: Provider };
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return new URLSearchParams(Buffer.concat(pieces).toString());
}

/** Starts a provider that knows the portal at this address (with trailing slash). */
export async function startProvider(portal: string): Promise<IdentityProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stale = { codes: false };
  const provider = new Provider(issuer, configuration(portal, stale));
  const answer = provider.callback();
  const interact = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== 'POST') {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(FORM);
      return;
    }
    const form = await bodyOf(request);
    const result =
      form.get('answer') === 'yes' ? { login: { accountId: form.get('account') } } : { error: 'access_denied' };
    await provider.interactionFinished(request, response, result);
  };
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/')) void interact(request, response);
    else answer(request, response);
  });
  const stop = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  return { issuer, stale, stop };
}
