import {
  drawManyScripts,
  explainMany,
  type ManyRecorded,
  operationOf,
  playMany,
  recordMany,
  renderMany,
  type Send,
  shrinkMany
} from "@agent-operations/conformance/history"
import { CustomField, PageView } from "@agent-operations/contract"
import { type Walked, walkFaults, walkList } from "./walk.ts"

const kinds = [
  {
    name: PageView.name,
    operationOf: operationOf(PageView),
    body: { source: { type: "table" }, settings: { target: "traces" } },
    mayReference: ["page_view", "custom_field"],
    hasDependencies: true
  },
  {
    name: CustomField.name,
    operationOf: operationOf(CustomField),
    body: { source: { type: "attribute", pointer: "/a" }, settings: { target: "trace", valueType: "json" } },
    mayReference: ["custom_field"],
    hasDependencies: true
  }
]

/** What came of a history. */
export interface Played {
  readonly history: ReadonlyArray<ManyRecorded>
  /** Whether some order explains it; undefined where the search for one became too long. */
  readonly isExplained: boolean | undefined
  /** How many walks of lists were under way beside it, and what they told that no one may be told. */
  readonly walks: number
  readonly walkFaults: ReadonlyArray<string>
}

let histories = 0

/** Walks the list of each kind again and again until it is told to end. */
const walkUntil = async (end: AbortSignal, word: string, next: () => Send) => {
  const walks: Array<Walked> = []
  await Promise.all(
    kinds.map(async (kind) => {
      while (!end.aborted) {
        const walked = await walkList(next(), kind, word)
        if (walked !== undefined) walks.push(walked)
      }
    })
  )
  return walks
}

/**
 * Has clients act on definitions of their own, by scripts of a seed, each call at the next of some servers, and looks for
 * an order that explains what they saw. Beside them lists are walked. Laws: R1 to R4, R6 to R9, P1, P4.
 */
export const playHistory = async (seed: number, servers: ReadonlyArray<Send>): Promise<Played> => {
  const word = `<${process.pid}-${histories++}>`
  const recorder = recordMany(word, kinds)
  let turn = 0
  const next = () => servers[turn++ % servers.length]!
  const end = new AbortController()
  const walking = walkUntil(end.signal, word, next)
  await playMany({
    word,
    kinds,
    scripts: drawManyScripts(seed, { clients: 6, steps: 14 }),
    act: (client, act) => recorder.act(client, next(), act)
  }).finally(() => end.abort())
  const [walks, { history }] = [await walking, recorder]
  const found = explainMany(history)
  await recorder.clear(servers[0]!).catch(() => {})
  return {
    history,
    isExplained: found === "undecided" ? undefined : found !== "none",
    walks: walks.length,
    walkFaults: walks.flatMap((walk) => walkFaults(walk, history))
  }
}

/** The part of a history that no order explains, and the flags that play it again. */
export const tellHistory = (history: ReadonlyArray<ManyRecorded>, again: string): string =>
  [
    "R4: no order explains this part of what clients saw:",
    renderMany(shrinkMany(history)),
    `The same scripts again: npm run pnpm -- --filter @agent-operations/faults histories ${again}`
  ].join("\n")
