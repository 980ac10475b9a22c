import * as Schema from "effect/Schema"
import { operation } from "../../core/operation.ts"
import { Actor, Revision, Timestamp } from "../../definition/primitives.ts"
import { Prompt } from "./kind.ts"

/** The label that is no label: it means the current revision. */
export const latest = "latest"

const labelPattern = "[a-z][a-z0-9._-]{0,39}"

/** A label by which a prompt is read, `latest` among them. */
export const AnyLabel = Schema.String.check(
  Schema.isPattern(new RegExp(`^${labelPattern}$`, "u"), {
    expected: "a label: a lower-case letter, then up to 39 lower-case letters, digits, dots, underscores or hyphens"
  })
)

/** A label that can be set. */
export const LabelName = Schema.String.check(
  Schema.isPattern(new RegExp(`^(?!${latest}$)${labelPattern}$`, "u"), {
    expected:
      "a label: a lower-case letter, then up to 39 lower-case letters, digits, dots, underscores or hyphens; latest is the " +
      "current revision and can't be set"
  })
)

export const LabelRevision = Schema.Natural.annotate({
  identifier: "PromptLabelRevision",
  description: "How often the label was moved: 1, 2, 3, …"
})

/** Where a label points. Law: M1. */
export const PromptLabel = Schema.Struct({
  promptId: Prompt.Id,
  label: LabelName,
  revision: Schema.NullOr(Revision).annotate({
    description: "The revision that it points at; null where it was taken away."
  }),
  labelRevision: LabelRevision,
  movedAt: Timestamp,
  movedBy: Actor,
  protected: Schema.Boolean.annotate({
    description: "Whether it is moved by owners and admins of the organization alone, and by no API key."
  })
}).annotate({ identifier: "PromptLabel", description: "A name that points at one revision of a prompt." })

const exampleLabel: typeof PromptLabel.Encoded = {
  promptId: Prompt.example.id,
  label: "production",
  revision: 1,
  labelRevision: 1,
  movedAt: "2026-11-20T10:00:00.000Z",
  movedBy: { type: "user", id: "usr_01k9x3j8w2d6tr5c1f9p7g4h0m", name: "Ada Lovelace" },
  protected: false
}

const of = { id: Prompt.Id, label: LabelName }
const writing = ["prompts:read", "apps:write"] as const

/** Lists the labels of a prompt. */
export const listPromptLabels = operation({
  id: "list_prompt_labels",
  summary: "List the labels of a prompt",
  description:
    "Lists the labels of a prompt by name, at most 50, so that nextCursor is always null. A protected label is listed after " +
    "it was taken away too.",
  scopes: ["prompts:read"],
  effect: "read",
  input: Schema.Struct({ id: Prompt.Id }),
  result: Schema.Struct({ items: Schema.Array(PromptLabel), nextCursor: Schema.Null }),
  errors: ["NOT_FOUND"],
  example: { input: { id: Prompt.example.id }, result: { items: [exampleLabel], nextCursor: null } }
})

/** Moves a label. Of racing moves with one `expectedRevision` one wins. Laws: M1, M2. */
export const setPromptLabel = operation({
  id: "set_prompt_label",
  summary: "Move a label of a prompt to a revision",
  description:
    "Points a label at a revision, if expectedRevision is what it points at now: that deploys the revision to whoever reads " +
    "the label, and moving it back rolls back. revision null takes the label away, and expectedRevision null expects that it " +
    "points at nothing. A prompt has at most 50 labels. A protected label is moved by owners and admins alone.",
  scopes: writing,
  effect: "write",
  input: Schema.Struct({
    ...of,
    revision: Schema.NullOr(Revision).annotate({ description: "What to point at; null takes the label away." }),
    expectedRevision: Schema.NullOr(Revision).annotate({ description: "What it points at now; null if at nothing." })
  }),
  result: PromptLabel,
  errors: ["NOT_FOUND", "CONFLICT", "LABEL_PROTECTED"],
  hints: { CONFLICT: "Read the labels with list_prompt_labels, and move this one from where it points now." },
  example: {
    input: { id: Prompt.example.id, label: "production", revision: 1, expectedRevision: null },
    result: exampleLabel
  }
})

/** Protects a label, so that no key moves it. Law: M2. */
export const protectPromptLabel = operation({
  id: "protect_prompt_label",
  summary: "Protect a label of a prompt, or no longer",
  description:
    "Has a label be moved by owners and admins of the organization alone, or by everybody again. Only they may call it, as " +
    "people: an API key is HUMAN_REQUIRED. While a label is protected, only they delete the prompt.",
  scopes: writing,
  effect: "write",
  callers: "people",
  input: Schema.Struct({ ...of, protected: Schema.Boolean }),
  result: PromptLabel,
  errors: ["NOT_FOUND", "HUMAN_REQUIRED", "LABEL_PROTECTED"],
  example: {
    input: { id: Prompt.example.id, label: "production", protected: true },
    result: { ...exampleLabel, protected: true }
  }
})
