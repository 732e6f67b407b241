/**
 * An OpenID Connect provider in a process of its own: `node oidc-provider.js <port> <redirect addresses>`. It says when it
 * listens. Who signs in is named by `login_hint`, or in a form; `/control` sets claims and faults.
 */
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { json, text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { URLSearchParams } from 'node:url';
import Provider from 'oidc-provider';

const [, , port, ...redirects] = process.argv;

/** The claims of people, milliseconds that the answers of paths wait, and by which the clock is ahead. */
const state = { accounts: {}, delay: {}, clock: 0 };

// Tokens of a clock that is behind have expired.
const present = Date.now;
Date.now = () => present() + state.clock;

const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
const issuer = `http://127.0.0.1:${port}`;

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'calendar',
      client_secret: 'the secret of the client',
      redirect_uris: redirects,
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  jwks: { keys: [{ ...key, use: 'sig', alg: 'RS256', kid: `key-${Date.now()}` }] },
  cookies: { keys: ['a secret of cookies'] },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups', 'hd', 'realm_access'] },
  features: { devInteractions: { enabled: false } },
  ttl: {
    IdToken: 600,
    AccessToken: 600,
    AuthorizationCode: 60,
    Grant: 600,
    Interaction: 600,
    Session: 600,
  },
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...state.accounts[sub] }) }),
  async loadExistingGrant({ oidc }) {
    const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
    grant.addOIDCScope('openid profile email');
    await grant.save();
    return grant;
  },
});

const answer = provider.callback();

const form = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Town</title><h1>Town</h1>
<form method="post"><label>Login <input name="login"></label> <button>Sign in</button></form></html>`;

const server = createServer((request, response) => {
  void handle(request, response).catch((error) => response.destroy(error));
});

async function handle(request, response) {
  const path = request.url.split('?', 1)[0];
  if (path === '/control') {
    Object.assign(state, await json(request));
    return response.end('{}');
  }
  await sleep(state.delay[path] ?? 0);
  if (!path.startsWith('/interaction/')) return answer(request, response);
  const { params } = await provider.interactionDetails(request, response);
  const isSent = request.method === 'POST';
  const accountId = isSent ? new URLSearchParams(await text(request)).get('login') : params.login_hint;
  if (!accountId) return response.setHeader('Content-Type', 'text/html').end(form);
  await provider.interactionFinished(request, response, { login: { accountId } });
}

server.listen(Number(port), '127.0.0.1', () => console.log('listening'));
