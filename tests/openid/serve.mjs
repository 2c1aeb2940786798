// A certified OpenID provider on this machine: node serve.mjs FOLDER_OF_NODE_MODULES REDIRECT_URI...
// Whoever signs in has the address NAME@example.org, which is verified unless the name begins with "unverified".
import { createServer } from "node:http";
import { createRequire } from "node:module";

const [folder, ...redirects] = process.argv.slice(2);
const { default: Provider } = await import(createRequire(`${folder}/`).resolve("oidc-provider"));

const findAccount = (_context, name) => ({
  accountId: name,
  claims: () => ({
    sub: name,
    email: `${name}@example.org`,
    email_verified: !name.startsWith("unverified"),
    preferred_username: name,
  }),
});
const client = { client_id: "designer", client_secret: "only-for-tests", redirect_uris: redirects };
const claims = { openid: ["sub"], email: ["email", "email_verified"], profile: ["preferred_username"] };

let strayed = 0;
const server = createServer();
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address();
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, { clients: [client], claims, findAccount });
  server.on("request", (request, response) => {
    const url = new URL(request.url, issuer);
    if (request.headers.host !== `127.0.0.1:${port}`) strayed += 1;
    if (url.pathname === "/strayed") return response.end(String(strayed));
    // Below /moved, this provider answers that it is at another host.
    if (url.pathname.startsWith("/moved/"))
      return response.writeHead(302, { location: `http://localhost:${port}/` }).end();
    // A wrong nonce, as in the answer to somebody else's request.
    if (url.searchParams.has("wrong")) {
      url.searchParams.set("nonce", "another");
      request.url = url.pathname + url.search;
    }
    return provider.callback()(request, response);
  });
  console.log(issuer);
});
