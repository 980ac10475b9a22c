import { execFileSync } from "node:child_process"
import { expect, test } from "vitest"
import { readDocument, root, sectionOf } from "../src/documents/blocks.ts"

test("the README lists the settings that --help lists", () => {
  const help = execFileSync(
    process.execPath,
    ["--conditions=@agent-operations/source", "apps/server/src/main.ts", "--help"],
    { cwd: root, encoding: "utf8" }
  )
  const served = [...help.matchAll(/^ {2}([A-Z][A-Z_]+) /gm)].map(([, name]) => name)
  const [, table = ""] = /(^\| setting \|[\s\S]*)/m.exec(sectionOf(readDocument("README.md"), "## Commands")) ?? []
  const listed = [...table.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name)
  expect(served).not.toEqual([])
  expect(listed.toSorted()).toEqual(served.toSorted())
})
