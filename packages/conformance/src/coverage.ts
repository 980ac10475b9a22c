import { everywhere, type Requirement, requirements, unseen } from "./requirements/index.ts"
import type { Outcome } from "./runner.ts"

/** What came of a requirement in a run. */
export interface Coverage {
  readonly requirement: Requirement | keyof typeof unseen
  readonly text: string
  /** Held is what was looked at alone, and broken what a check of it saw a law broken in. */
  readonly status: "held" | "broken" | "inconclusive" | "not looked at"
  /** Why it was not looked at, or not decided; undefined where it was. */
  readonly why: string | undefined
  /** How many checks are about it. */
  readonly checks: number
  /** How many of them came to their end. */
  readonly made: number
}

/** How much of a law, or of a table of the specification, was looked at. */
export interface Share {
  /** What the names of its requirements begin with: `R7`, or `definition`. */
  readonly of: string
  readonly requirements: number
  readonly lookedAt: number
  /** How many of those that were looked at held. */
  readonly held: number
  /** How many checks are about it, and how many of them came to their end. */
  readonly checks: number
  readonly made: number
}

interface Covering {
  readonly covers: ReadonlyArray<Requirement>
  readonly outcome: Outcome
}

const isMade = ({ outcome }: Covering) => outcome.status === "held" || outcome.status === "broken"

/** What the name of a requirement begins with: the law that it is part of, or a table of the specification. */
export const partOf = (requirement: string) => requirement.split(".", 1)[0]!

/** What every answer to every check is held to is broken under these laws. */
const lawOf = (requirement: Requirement) => {
  const part = partOf(requirement)
  return part === "header" || part === "error" ? "E1" : part
}

const aboutOf = (requirement: Requirement, verdicts: ReadonlyArray<Covering>) =>
  everywhere.includes(requirement) ? verdicts : verdicts.filter(({ covers }) => covers.includes(requirement))

const isBroken = (requirement: Requirement, { outcome }: Covering) =>
  outcome.status === "broken" && (!everywhere.includes(requirement) || outcome.law === lawOf(requirement))

const comeOf = (
  requirement: Requirement,
  about: ReadonlyArray<Covering>
): Pick<Coverage, "status" | "why" | "checks" | "made"> => {
  const made = about.filter(isMade)
  const counts = { checks: about.length, made: made.length }
  if (about.some((one) => isBroken(requirement, one))) return { status: "broken", why: undefined, ...counts }
  const undecided = about.find(({ outcome }) => outcome.status === "inconclusive")
  if (undecided !== undefined && !everywhere.includes(requirement))
    return { status: "inconclusive", why: (undecided.outcome as { readonly why: string }).why, ...counts }
  if (made.length > 0) return { status: "held", why: undefined, ...counts }
  const whys = new Set(about.flatMap(({ outcome }) => ("why" in outcome ? [outcome.why] : [])))
  const why = whys.size === 0 ? "no check of it was asked for" : [...whys].join("; ")
  return { status: "not looked at", why, ...counts }
}

/**
 * What came of every requirement, those that no client can see among them. When to come back is told by a server that is
 * asked too much, or is away, and no check provokes that: it was looked at where a run met it. A server is told
 * nothing of what it does not serve, such as traces.
 */
export const coverageOf = (
  verdicts: ReadonlyArray<Covering>,
  metRetryAfter: boolean,
  isTold: (requirement: string) => boolean = () => true
): ReadonlyArray<Coverage> => allOf(verdicts, metRetryAfter).filter(({ requirement }) => isTold(requirement))

const allOf = (verdicts: ReadonlyArray<Covering>, metRetryAfter: boolean): ReadonlyArray<Coverage> => [
  ...Object.entries(requirements).map(([name, text]): Coverage => {
    const requirement = name as Requirement
    const come = comeOf(requirement, aboutOf(requirement, verdicts))
    const isUnmet = requirement === "E1.retry" && come.status === "held" && !metRetryAfter
    return isUnmet
      ? { requirement, text, status: "not looked at", why: "no answer was 429 or 503", checks: 0, made: 0 }
      : { requirement, text, ...come }
  }),
  ...Object.entries(unseen).map(([name, { text, why }]) => ({
    requirement: name as keyof typeof unseen,
    text,
    status: "not looked at" as const,
    why,
    checks: 0,
    made: 0
  }))
]

/** How much of each law was looked at, and of each table of the specification. */
export const sharesOf = (coverage: ReadonlyArray<Coverage>, verdicts: ReadonlyArray<Covering>): ReadonlyArray<Share> =>
  [...new Set(coverage.map(({ requirement }) => partOf(requirement)))].map((part) => {
    const own = coverage.filter(({ requirement }) => partOf(requirement) === part)
    const isOwn = (requirement: Requirement) => partOf(requirement) === part && !everywhere.includes(requirement)
    const about = verdicts.filter(({ covers }) => covers.some(isOwn))
    const lookedAt = own.filter(({ status }) => status === "held" || status === "broken")
    return {
      of: part,
      requirements: own.length,
      lookedAt: lookedAt.length,
      held: lookedAt.filter(({ status }) => status === "held").length,
      checks: about.length,
      made: about.filter(isMade).length
    }
  })
