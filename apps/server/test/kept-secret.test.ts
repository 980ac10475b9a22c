import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { afterAll } from "vitest"
import { keptSecret } from "../src/kept-secret.ts"
import { StartError } from "../src/StartError.ts"

const directory = mkdtempSync(join(tmpdir(), "kept-"))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const kept = { file: "a-secret", what: "The secret of the tests", hint: "Set TEST_SECRET." }

describe("a secret beside the data", () => {
  it.effect("is made at the first start, for its owner alone, and read at the next", () =>
    Effect.gen(function* () {
      const data = join(directory, "data")
      const made = yield* keptSecret(data, kept)
      assert.match(made, /^[\w-]{43}$/)
      assert.strictEqual(readFileSync(join(data, kept.file), "utf8"), made)
      assert.strictEqual(statSync(join(data, kept.file)).mode & 0o777, 0o600)
      assert.strictEqual(yield* keptSecret(data, kept), made)
      assert.notStrictEqual(yield* keptSecret(join(directory, "other"), kept), made)
    })
  )

  it.effect.each([
    ["can't be made", `a-secret.${process.pid}`],
    ["can't be read", "a-secret"]
  ] as const)("names the file that %s, and says what to do", ([, inTheWay]) =>
    Effect.gen(function* () {
      const data = join(directory, inTheWay)
      mkdirSync(join(data, inTheWay), { recursive: true, mode: 0o700 })
      const error = yield* Effect.flip(keptSecret(data, kept))
      assert.instanceOf(error, StartError)
      assert.include(error.message, `The secret of the tests cannot be kept in ${join(data, kept.file)}: `)
      assert.strictEqual(error.hint, kept.hint)
    })
  )
})
