import { Timestamp, typeId } from "@agent-operations/contract"
import { Option, Result, Schema } from "effect"
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { type CursorBinding, makeCursors, positionKey, schemaKey } from "../src/paging/cursor.ts"

const binding: CursorBinding = { operation: "list_traces", organizationId: "org", projectId: "prj", filters: ["a"] }
const cursors = makeCursors(new Uint8Array(32).fill(7))
const byTime = schemaKey(Schema.Tuple([Timestamp, typeId("tr")]))
const key = ["2015-11-20T10:00:00.000Z", "tr_01k9x3m2h8e7v9q4t6w5z0r1ca"] as const

describe.each([
  ["a position", cursors.of(positionKey), 42n],
  ["a time and an ID", cursors.of(byTime), key]
] as const)("a cursor of %s", (_, codec, last) => {
  const { read, write } = codec as ReturnType<typeof cursors.of<unknown>>
  const cursor = write(last, binding)

  it("P3: goes on where it was written, and nowhere else", () => {
    assert.deepStrictEqual(read(cursor, binding), Result.succeed(last))
    for (const other of [
      { ...binding, operation: "list_spans" },
      { ...binding, organizationId: "other" },
      { ...binding, projectId: "other" },
      { ...binding, filters: ["b"] },
      { ...binding, filters: [] }
    ]) {
      assert.isTrue(Result.isFailure(read(cursor, other)))
    }
  })

  it("P3: is none with any character changed, added or taken away", () => {
    const alphabet = "ABCXYZabcxyz0123456789-_"
    fc.assert(
      fc.property(fc.nat(cursor.length - 1), fc.constantFrom(...alphabet), (at, character) => {
        const changed = cursor.slice(0, at) + character + cursor.slice(at + 1)
        return changed === cursor || Result.isFailure(read(changed, binding))
      }),
      { numRuns: 500 }
    )
    for (const changed of [`${cursor}A`, `${cursor}=`, cursor.slice(0, -1), ` ${cursor}`, "", "AAAA"]) {
      assert.isTrue(Result.isFailure(read(changed, binding)), changed)
    }
  })
})

it("P3: a cursor of one sort of key is none of another, though both are signed", () => {
  const cursor = cursors.of(byTime).write(key, binding)
  assert.isTrue(Result.isFailure(cursors.of(positionKey).read(cursor, binding)))
  assert.deepStrictEqual(byTime.decode(positionKey.encode(42n)), Option.none())
})

it("P3: a key may take no bytes", () => {
  const { read, write } = cursors.of({
    encode: () => new Uint8Array(0),
    decode: ({ length }) => (length === 0 ? Option.some("start") : Option.none())
  })
  assert.deepStrictEqual(read(write("start", binding), binding), Result.succeed("start"))
  assert.isTrue(Result.isFailure(read(write("start", { ...binding, operation: "other" }), binding)))
})
