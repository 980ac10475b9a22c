import {
  clearMany,
  drawManyScripts,
  explainMany,
  type ManyRecorded,
  playMany,
  recordMany,
  renderMany,
  type Send,
  shrinkMany
} from "@agent-operations/conformance/history"

const kinds = [
  {
    name: "page_view",
    body: { source: { type: "table" }, settings: { target: "traces" } },
    mayReference: ["page_view", "custom_field"],
    hasDependencies: true
  },
  {
    name: "custom_field",
    body: { source: { type: "attribute", pointer: "/a" }, settings: { target: "trace", valueType: "json" } },
    mayReference: ["custom_field"],
    hasDependencies: false
  }
]

/** What came of a history. */
export interface Played {
  readonly history: ReadonlyArray<ManyRecorded>
  /** Whether some order explains it; undefined where the search for one became too long. */
  readonly isExplained: boolean | undefined
}

let histories = 0

/**
 * Has clients act on definitions of their own, by scripts of a seed, each call at the next of some servers, and looks for
 * an order that explains what they saw. Laws: R1 to R4, R6 to R9, P4.
 */
export const playHistory = async (seed: number, servers: ReadonlyArray<Send>): Promise<Played> => {
  const word = `<${process.pid}-${histories++}>`
  const recorder = recordMany(word, kinds)
  let turn = 0
  await playMany({
    word,
    kinds,
    scripts: drawManyScripts(seed, { clients: 6, steps: 14 }),
    act: (client, act) => recorder.act(client, servers[turn++ % servers.length]!, act)
  })
  const { history } = recorder
  const found = explainMany(history)
  await clearMany(history, servers[0]!).catch(() => {})
  return { history, isExplained: found === "undecided" ? undefined : found !== "none" }
}

/** The part of a history that no order explains, and the flags that play it again. */
export const tellHistory = (history: ReadonlyArray<ManyRecorded>, again: string): string =>
  [
    "R4: no order explains this part of what clients saw:",
    renderMany(shrinkMany(history)),
    `The same scripts again: npm run pnpm -- --filter @agent-operations/faults histories ${again}`
  ].join("\n")
