import { type ClientOf, clientOf, type ClientOptions } from "@agent-operations/client"
import { operationTableOf } from "@agent-operations/client/generate"
import type { Family } from "@agent-operations/contract"
import * as Effect from "effect/Effect"
import { isAgent } from "./agent.ts"
import { UsageError } from "./errors.ts"
import { Agent, Curl, Json, Profile, Project, Url, Yes } from "./flags.ts"
import { type Style, styleOf } from "./output/style.ts"
import { useProxies } from "./proxies.ts"
import { type Place, placeOf, readSettings, type Settings } from "./settings.ts"
import type { Terminal } from "./terminal.ts"

/** Calls the operations of the families that the command line has, whichever they are. */
export type AnyClient = ClientOf<object, object>

/** What every command is made with. */
export interface Context {
  readonly terminal: Terminal
  /** What people call the program by: `agent-operations`. */
  readonly program: string
  readonly families: ReadonlyArray<Family.Any>
  readonly version: string
}

/** A command that runs: who runs it, what the global flags say, and where it calls. */
export interface Session extends Context {
  /** Whether a coding agent runs it: compact JSON, and nothing is asked. */
  readonly agent: boolean
  /** What `--json` names; "" for all of it, undefined where people read the result. */
  readonly json: string | undefined
  /** `--yes`: what deletes is agreed to. */
  readonly isAgreed: boolean
  /** `--curl`: nothing is sent. */
  readonly isCurl: boolean
  readonly style: Style
  /** Where to call; the profile has to be there, unless it may be new. Throws a `UsageError` where it is not known where. */
  readonly place: (options: { readonly mayBeNew: boolean }) => Place
  /** Where to call, and as whom. Throws a `UsageError` where it is not known where. */
  readonly settings: () => Settings
  /** An API key or an access token for it. Throws a `UsageError` where there is none. */
  readonly credential: () => Promise<string>
  /** A client for it. Throws a `UsageError` where it is not known where, or as whom. */
  readonly connect: (options?: Pick<ClientOptions, "fetch">) => AnyClient
}

/** The credential of settings that have one. */
const credentialOf = ({ program }: Context, { credential }: Settings) => {
  if (credential !== undefined) return credential
  throw new UsageError(
    "There is no API key, and nobody is signed in.",
    `Run ${program} login, or set AGENT_OPERATIONS_API_KEY.`
  )
}

/** The session of the command that runs. */
export const sessionOf = Effect.fnUntraced(function* (context: Context) {
  const { terminal } = context
  const json = yield* Json
  const agent = isAgent(terminal.env, yield* Agent)
  const flags = { url: yield* Url, project: yield* Project, profile: yield* Profile }
  let known: Settings | undefined
  const settings = () => {
    useProxies(terminal.env)
    return (known ??= readSettings(terminal, flags))
  }
  const session: Session = {
    ...context,
    agent,
    json: json ?? (agent ? "" : undefined),
    isAgreed: yield* Yes,
    isCurl: yield* Curl,
    style: styleOf(terminal, agent),
    place: ({ mayBeNew }) => {
      useProxies(terminal.env)
      return placeOf(terminal, flags, mayBeNew)
    },
    settings,
    credential: async () => {
      const credential = credentialOf(context, settings())
      return typeof credential === "string" ? credential : credential()
    },
    connect: (options) => {
      const credential = credentialOf(context, settings())
      const warn = (message: string) => terminal.error(`${message}\n`)
      return clientOf<object, object>(operationTableOf(context.families))({
        ...settings(),
        credential,
        warn,
        ...options
      })
    }
  }
  return session
})
