import { assert, describe, it } from "vitest"
import { contract } from "../src/services.ts"
import { assertOneTenant, watchStatements } from "./statements.ts"

describe("the statements of a server on PostgreSQL", () => {
  // Histories, references and walks beside them: what the other laws ask for is refused, or is what these ask for.
  const watched = watchStatements({ laws: ["R1", "R7", "P1", "P9"], quick: true })

  it("are those of every operation, alone and together, and of every refusal", () => {
    const { codes, ran } = watched()
    const wanted = [
      ...contract.operations.map(({ id }) => id),
      ...[
        "NAME_TAKEN",
        "NOT_FOUND",
        "CONFLICT",
        "REFERENCE_NOT_FOUND",
        "INVALID_REFERENCE",
        "STILL_REFERENCED",
        "TRACE_DELETED",
        "MISSING_VARIABLE",
        "HUMAN_REQUIRED",
        "LABEL_PROTECTED",
        "ITEM_INVALID",
        "IMPORT_REFUSED",
        "EGRESS_REFUSED",
        "REQUEST_KEY_REUSED",
        "RUN_ENDED",
        "REVIEW_TAKEN"
      ]
    ]
    assert.includeMembers([...codes], wanted)
    const texts = new Set(ran.map(({ text }) => text))
    for (const part of [
      /skip locked/,
      /from asked order by key/,
      /order by new_key/,
      /for key share/i,
      /DELETE FROM ONLY/
    ]) {
      assert.isTrue(
        [...texts].some((text) => part.test(text)),
        String(part)
      )
    }
    assert.isAbove(texts.size, 40)
  })

  it("A3: touch one tenant only, but for those that say why they cannot", () => assertOneTenant(watched()))

  it("read tables whose primary key begins with the tenant", () => {
    const { keys, first } = watched()
    assert.isAtLeast(Object.keys(keys).length, 8)
    for (const [table, key] of Object.entries(keys)) assert.strictEqual(first[table], key, table)
  })
})
