import { everywhere, type Requirement, requirements, unseen } from "./requirements/index.ts"
import type { Outcome } from "./runner.ts"

/** Whether a requirement was looked at, and why not. */
export interface Coverage {
  readonly requirement: Requirement | keyof typeof unseen
  readonly text: string
  /** Why it was not looked at; undefined where it was. */
  readonly why: string | undefined
}

interface Covering {
  readonly covers: ReadonlyArray<Requirement>
  readonly outcome: Outcome
}

const whyNot = (verdicts: ReadonlyArray<Covering>): string | undefined => {
  if (verdicts.some(({ outcome }) => outcome.status === "held" || outcome.status === "broken")) return undefined
  const whys = verdicts.flatMap(({ outcome }) => ("why" in outcome ? [outcome.why] : []))
  return whys[0] ?? "no check of it was asked for"
}

/** Every requirement that checks of a run are about, those that no client can see among them, and whether it was looked at. */
export const coverageOf = (verdicts: ReadonlyArray<Covering>): ReadonlyArray<Coverage> => [
  ...Object.entries(requirements).map(([name, text]) => {
    const requirement = name as Requirement
    const about = everywhere.includes(requirement)
      ? verdicts
      : verdicts.filter(({ covers }) => covers.includes(requirement))
    return { requirement, text, why: whyNot(about) }
  }),
  ...Object.entries(unseen).map(([name, { text, why }]) => ({ requirement: name as keyof typeof unseen, text, why }))
]
