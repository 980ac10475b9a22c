import type fc from "fast-check"
import type { Client, Exchange } from "./client.ts"
import type { Answers } from "./document/answers.ts"
import type { ServedDocument } from "./document/document.ts"
import type { Law } from "./laws.ts"
import type { Requirement } from "./requirements/index.ts"
import type { Optional, Target } from "./target.ts"
import type { Served } from "./served.ts"
import type { Send } from "./transport.ts"

/** What a check works with. */
export interface Context {
  readonly target: Target
  /** What the server is held to, with what it was found to take of each kind. */
  readonly served: Served
  /** Calls with the target's `key` in its project. */
  readonly client: Client
  /** Calls with another credential, or in another project. */
  readonly as: (credential: { readonly key?: string | undefined; readonly projectId?: string | undefined }) => Client
  /** Notes what `send` sent and was answered, for the history of a failure. */
  readonly note: (exchange: Exchange) => void
  /** Sends anything to the target, within its time; what is not well is not an answer. */
  readonly send: Send
  /** The OpenAPI document of the server, asked for once in a run. Throws `Broken` with C2 where there is none. */
  readonly document: () => Promise<ServedDocument>
  /** The answers that the run met so far. */
  readonly answers: Pick<Answers, "of">
  /** A word that no name had before, to tell the check's own definitions by. */
  readonly word: () => string
  /** Looks at cases in turn; one is looked at again by itself where the server was away meanwhile. */
  readonly each: <T>(cases: ReadonlyArray<T>, holds: (one: T) => Promise<void>) => Promise<void>
  /**
   * Runs a property so many times with random values, from the run's seed, and shrinks what breaks it.
   *
   * @example
   * await context.forAll(fc.nat(), 20, async (n) => { … })
   */
  readonly forAll: <T>(values: fc.Arbitrary<T>, runs: number, holds: (value: T) => Promise<void>) => Promise<void>
  /** How many times as many cases as by default. */
  readonly scale: number
  /** Whether the run is a quick one. */
  readonly quick: boolean
  /** Some values; in a quick run at most a dozen, spread over all. What is left out was not looked at. */
  readonly few: <T>(values: Iterable<T>) => ReadonlyArray<T>
  /** Counts what may go wrong by chance, and did not: races, and reads of an operation beside or after one. */
  readonly tried: (what: string, times: number) => void
}

/** A test of one law against a target. */
export interface Check {
  readonly law: Law
  /** Other laws that it can show broken, beside those that every answer is held to. */
  readonly also: ReadonlyArray<Law>
  readonly title: string
  /** The requirements that it looks at. */
  readonly covers: ReadonlyArray<Requirement>
  /** The family that it is of; undefined where it is of the server as a whole. */
  readonly family: string | undefined
  /** What the target has to offer for it. */
  readonly needs: ReadonlyArray<Optional>
  /** Whether it looks at what the others met, and is made when they came to their end. */
  readonly last: boolean
  /** Whether it makes some hundred calls, and others look at the same with less: a quick run leaves it out. */
  readonly long: boolean
  /** Throws `Broken` where the law does not hold, `NotChecked` where there is nothing to look at. */
  readonly run: (context: Context) => Promise<void>
}

export type CheckOptions = Partial<Pick<Check, "also" | "covers" | "needs" | "family" | "last" | "long">>

/**
 * Declares a check.
 *
 * @example
 * check("E3", "a threshold below zero is refused", async ({ client }) => {
 *   const { status } = await client.call("create_alert_rule", { … })
 *   expect("E3", status === 400, `it was answered ${status}`)
 * })
 */
export const check = (
  law: Law,
  title: string,
  run: Check["run"],
  { also = [], covers = [], needs = [], family, last = false, long = false }: CheckOptions = {}
): Check => ({ law, title, run, also, covers, needs, family, last, long })
