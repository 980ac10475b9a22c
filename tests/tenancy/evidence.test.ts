import { readdirSync, readFileSync } from "node:fs"
import { referenceFamilies } from "@agent-operations/contract/reference"
import type { Operation } from "@agent-operations/contract"
import { assert, describe, it } from "vitest"

/**
 * The operations with an event: of each call that changes anything, or of those that take something away. None of the calls of
 * one takes anything away: `packages/kit/test/evidence.test.ts` has one that does.
 */
const recorded: Readonly<Record<string, "each" | "some" | "elsewhere">> = {
  ...{ delete_page_view: "each", delete_custom_field: "each", delete_metrics_chart: "each", delete_prompt: "each" },
  ...{ delete_dataset: "each", delete_app: "each", delete_scorer: "each", delete_trace: "each", delete_score: "each" },
  ...{ recover_page_view: "each", recover_custom_field: "each", recover_metrics_chart: "each", recover_prompt: "each" },
  ...{ recover_dataset: "each", recover_app: "each", recover_scorer: "each" },
  ...{ delete_dataset_items: "each", purge_dataset_item: "each", delete_eval_run: "each" },
  ...{ cancel_eval_run: "each", assign_reviews: "each" },
  ...{ set_app_secret: "each", set_prompt_label: "each", protect_prompt_label: "each" },
  ...{ import_resources: "some", restore_dataset_version: "elsewhere" }
}

/** The operations without one, and why. */
const without: ReadonlyArray<readonly [of: RegExp, why: string]> = [
  [
    /^(create|register|copy|update|restore)_(page_view|custom_field|metrics_chart|prompt|dataset|app|scorer)$/,
    "a revision tells who made it, and those before it stay"
  ],
  [/^(put_dataset_items|add_traces_to_dataset)$/, "a version tells who made it, and those before it stay"],
  [/^(record_traces|create_score)$/, "what is of another is replaced with traces:delete alone, as docs/access.md says"],
  [/^(create_eval_run|invoke_app|resume_eval_run)$/, "a run tells who began it, and keeps what it has"],
  [/^(create|close)_review_session$|^(claim|release|submit)_review$/, "a session tells who"],
  [/^get_managed_prompt$/, "it records a span of what it rendered"]
]

const operations = referenceFamilies
  .flatMap(({ operations }) => Object.values<Operation.Any>(operations))
  .filter(({ effect }) => effect !== "read")

/** What calls of each operation wrote that were answered, by the tables: of the committed answers. */
const written = new Map<string, Array<ReadonlyArray<string>>>()
const folder = new URL("answers/", import.meta.url)
for (const file of readdirSync(folder)) {
  for (const call of readFileSync(new URL(file, folder), "utf8").split(/^(?=\w+ by )/m)) {
    const lines = call.split("\n")
    const [id = ""] = /^\w+(?= by )/.exec(call) ?? []
    if (!lines.some((line) => line.startsWith("200 "))) continue
    const tables = lines.flatMap((line) => /^(\w+): \d+ (?:added|changed|deleted)/.exec(line)?.[1] ?? [])
    written.set(id, [...(written.get(id) ?? []), tables])
  }
}

describe("A8: every operation that changes something", () => {
  it.each(operations.map(({ id }) => [id]))("%s is in the log, or has a reason not to be", (id) => {
    const reasons = without.filter(([of]) => of.test(id))
    const events = recorded[id]
    assert.strictEqual(reasons.length, events === undefined ? 1 : 0, "state an event or one reason in this file")
    const answered = written.get(id) ?? []
    assert.isNotEmpty(answered, "some call is answered")
    const calls = answered.filter((tables) => tables.length > 0)
    const logged = calls.filter((tables) => tables.includes("audit_events")).length
    if (events === undefined || events === "elsewhere") assert.strictEqual(logged, 0)
    else assert.isAbove(logged, 0)
    if (events === "each") assert.strictEqual(logged, calls.length)
  })

  it("and no other is listed", () => {
    const ids = operations.map(({ id }) => id)
    assert.includeMembers(ids, Object.keys(recorded))
    assert.isTrue(without.every(([of]) => ids.some((id) => of.test(id))))
  })
})
