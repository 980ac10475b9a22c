import { OperationServices, validateWhole } from "@agent-operations/operations"
import { Effect } from "effect"
import type { Content } from "./diff/content.ts"
import type { ContentKind } from "./kinds.ts"
import type { Checked } from "./parts/issues.ts"
import { validatePageView } from "./verbs.ts"

type Draft = Pick<Content, "source" | "settings" | "references">

// No operation checks a custom field that is not saved.
const checkCustomField = Effect.fnUntraced(function* (draft: Draft) {
  const root = { kind: "custom_field", id: null, revision: null, ...draft } as Parameters<typeof validateWhole>[1]
  return (yield* validateWhole(yield* OperationServices, root)) as Checked
})

/** Checks a definition that need not be saved, and everything that it uses. Nothing is run, and nothing is saved. */
export const check = Effect.fnUntraced(function* (kind: ContentKind, { source, settings, references }: Draft) {
  const draft = { source, settings, references }
  return kind.spec.name === "page_view" ? yield* validatePageView({ draft }) : yield* checkCustomField(draft)
})
