import type { Credential, Seen } from "./probe.ts"

/** Why a server cannot be checked at all. */
export interface Obstacle {
  /** What was seen. */
  readonly message: string
  /** What to do about it. */
  readonly advice: string
}

/** One use that the checks make of a credential. */
export interface Use extends Credential {
  /** The options that it comes from. */
  readonly keyOption: string
  readonly projectOption: string
  readonly scopes: ReadonlyArray<string>
}

/** What `fetch` fails with, by the code or else the name of its cause, as Node and OpenSSL have them. */
const failures: ReadonlyArray<readonly [pattern: RegExp, what: string, advice: string]> = [
  [/^(ENOTFOUND|EAI_)/, "no such host is known", "Check the host's name in --url, and the DNS of this computer."],
  [
    /^ECONNREFUSED/,
    "nothing listens there",
    "Start the server, and check the port in --url. In a container, localhost is the container itself."
  ],
  [
    /^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT)/,
    "there is no route to it",
    "Check --url, and any firewall."
  ],
  [
    /CERT|SIGNATURE|ISSUER/,
    "its certificate is not trusted",
    "Set NODE_EXTRA_CA_CERTS=ca.pem to the authority that issued it, and check the host's name in --url."
  ],
  [
    /^(ERR_SSL|EPROTO|ERR_TLS)/,
    "it does not speak TLS as expected",
    "Use http:// for a server without a certificate, and https:// for one with it."
  ],
  [
    /^(UND_ERR_SOCKET|ECONNRESET|HPE_|HTTPParser)/,
    "it does not answer in HTTP",
    "Check the port in --url. Use https:// for a server with a certificate."
  ]
]

const causeOf = (error: unknown) => {
  const { message, cause } = error as Error & { readonly cause?: Error & { readonly code?: string } }
  return { code: cause?.code ?? cause?.name ?? "", message: cause?.message ?? message }
}

/** What is wrong where no answer came. */
export const unreachable = (url: string, error: unknown): Obstacle => {
  if ((error as Error).name === "TimeoutError") {
    return {
      message: `${url} did not answer: ${(error as Error).message}.`,
      advice: "Check --url, and whether the server works: GET /healthz on it."
    }
  }
  const { code, message } = causeOf(error)
  const [, what = "it failed", advice = "Check --url."] = failures.find(([pattern]) => pattern.test(code)) ?? []
  return { message: `${url} cannot be reached: ${what} (${message}).`, advice }
}

/** What is wrong with the address, as the first answer tells. */
export const wrongAddress = (
  url: string,
  probe: string,
  { status, headers, text, code, isAnswer }: Seen
): Obstacle | undefined => {
  const at = `${url}/api/agent/${probe}`
  const location = headers.get("location")
  if (status >= 300 && status < 400) {
    const to = location === null ? undefined : URL.parse(location, at)?.href
    return {
      message: `${at} redirects (${status}) to ${to ?? "nowhere"}.`,
      advice:
        to?.endsWith(`/api/agent/${probe}`) === true
          ? `Use --url ${to.slice(0, -`/api/agent/${probe}`.length)}`
          : "Use the address that answers without a redirect. A redirect to a sign-in page comes from a proxy in front."
    }
  }
  if (!isAnswer) {
    const type = headers.get("content-type") ?? "no content type"
    return {
      message: `What answers at ${at} is not an Agent Operations server: ${status} (${type}) ${JSON.stringify(text.slice(0, 80))}.`,
      advice: `--url is what stands before /api/agent: the server's origin, and the prefix under which it is mounted, as in http://localhost:3000/ops.`
    }
  }
  if (code === "NOT_FOUND") {
    return {
      message: `The server at ${url} has no operation ${probe} there (404).`,
      advice:
        "--url is what stands before /api/agent: check the prefix, which is none where the server is not embedded in another."
    }
  }
  if (status >= 500 || status === 402 || status === 429) {
    return {
      message: `The server answers, but fails or refuses the simplest call: ${status} ${code}.`,
      advice: `Its log says why${headers.has("x-request-id") ? `, under ${headers.get("x-request-id")}` : ""}. Run this again when it works.`
    }
  }
  return undefined
}

const listed = new Intl.ListFormat("en")

const createKey = (scopes: ReadonlyArray<string>) =>
  `On the reference server: npm run ao -- key create --org org_… --scopes ${scopes.join(",")} (with PGlite, stop it first).`

/** What is wrong with a credential in its project, as an answer tells. */
export const wrongCredential = ({ status, code, text }: Seen, use: Use): Obstacle | undefined => {
  const { keyOption, projectOption, projectId, scopes } = use
  switch (code) {
    case undefined:
      return undefined
    case "UNAUTHENTICATED":
      return {
        message: `The credential of ${keyOption} is not accepted (${status}).`,
        advice: `Check that it is complete, and neither revoked nor expired. ${createKey(scopes)}`
      }
    case "PROJECT_ACCESS_DENIED":
      return {
        message: `The credential of ${keyOption} does not reach the project ${projectId} (${status}).`,
        advice: `Check ${projectOption}: it is the project's ID, not its name, of the organization that the credential is for.`
      }
    case "MISSING_SCOPE":
      return {
        message: `The credential of ${keyOption} lacks a scope: it needs ${listed.format(scopes)} (${status}).`,
        advice: createKey(scopes)
      }
    default:
      return {
        message: `The server refuses the simplest call in the project ${projectId}: ${status} ${text.slice(0, 300)}`,
        advice: `Check ${projectOption}.`
      }
  }
}
