import { InvalidView } from "@agent-operations/error-envelope"
import { unsaved as unsavedRevision, Validator } from "@agent-operations/views"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { LRUCache } from "lru-cache"
import type { View } from "./resolve.ts"
import { placed } from "./unsaved.ts"

/** What tells one page view with all that it uses from another: revisions never change, and what is not saved is told whole. */
const nameOf = ({ root, nodes }: View["graph"]): string => {
  const { id, revision, source, settings, references } = root
  const own = id === null ? [source, settings, references] : [id, revision]
  const used = nodes.map(({ requested, kind, id, revision, source, settings, references }) => [
    requested,
    ...(revision === unsavedRevision ? [source, settings, references] : [kind, id, revision])
  ])
  return createHash("sha256")
    .update(JSON.stringify([own, used]))
    .digest("base64")
}

/** Fails with what validation finds wrong, as `validate_page_view` tells it. What was valid once is not checked again. */
export const makeCheck = Effect.map(Validator, ({ validate }) => {
  const valid = new LRUCache<string, true>({ max: 1000 })
  return Effect.fnUntraced(function* ({ graph, unsaved }: View, project: string) {
    const name = `${project} ${nameOf(graph)}`
    if (valid.has(name)) return
    const result = yield* validate(graph)
    if (!result.valid) {
      return yield* new InvalidView({
        message: "The page view, or a definition that it uses, is not valid.",
        details: { issues: result.issues.map((issue) => placed(unsaved, issue)) }
      })
    }
    valid.set(name, true)
  })
})
