import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, test } from "vitest"
import { root } from "../src/documents/blocks.ts"
import { lifetimes, limits } from "../src/limits.ts"

const tests = globSync(["{packages,apps,tooling}/*/test/**/*.test.ts", "tests/**/*.test.ts"], {
  cwd: root,
  exclude: ["**/node_modules/**"]
}).map((path) => readFileSync(join(root, path), "utf8"))

test.each(Object.entries({ ...limits, lifetimes }))(
  "a test takes from here each limit of %s that a document promises",
  (family, all) => {
    const from = family === "lifetimes" ? family : `limits.${family}`
    const ofFamily = tests.filter((text) => text.includes(from))
    const unclaimed = Object.keys(all).filter((what) => !ofFamily.some((text) => text.includes(`"${what}"`)))
    assert.deepStrictEqual(unclaimed, [])
  }
)
