import { Timeout, Unavailable } from "@agent-operations/error-envelope"
import {
  type AuthorizationRequest,
  type EmailDomainDenied,
  type EndedGrant,
  type Grant,
  LinkRefused,
  Mail,
  type MemberGrant,
  MailFailed,
  Outbox,
  SignIn,
  TooManyAttempts
} from "@agent-operations/identity"
import { Context, Effect, Redacted } from "effect"

type Ways = SignIn["Service"]["ways"]
type Refusal = TooManyAttempts | EmailDomainDenied | MailFailed

/** Sign-in with other ways, at which nobody gets anywhere. */
export const signInBy = (
  ways: Ways,
  refusal: Refusal = new TooManyAttempts({ message: "Too often.", retryAfter: 61 })
) =>
  Context.make(SignIn, {
    ways,
    sendLink: () => Effect.fail(refusal),
    openLink: () => Effect.fail(new LinkRefused({ reason: "late", message: "Late." })),
    startProvider: ({ provider, returnTo }) =>
      Effect.succeed({
        location: `https://issuer.test/${provider}?then=${encodeURIComponent(returnTo)}`,
        cookies: ["state=1; Path=/; HttpOnly"]
      })
  })

/** A mail server that takes nothing. */
export const brokenMail = Context.make(Mail, {
  enabled: true,
  send: () => Effect.fail(new MailFailed({ message: "The mail server said no." }))
})

/** An installation that sends no mail and keeps none. */
export const noMail = Context.make(Mail, {
  enabled: false,
  send: () => Effect.fail(new MailFailed({ message: "This installation sends no mail." }))
}).pipe(
  Context.add(Outbox, { enabled: false, key: Redacted.make(""), opensWith: () => false, list: Effect.succeed([]) })
)

export const failures = {
  UNAVAILABLE: Effect.fail(new Unavailable({ message: "The database is not available.", retryAfter: 2 })),
  TIMEOUT: Effect.fail(new Timeout({ message: "The database did not answer in time." })),
  defect: Effect.die(new Error("secret inside"))
} as const

/** What a program asks for, differing in some of it. */
export const asked = (more: Partial<AuthorizationRequest>): AuthorizationRequest => ({
  client: {
    id: "cli_1",
    name: "Claude Desktop",
    uri: "https://tool.example/about",
    knownSince: "2015-11-02T09:30:00.000Z"
  },
  redirectUri: "https://tool.example/callback",
  redirectHost: "tool.example",
  loopback: false,
  privateUse: false,
  audience: "rest",
  resource: "https://console.test/api/cli",
  scopes: ["views:read", "views:write"],
  offline: false,
  ...more
})

/** A program that somebody connected. */
export const grant = (more: Partial<Grant>): Grant => ({
  id: "grt_1",
  clientName: "Claude Desktop",
  clientUri: null,
  redirectHost: "127.0.0.1:33418",
  audience: "mcp",
  organizationId: "org_1",
  organizationName: "Analytical Engines",
  projectId: "prj_1",
  projectName: "Difference engine",
  scopes: ["views:read", "views:write"],
  createdAt: "2015-11-20T10:00:00.000Z",
  lastUsedAt: null,
  ...more
})

export const memberGrant = (more: Partial<MemberGrant>): MemberGrant => ({
  ...grant({}),
  person: { id: "usr_1", name: "Grace Brewster Murray Hopper", email: "grace.hopper@a-long-department.example.com" },
  ...more
})

export const endedGrant: EndedGrant = {
  clientName: "Claude Desktop",
  organizationName: "Analytical Engines",
  endedAt: "2015-11-20T10:00:00.000Z",
  endedBy: { type: "user", id: "usr_2", name: "Ada" }
}
