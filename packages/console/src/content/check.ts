import { OperationServices, validateWhole } from "@agent-operations/operations"
import { Effect } from "effect"
import type { Content, ContentKind } from "./kinds.ts"
import type { Checked } from "./parts/issues.ts"
import type { Stored } from "./stored.ts"
import { validatePageView } from "./verbs.ts"

type Draft = Pick<Content, "source" | "settings" | "references">
type Unread = Omit<Draft, "settings"> & { readonly settings: Draft["settings"] | string }

const checkWhole = Effect.fnUntraced(function* (kind: ContentKind, draft: Unread) {
  const root = { kind: kind.spec.name, id: null, revision: null, ...draft } as Parameters<typeof validateWhole>[1]
  return (yield* validateWhole(yield* OperationServices, root)) as Checked
})

/** Checks a definition that need not be saved, and everything that it uses. Nothing is run, and nothing is saved. */
export const check = Effect.fnUntraced(function* (kind: ContentKind, { source, settings, references }: Draft) {
  const draft = { source, settings, references }
  // No operation checks a custom field that is not saved.
  return kind.spec.name === "page_view" ? yield* validatePageView({ draft }) : yield* checkWhole(kind, draft)
})

/** Checks a revision as it is stored, which nobody need decode again. */
export const checkStored = (kind: ContentKind, { source, settings, references }: Stored) =>
  checkWhole(kind, { source, settings, references })
