import { viewFamilies } from "@agent-operations/contract"
import type { Check } from "../../../src/check.ts"
import { checksOf } from "../../../src/run.ts"
import { makeRunner } from "../../../src/runner.ts"
import { servedOf } from "../../../src/served.ts"
import { toyServer } from "../server.ts"
import { document } from "./document.ts"
import type { Fault } from "./fault.ts"
import figures from "./figures.json" with { type: "json" }

const served = servedOf(viewFamilies)
const checks = checksOf(served, {})

/** What tells a check to people. */
export const titleOf = ({ law, title }: Check) => `${law} ${title}`

const byTitle = new Map(checks.map((one) => [titleOf(one), one]))

/** The check that caught each fault when all were last held to the kit, which finds it sooner than those before it. */
const caughtBy: Readonly<Record<string, string | undefined>> = figures.caughtBy

/** Whether a fault is caught by what it breaks, and what was seen broken on the way. */
export interface Caught {
  /** The check that caught it; undefined where none did. */
  readonly by: Check | undefined
  readonly seed: number
  readonly broken: ReadonlyArray<string>
}

/** Holds a server that is wrong in one place to the checks of what it breaks, to one of them first. */
export const catchFault = async (
  name: string,
  { law, requirement, wrong }: Fault,
  {
    first = byTitle.get(caughtBy[name] ?? ""),
    ...options
  }: { readonly seed?: number; readonly first?: Check | undefined } = {}
): Promise<Caught> => {
  const { run, seed } = makeRunner(served, toyServer(wrong), options)
  // A check of the requirement catches it under any law, since another may be seen broken first; others under its own.
  const isAbout = (one: Check) => one.covers.includes(requirement)
  const some = [...checks.filter(isAbout), ...checks.filter((one) => !isAbout(one) && one.law === law)]
  const broken: Array<string> = []
  // What every answer is held to is covered by no check of its own.
  const all = some.some(isAbout) ? some : checks
  for (const one of first === undefined ? all : new Set([first, ...all])) {
    const outcome = await run(one)
    if (outcome.status !== "broken") continue
    broken.push(outcome.law)
    if (isAbout(one) || outcome.law === law || name in document) return { by: one, seed, broken }
  }
  return { by: undefined, seed, broken }
}
