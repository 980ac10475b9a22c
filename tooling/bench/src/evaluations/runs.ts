import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { Ask } from "./open.ts"

/** What a run is made of: an app that answers its input, items, and the scorer that compares. */
export interface Parts {
  readonly app: string
  readonly dataset: string
  readonly scorer: string
}

interface Run {
  readonly id: string
  readonly status: string
  readonly counts: Readonly<Record<string, number>>
}

/** The most items that one write takes. */
const batch = 500

/** How often it is asked whether a run is done, in milliseconds: what a run is said to take is up to that much more. */
const pollMillis = 20

/** Makes a dataset of so many items of about 100 bytes, an app at an address, and a built-in scorer. */
export const makeParts = async (ask: Ask, url: string, items: number): Promise<Parts> => {
  const { id: dataset } = await ask<{ id: string }>("create_dataset", {
    name: `Of ${items}`,
    source: { type: "items" },
    settings: {}
  })
  for (let from = 0; from < items; from += batch) {
    const put = Array.from({ length: Math.min(batch, items - from) }, (_, n) => {
      const text = `Question ${from + n} ${"x".repeat(80)}`
      return { externalId: String(from + n), input: text, expected: text }
    })
    await ask("put_dataset_items", { datasetId: dataset, items: put })
  }
  const { id: app } = await ask<{ id: string }>("register_app", {
    name: `Echo ${items}`,
    source: { type: "http", url, streaming: "none", outputPointer: "/output", headers: {} },
    settings: { maxConcurrency: 20, timeoutMs: 10_000 }
  })
  const { id: scorer } = await ask<{ id: string }>("create_scorer", {
    name: `Exact ${items}`,
    source: { type: "builtin", name: "exact" },
    settings: { output: { type: "boolean" } }
  })
  return { app, dataset, scorer }
}

/** Creates a run, and tells its ID. */
export const createRun = async (ask: Ask, { app, dataset, scorer }: Parts, repetitions = 1): Promise<string> => {
  const { id } = await ask<Run>("create_eval_run", {
    requestKey: randomUUID(),
    name: "Bench",
    app: { id: app },
    dataset: { id: dataset },
    scorers: { exact: { id: scorer } },
    repetitions
  })
  return id
}

/** Waits until a run that goes on has a status. */
export const awaitStatus = async (ask: Ask, id: string, status: "completed" | "cancelled"): Promise<Run> => {
  for (;;) {
    const { run } = await ask<{ run: Run }>("get_eval_run", { id, limit: 1 })
    if (run.status === status) return run
    if (!["queued", "running", "cancelling"].includes(run.status)) throw new Error(`The run is ${JSON.stringify(run)}`)
    await sleep(pollMillis)
  }
}

/** Waits until a run has completed with all of its targets scored. */
export const awaitRun = async (ask: Ask, id: string, targets: number): Promise<void> => {
  const { counts } = await awaitStatus(ask, id, "completed")
  if (counts["succeeded"] !== targets) throw new Error(`The run ended with ${JSON.stringify(counts)}`)
}

/** Seconds that a run of so many targets takes, from its creation to its end. */
export const timeRun = async (ask: Ask, parts: Parts, targets: number): Promise<number> => {
  const began = performance.now()
  await awaitRun(ask, await createRun(ask, parts), targets)
  return (performance.now() - began) / 1000
}
