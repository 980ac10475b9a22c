import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, test } from "vitest"
import { root } from "../src/documents/blocks.ts"
import { limits } from "../src/limits.ts"

const tests = globSync(["{packages,apps,tooling}/*/test/**/*.test.ts", "tests/**/*.test.ts"], {
  cwd: root,
  exclude: ["**/node_modules/**"]
}).map((path) => readFileSync(join(root, path), "utf8"))

test.each(Object.keys(limits) as ReadonlyArray<keyof typeof limits>)(
  "a test takes from here each limit of %s that a document promises",
  (family) => {
    const ofFamily = tests.filter((text) => text.includes(`limits.${family}`))
    const unclaimed = Object.keys(limits[family]).filter((what) => !ofFamily.some((text) => text.includes(`"${what}"`)))
    assert.deepStrictEqual(unclaimed, [])
  }
)
