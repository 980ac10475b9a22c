import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { relative } from "node:path"
import { changedWords, mutatedOf, type ReportedMutant } from "./faults.ts"
import { ofInstrumenter } from "./instrumenter.ts"

/** A fault, as Stryker's instrumenter makes it. */
interface Fault extends Required<Pick<ReportedMutant, "replacement" | "location">> {
  readonly fileName: string
  readonly mutatorName: string
  readonly status?: string
}

interface Collected {
  ignoreReason?: string
  toApiMutant(): Fault
}

interface Instrumenter {
  instrument: (this: Instrumenter, ...given: Array<unknown>) => Promise<{ readonly mutants: ReadonlyArray<Fault> }>
}

interface MutantCollector {
  collect: (this: MutantCollector, ...given: Array<unknown>) => Collected
}

interface Class<A> {
  readonly prototype: A
}

const keyOf = ({ fileName, location, mutatorName, replacement }: Fault): string =>
  JSON.stringify([fileName, location, mutatorName, replacement])

/** Goes by the words that a fault changes and not by its line: a change of the code moves those alone that are in it. */
const rankOf = (fault: Fault, seed: number): string => {
  const source = readFileSync(fault.fileName, "utf8")
  const words = changedWords(source, mutatedOf(source, fault))
  const name = JSON.stringify([seed, relative(process.cwd(), fault.fileName), words])
  return createHash("sha256").update(name).digest("hex")
}

/** The faults that are tried: the first of all that there are, in an order that the seed decides. */
export interface Sample {
  readonly seed: number
  readonly size: number
  /** The name of the mutator whose faults alone are drawn. */
  readonly mutator: string | undefined
}

/** Has Stryker try no faults but those that are drawn. */
export const drawFaults = async ({ seed, mutator }: Pick<Sample, "seed" | "mutator">) => {
  const { Instrumenter } = await ofInstrumenter<{ Instrumenter: Class<Instrumenter> }>("instrumenter.js")
  const { MutantCollector } = await ofInstrumenter<{ MutantCollector: Class<MutantCollector> }>("transformers/index.js")
  const { instrument } = Instrumenter.prototype
  const { collect } = MutantCollector.prototype
  let [all, size] = [Infinity, 0]
  let drawn: ReadonlySet<string> | undefined
  MutantCollector.prototype.collect = function (...given) {
    const fault = collect.apply(this, given)
    if (drawn?.has(keyOf(fault.toApiMutant())) === false) fault.ignoreReason ??= "It is not drawn."
    return fault
  }
  Instrumenter.prototype.instrument = async function (...given) {
    drawn = undefined
    const { mutants } = await instrument.apply(this, given)
    const faults = mutants.filter(
      ({ status, mutatorName }) => status === undefined && (mutator ?? mutatorName) === mutatorName
    )
    all = faults.length
    const ranked = faults.map((fault) => ({ key: keyOf(fault), rank: rankOf(fault, seed) }))
    const inOrder = ranked.toSorted((a, b) => a.rank.localeCompare(b.rank))
    drawn = new Set(inOrder.slice(0, size).map(({ key }) => key))
    return instrument.apply(this, given)
  }
  return {
    /** The next run tries this many. */
    draw: (next: number): void => {
      size = next
    },
    /** How many there are to draw from, once a run has counted them. */
    all: () => all
  }
}
