import type { Requirement } from "@agent-operations/auth"
import type { AgentError } from "@agent-operations/error-envelope"
import type { PathPattern } from "@agent-operations/operations"
import type { Effect } from "effect"
import type { AgentAnswer, AgentRequest } from "./exchange.ts"
import type { LetIn } from "./internal/decide-access.ts"

/** The parameters of a path, percent-decoded. */
export type Parameters = Readonly<Record<string, string>>

/** What is known of a request when its entry is found. */
export interface At {
  /** Where the operations are mounted. */
  readonly base: string
  readonly parameters: Parameters
  /** What the log calls the request, and its answer. */
  readonly requestId: string
  /** Is told whom the entry lets in, for hooks and for the shares of answers. */
  readonly letIn?: LetIn | undefined
}

/** What answers at a method and a path. */
export interface Entry {
  /** Method and path, as traces name them. */
  readonly name: string
  /** The path with its parameters by name, as metrics count it. */
  readonly path: string
  /** What it is, where it takes a credential: an operation, or a route that is none. */
  readonly operation?: Pick<Requirement, "id" | "scopes">
  /** Where programs read who gives access tokens for it (RFC 9728), where that is not where it is for operations. */
  readonly resourceMetadata?: string
  readonly run: (request: AgentRequest, at: At) => Effect.Effect<AgentAnswer, AgentError>
  /** The answer to a failure, where that is not the envelope. */
  readonly failed?: ((error: AgentError, request: AgentRequest) => AgentAnswer) | undefined
  /** Whether there is nothing at its path with a slash at the end. Law: E1. */
  readonly isExact?: boolean
  /** Whether requests are traced. Default: true. */
  readonly tracing?: boolean
}

/** An entry with the parameters that the path of a request has for it. */
export interface Found {
  readonly entry: Entry
  readonly parameters: Parameters
}

type Segments = PathPattern["segments"]

interface Patterned {
  readonly entry: Entry
  readonly segments: Segments
}

const none: Parameters = {}

const decoded = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** The parameters of a path, where it has the pattern. */
const parametersOf = (segments: Segments, given: ReadonlyArray<string>): Parameters | undefined => {
  const parameters: Record<string, string> = {}
  for (const [index, segment] of segments.entries()) {
    const value = given[index]!
    if ("literal" in segment) {
      if (segment.literal !== value) return undefined
    } else {
      const parameter = decoded(value)
      if (parameter === undefined || parameter === "") return undefined
      parameters[segment.parameter] = parameter
    }
  }
  return parameters
}

/** The order in which patterns of one length are tried: at the first segment where they differ in it, literals first. */
const rank = ({ segments }: Patterned) => segments.map((segment) => ("literal" in segment ? "0" : "1")).join("")

const byRank = (a: Patterned, b: Patterned) => (rank(a) < rank(b) ? -1 : 1)

/** The segments of a path that has parameters. */
const segmentsOf = (path: string): Segments | undefined => {
  const segments = path
    .slice(1)
    .split("/")
    .map((literal) => {
      const parameter = /^\{(.+)\}$/.exec(literal)?.[1]
      return parameter === undefined ? { literal } : { parameter }
    })
  return segments.some((segment) => "parameter" in segment) ? segments : undefined
}

/** `/o` for `/o/org_1/keys`, and `/` for what has no segment. */
const topOf = (path: string): string | undefined =>
  path === "" ? "/" : path.startsWith("/") ? `/${path.split("/", 2)[1]}` : undefined

/** In place of a method: any. */
const any = "*"

/**
 * Everything that a server answers, by method and path. A path of one method without parameters is found in one look; then
 * come those of any method, those with all that is below them, and last those with parameters: of the method first, and
 * literal segments first.
 */
export const makeRouteTable = () => {
  const fixed = new Map<string, Found>()
  const below = new Map<string, Found>()
  const patterned = new Map<string, Array<Patterned>>()
  const owners = new Map<string, string>()

  /** Throws a `TypeError` where something has the place already. */
  const claim = (place: string, owner: string, taken = owners.get(place)) => {
    if (taken !== undefined) {
      throw new TypeError(`Both ${taken} and ${owner} are at ${place}. Give one of them another path, or leave it out.`)
    }
    owners.set(place, owner)
  }

  const match = (method: string, path: string): Found | undefined => {
    if (patterned.size === 0) return undefined
    const given = path.slice(1).split("/")
    for (const asked of [method, any]) {
      for (const { entry, segments } of patterned.get(`${asked} ${given.length}`) ?? []) {
        const parameters = parametersOf(segments, given)
        if (parameters !== undefined) return { entry, parameters }
      }
    }
    return undefined
  }

  return {
    /** `owner` says what it is, where another is at that method and path already, which throws a `TypeError`. */
    add: (method: string, owner: string, entry: Entry): void => {
      const { path } = entry
      const place = `${method} ${path.replace(/\{[^}]*\}/g, "{}")}`
      claim(place, owner, owners.get(place) ?? owners.get(`${any} ${topOf(path)}/`))
      const segments = segmentsOf(path)
      if (segments === undefined) return void fixed.set(`${method} ${path}`, { entry, parameters: none })
      const length = `${method} ${segments.length}`
      const others = patterned.get(length) ?? []
      patterned.set(length, [...others, { entry, segments }].sort(byRank))
    },
    /** The same for all that is below a path of one segment, too, by any method. */
    addBelow: (owner: string, entry: Entry): void => {
      const { path } = entry
      const other = [...owners].find(([place]) => topOf(place.slice(place.indexOf(" ") + 1)) === path)
      claim(`${any} ${path}/`, owner, other?.[1])
      below.set(path, { entry, parameters: none })
    },
    find: (method: string, path: string): Found | undefined =>
      fixed.get(`${method} ${path}`) ??
      fixed.get(`${any} ${path}`) ??
      below.get(topOf(path) ?? "") ??
      match(method, path)
  }
}
