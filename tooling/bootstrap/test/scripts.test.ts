import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

const root = join(import.meta.dirname, "..", "..", "..")
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly scripts: Readonly<Record<string, string>>
}

it("every script of package.json brings the Node that it needs", () => {
  const direct = Object.entries(scripts).filter(([, script]) =>
    script.split(" && ").some((command) => !command.startsWith("node tooling/bootstrap/run.mjs "))
  )
  expect(direct).toEqual([])
})
