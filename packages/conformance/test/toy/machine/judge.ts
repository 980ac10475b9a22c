import { setImmediate } from "node:timers/promises"
import { viewFamilies } from "@agent-operations/contract"
import type { Check } from "../../../src/check.ts"
import type { Target } from "../../../src/index.ts"
import { checksOf } from "../../../src/run.ts"
import { makeRunner } from "../../../src/runner.ts"
import { servedOf } from "../../../src/served.ts"
import { titleOf } from "../faults/catch.ts"
import { toyServer } from "../server.ts"
import type { Mutant } from "./mutant.ts"

/** What came of a mutant. */
export interface Judged {
  readonly mutant: Mutant
  /** The check that shows it wrong; undefined where none does. */
  readonly caughtBy: string | undefined
  /** How often it did what is wrong, if that is counted. */
  readonly fired: number | undefined
  readonly millis: number
  /** What was seen, where it was caught. */
  readonly message: string
}

const options = { scale: 0.3, timeoutMillis: 10_000, patienceMillis: 2000 } as const

const served = servedOf(viewFamilies)
const all = checksOf(served, {})

/** A runner over a mutant. A server that answers at once again and again would leave it no time to look at the clock. */
const runnerOver = ({ fetch, ...target }: Target, seed: number) => {
  const answering = async (request: Request) => {
    await setImmediate()
    return fetch!(request)
  }
  return makeRunner(served, { ...target, fetch: answering }, { ...options, seed })
}

/** Whether the check of a title shows a mutant wrong, with random cases of a seed. */
export const isCaughtBy = async ({ serve }: Mutant, title: string, seed: number): Promise<boolean> => {
  const one = all.find((check) => titleOf(check) === title)
  return one !== undefined && (await runnerOver(serve().target, seed).run(one)).status === "broken"
}

/** A check, what it costs at the right server, and the paths that it asks there. */
interface Known {
  readonly one: Check
  readonly cost: number
  readonly asks: ReadonlySet<string>
}

const lookAt = async (one: Check): Promise<Known | undefined> => {
  const asks = new Set<string>()
  const target = toyServer()
  const fetch = async (request: Request) => {
    asks.add(new URL(request.url).pathname.split("/").at(-1)!)
    return target.fetch!(request)
  }
  const runner = makeRunner(served, { ...target, fetch }, { ...options, seed: 1 })
  const started = performance.now()
  const outcome = await runner.run(one)
  if (outcome.status === "broken") throw new Error(`The right server is called wrong: ${outcome.message}`)
  return outcome.status === "held" ? { one, asks, cost: performance.now() - started } : undefined
}

/** What was learnt of the checks at the right server, the cheap ones first. */
const lookAtAll = async (): Promise<ReadonlyArray<Known>> => {
  const known: Array<Known> = []
  for (const one of all) known.push(...[await lookAt(one)].filter((looked) => looked !== undefined))
  return known.toSorted((a, b) => Number(a.one.last) - Number(b.one.last) || a.cost - b.cost)
}

/** So many checks that caught one of a group of mutants lately are tried first at the next. */
const remembered = 4

/**
 * Holds mutants to the checks, one check after the other until one shows them wrong: those first that caught what is
 * akin, then the cheap ones. A check that does not ask what is wrong sees a right server, and is left out.
 */
export const makeJudge = async (): Promise<(mutant: Mutant) => Promise<Judged>> => {
  const checks = await lookAtAll()
  const lately = new Map<string, ReadonlyArray<Check>>()
  return async (mutant) => {
    const started = performance.now()
    const { target, fired } = mutant.serve()
    const runner = runnerOver(target, 1)
    const { operator, operation, place } = mutant
    const akin = [operator, `${operation} ${place}`, operator.split(":")[0]!, operation]
    const isAsking = ({ one, asks }: Known) => one.last || asks.has(operation)
    // What the others are answered is what the last looks at, where the document is wrong.
    const others = operation === "openapi.json" ? checks.filter((known) => !isAsking(known)) : []
    const asking = [...checks.filter(isAsking), ...others]
      .map(({ one }) => one)
      .toSorted((a, b) => Number(a.last) - Number(b.last))
    const first = akin.flatMap((group) => lately.get(group) ?? []).filter((one) => !one.last && asking.includes(one))
    for (const one of new Set([...first, ...asking])) {
      const outcome = await runner.run(one)
      if (outcome.status !== "broken") continue
      for (const group of akin)
        lately.set(group, [...new Set([one, ...(lately.get(group) ?? [])])].slice(0, remembered))
      const millis = performance.now() - started
      return { mutant, caughtBy: titleOf(one), fired: fired(), millis, message: outcome.message }
    }
    return { mutant, caughtBy: undefined, fired: fired(), millis: performance.now() - started, message: "" }
  }
}
