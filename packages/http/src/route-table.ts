import type { Requirement } from "@agent-operations/auth"
import { routeMethods } from "@agent-operations/contract"
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
  readonly letIn: LetIn | undefined
}

/** What answers at a method and a path. */
export interface Entry {
  /** Method and path, as traces name them. */
  readonly name: string
  /** The path with its parameters by name, as metrics count it. */
  readonly path: string
  /** What it is, where it takes a credential: an operation, or a route that is none. */
  readonly operation?: Pick<Requirement, "id" | "scopes">
  readonly run: (request: AgentRequest, at: At) => Effect.Effect<AgentAnswer, AgentError>
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
const match = (segments: Segments, given: ReadonlyArray<string>): Parameters | undefined => {
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

/**
 * Everything that a server answers, by method and path. A path without parameters is found in one look; those that have
 * some are tried after, literal segments before parameters.
 */
export const makeRouteTable = () => {
  const fixed = new Map<string, Found>()
  const patterned = new Map<string, Array<Patterned>>()
  const owners = new Map<string, string>()

  const claim = (key: string, owner: string) => {
    const other = owners.get(key)
    if (other !== undefined) {
      throw new TypeError(`Both ${other} and ${owner} are at ${key}. Give one of them another path, or leave it out.`)
    }
    owners.set(key, owner)
  }

  const find = (method: string, path: string): Found | undefined => {
    const found = fixed.get(`${method} ${path}`)
    if (found !== undefined || patterned.size === 0) return found
    const given = path.slice(1).split("/")
    for (const { entry, segments } of patterned.get(`${method} ${given.length}`) ?? []) {
      const parameters = match(segments, given)
      if (parameters !== undefined) return { entry, parameters }
    }
    return undefined
  }

  return {
    /** Throws a `TypeError` where something is at that method and path already; `owner` says in it what this is. */
    add: (method: string, owner: string, entry: Entry, segments?: Segments): void => {
      claim(`${method} ${entry.path.replace(/\{[^}]*\}/g, "{}")}`, owner)
      if (segments === undefined) return void fixed.set(`${method} ${entry.path}`, { entry, parameters: none })
      const length = `${method} ${segments.length}`
      const others = patterned.get(length) ?? []
      patterned.set(length, [...others, { entry, segments }].sort(byRank))
    },
    find,
    /** Whether anything is at a path, by whatever method. */
    has: (path: string): boolean => routeMethods.some((method) => find(method, path) !== undefined)
  }
}
