import { Caller } from "@agent-operations/auth"
import type { Operation } from "@agent-operations/contract"
import { Scorer, type scorers } from "@agent-operations/contract/scorers"
import { decodeContent, type DecodedContent, definitionHandlers, spaceOf } from "@agent-operations/definitions"
import { EncodedRevisionStore } from "@agent-operations/revision-store"
import { Effect } from "effect"
import { Scorers } from "../Scorers.ts"
import { checkScorer } from "./check-scorer.ts"
import type { Issue, ScorerNode } from "./issue.ts"

const maxIssues = 200

/** How much a scorer may refer to for it to be checked. */
const graphLimits = { maxNodes: 500, maxBytes: 8 * 1024 * 1024 }

type Key = { readonly id: string; readonly revision: number | null }

const keyOf = ({ id, revision }: Key) => `${id} ${revision}`

/** A stored revision: what was written was decoded by the kind's schemas. */
const nodeOf = ({ source, settings, references }: DecodedContent): ScorerNode => ({
  source: source as Scorer["source"],
  settings: settings as Scorer["settings"],
  references
})

/** The handlers of the operations over scorers. */
export const scorerHandlers = Effect.gen(function* () {
  const store = yield* EncodedRevisionStore
  const pool = yield* Scorers

  /** What is wrong with what is read on a thread: code, and a schema. */
  const readIssues = Effect.fnUntraced(function* ({ source }: ScorerNode) {
    if (source.type === "code") {
      const faults = yield* pool.check(source)
      return faults.map((fault): Issue => ({ severity: "error", path: "/source/code", ...fault }))
    }
    if (source.type !== "builtin" || source.name !== "jsonSchema" || source.options.schema === null) return []
    const faults = yield* pool.checkSchema(source.options.schema)
    return faults.map((message): Issue => ({
      severity: "error",
      code: "INVALID_SCHEMA",
      message,
      path: "/source/options/schema"
    }))
  })

  return {
    ...(yield* definitionHandlers(Scorer)),

    validate: Effect.fnUntraced(function* (input: Operation.Input<(typeof scorers)["operations"]["validate"]>) {
      const { id = "", revision, draft } = input
      const space = spaceOf(yield* Caller)
      const node = draft ?? nodeOf(yield* decodeContent(yield* store.read(space, Scorer, id, revision)))
      const isAlone = Object.keys(node.references).length === 0
      const found = isAlone ? [] : yield* store.graph(space, node.references, graphLimits)
      const there = new Set(found.flatMap(({ requested, resolved }) => (resolved === null ? [] : [keyOf(requested)])))
      const issues = [...(yield* readIssues(node)), ...checkScorer(node, (reference) => there.has(keyOf(reference)))]
      const errors = issues.filter(({ severity }) => severity === "error")
      const warnings = issues.filter(({ severity }) => severity === "warning")
      return {
        valid: errors.length === 0,
        issues: [...errors, ...warnings].slice(0, maxIssues),
        checked: { dependencies: there.size }
      }
    })
  }
})
