import fc from "fast-check"
import { Broken, expect } from "./Broken.ts"
import type { Check, Context } from "./check.ts"
import { type Exchange, makeClient } from "./client.ts"
import { makeAnswers } from "./document/answers.ts"
import { readDocument, type ServedDocument } from "./document/document.ts"
import { Inconclusive } from "./Inconclusive.ts"
import type { Law } from "./laws.ts"
import { NotChecked } from "./NotChecked.ts"
import { calling, isLetIn, probeOf, seenIn } from "./probe.ts"
import { prepare, type Refused } from "./prepare.ts"
import { fewOf, quickScale, type Tries } from "./power.ts"
import type { Served } from "./served.ts"
import type { Target } from "./target.ts"
import { defaultPatience, makeSend, type Patience, type Send } from "./transport.ts"

/** What came of a check. */
export type Outcome =
  | { readonly status: "held" }
  | { readonly status: "not checked"; readonly why: string }
  /** The server, or the way to it, was not well enough to decide. */
  | { readonly status: "inconclusive"; readonly why: string }
  | {
      readonly status: "broken"
      readonly law: Law
      readonly message: string
      readonly history: ReadonlyArray<Exchange>
    }

export interface RunnerOptions extends Partial<Patience> {
  /** What random values come from. Default: a random one, which the report names. */
  readonly seed?: number | undefined
  /** How many times as many random cases as by default. Default: 1, and 0.05 in a quick run. */
  readonly scale?: number | undefined
  /**
   * Whether to leave out the checks that make the most calls, of what others look at too, and to look at a few cases where
   * there are many: enough for each change of a server, and the whole suite for its release. Default: false.
   */
  readonly quick?: boolean | undefined
}

/** Runs checks on a target. */
export interface Runner {
  readonly seed: number
  readonly send: Send
  readonly run: (check: Check) => Promise<Outcome>
  /** Finds out, before any check, what the server takes of each kind, and resolves with those of which it takes nothing. */
  readonly prepare: () => Promise<ReadonlyArray<Refused>>
  /** Deletes what was made for the checks to refer to. */
  readonly clear: () => Promise<void>
  /** How many operations were called. */
  readonly calls: () => number
  /** How often it tried what may go wrong by chance. */
  readonly tries: () => Tries
  /** Whether an answer was one that has to say when to come back. */
  readonly metRetryAfter: () => boolean
}

/** How often a check, or a case of it, that could not be decided is begun again. */
const attempts = 4

let words = 0
const word = () => `c${Math.random().toString(36).slice(2, 12)}${(words++).toString(36)}`

/**
 * Runs checks on a target, and says what came of each, with the shortest history that breaks the law. Where one cannot be
 * decided, as the server was away for a moment, it is begun again.
 */
export const makeRunner = (
  served: Served,
  target: Target,
  {
    seed = Math.floor(Math.random() * 2 ** 31),
    quick = false,
    scale = quick ? quickScale : 1,
    ...patience
  }: RunnerOptions = {}
): Runner => {
  const few: Context["few"] = (values) => (quick ? fewOf([...values]) : [...values])
  let calls = 0
  const allTries = new Map<string, number>()
  const probe = probeOf(served)
  let metRetryAfter = false
  const send = makeSend(
    target,
    { ...defaultPatience, ...patience },
    {
      isWell: async (once) => isLetIn(seenIn(await once(calling(probe, target))), probe),
      onRetryAfter: () => void (metRetryAfter = true)
    }
  )

  let ready = served
  let clear = async () => {}
  const answers = makeAnswers()
  let document: Promise<ServedDocument> | undefined
  const fetchDocument = async () => {
    const { status, text } = await send({ path: "/openapi.json", method: "GET", repeatable: true })
    expect("C2", status === 200, `GET /openapi.json was answered ${status} ${text.slice(0, 300)}`)
    return readDocument(text)
  }
  const documentOnce: Context["document"] = () => {
    document ??= fetchDocument()
    document.catch((error: unknown) => {
      if (error instanceof Inconclusive) document = undefined
    })
    return document
  }

  const attempt = async (one: Check): Promise<Outcome> => {
    let history: Array<Exchange> = []
    const tries: Array<readonly [string, number]> = []
    let broken: { readonly cause: unknown; readonly history: ReadonlyArray<Exchange> } | undefined
    const note = (exchange: Exchange) => {
      history.push(exchange)
      calls++
    }
    const as: Context["as"] = ({ key = target.key, projectId = target.projectId }) =>
      makeClient(served.find, send, { key, projectId }, note, answers.note)
    /** Looks at one case, some times where that was not decided. */
    const decide = async <T>(
      value: T,
      holds: (value: T) => Promise<void>,
      left = attempts
    ): Promise<Inconclusive | undefined> => {
      history = []
      try {
        await holds(value)
        return undefined
      } catch (cause) {
        if (!(cause instanceof Inconclusive)) {
          broken = { cause, history }
          throw cause
        }
        return left > 0 ? decide(value, holds, left - 1) : cause
      }
    }
    const each: Context["each"] = async (cases, holds) => {
      for (const one of cases) {
        const undecided = await decide(one, holds)
        if (undecided !== undefined) throw undecided
      }
    }
    const forAll: Context["forAll"] = async (values, runs, holds) => {
      let undecided: Inconclusive | undefined
      // fast-check tries smaller cases for as long as they fail: the last that failed is the smallest.
      const property = fc.asyncProperty(values, async (value) => {
        undecided ??= await decide(value, holds)
      })
      await fc.assert(property, { seed, numRuns: Math.max(1, Math.ceil(runs * scale)) })
      if (undecided !== undefined) throw undecided as Inconclusive
    }
    try {
      const tried: Context["tried"] = (what, times) => void tries.push([what, times])
      const shared = {
        target,
        served: ready,
        as,
        note,
        word,
        each,
        forAll,
        send,
        answers,
        document: documentOnce,
        scale,
        quick,
        few,
        tried
      }
      await one.run({ ...shared, client: as({}) })
      for (const [what, times] of tries) allTries.set(what, (allTries.get(what) ?? 0) + times)
      return { status: "held" }
    } catch (error) {
      const { cause, history: shortest } = broken ?? { cause: error, history }
      if (cause instanceof NotChecked) return { status: "not checked", why: cause.message }
      if (cause instanceof Inconclusive) return { status: "inconclusive", why: cause.message }
      const law = cause instanceof Broken ? cause.law : one.law
      const message = cause instanceof Error ? cause.message : String(cause)
      return { status: "broken", law, message, history: shortest }
    }
  }

  return {
    seed,
    send,
    prepare: async () => {
      const client = makeClient(served.find, send, target, () => void calls++)
      const prepared = await prepare(served, target, client, word)
      ready = prepared.served
      clear = prepared.clear
      return prepared.refused
    },
    clear: () => clear(),
    calls: () => calls,
    metRetryAfter: () => metRetryAfter,
    tries: () => {
      const { races = 0, ...reads } = Object.fromEntries(allTries)
      return { races, reads }
    },
    run: async (one) => {
      const missing = one.needs.filter((need) => target[need] === undefined)
      if (missing.length > 0) return { status: "not checked", why: `the target has no ${missing.join(", no ")}` }
      if (quick && one.long) return { status: "not checked", why: "a quick run leaves it out" }
      let outcome = await attempt(one)
      for (let n = 0; n < attempts && outcome.status === "inconclusive"; n++) outcome = await attempt(one)
      return outcome
    }
  }
}
