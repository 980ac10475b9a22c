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
  promptId: Prompt.Id.annotateKey({ description: "ID of the prompt." }),
  label: LabelName.annotateKey({ description: "The name of the label, such as production." }),
  revision: Schema.NullOr(Revision).annotate({
    description: "The revision that it points at; null if the label was removed."
  }),
  labelRevision: LabelRevision,
  movedAt: Timestamp.annotateKey({ description: "When the label was last moved." }),
  movedBy: Actor.annotateKey({ description: "Who last moved the label." }),
  protected: Schema.Boolean.annotate({
    description: "Whether only owners and admins of the organization may move it, as people and not by an API key."
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

const of = {
  id: Prompt.Id.annotateKey({ description: "ID of the prompt." }),
  label: LabelName.annotateKey({ description: "The name of the label, such as production." })
}
const writing = ["prompts:read", "apps:write"] as const

/** Lists the labels of a prompt. */
export const listPromptLabels = operation({
  id: "list_prompt_labels",
  summary: "List the labels of a prompt",
  description:
    "Lists the labels of a prompt by name, at most 50, so nextCursor is always null. A protected label stays in the " +
    "list after it is removed.",
  scopes: ["prompts:read"],
  effect: "read",
  input: Schema.Struct({ id: Prompt.Id.annotateKey({ description: "ID of the prompt." }) }),
  result: Schema.Struct({
    items: Schema.Array(PromptLabel).annotateKey({ description: "The labels of the prompt, by name." }),
    nextCursor: Schema.Null.annotateKey({ description: "Always null: the list has one page." })
  }),
  errors: ["NOT_FOUND"],
  example: { input: { id: Prompt.example.id }, result: { items: [exampleLabel], nextCursor: null } }
})

/** Moves a label. Of racing moves with one `expectedRevision` one wins. Laws: M1, M2. */
export const setPromptLabel = operation({
  id: "set_prompt_label",
  summary: "Move a label of a prompt",
  description:
    "Points a label at a revision, if expectedRevision is what it points at now. This deploys the revision to everyone " +
    "who reads the label; moving it back rolls back. revision null removes the label, and expectedRevision null expects " +
    "that it does not exist yet. A prompt has at most 50 labels. Only owners and admins may move a protected label.",
  scopes: writing,
  effect: "write",
  input: Schema.Struct({
    ...of,
    revision: Schema.NullOr(Revision).annotate({ description: "The revision to point at; null removes the label." }),
    expectedRevision: Schema.NullOr(Revision).annotate({
      description: "The revision that it points at now; null if it points at none."
    })
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
  summary: "Protect a label of a prompt",
  description:
    "Lets only owners and admins of the organization move a label, or lets everyone again. Only they may call it, as " +
    "people: an API key is HUMAN_REQUIRED. While a label is protected, only they may delete the prompt.",
  scopes: writing,
  effect: "write",
  callers: "people",
  input: Schema.Struct({
    ...of,
    protected: Schema.Boolean.annotateKey({ description: "Whether only owners and admins may move the label." })
  }),
  result: PromptLabel,
  errors: ["NOT_FOUND", "HUMAN_REQUIRED", "LABEL_PROTECTED"],
  example: {
    input: { id: Prompt.example.id, label: "production", protected: true },
    result: { ...exampleLabel, protected: true }
  }
})
