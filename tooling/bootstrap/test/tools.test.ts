import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { integrity, nodePackages, oldestNode } from "../pins.mjs"
import { isNewEnough, filesOf, toolsIn } from "../tools.mjs"

it.each([
  ["20.0.0", false],
  ["22.18.9", false],
  ["22.19.0", true],
  ["23.11.0", false],
  ["24.0.0", true],
  ["26.1.0", true]
])("Node %s runs the sources: %s", (version, expected) => {
  expect(isNewEnough(version)).toBe(expected)
})

it("every Node that is fetched runs the sources", () => {
  for (const [, version] of Object.values(nodePackages)) expect(isNewEnough(version)).toBe(true)
})

it("every Node that is fetched, and this machine's pnpm, is held to a hash", () => {
  for (const [name, version] of Object.values(nodePackages)) expect(integrity).toHaveProperty([`${name}@${version}`])
  const { pnpm } = toolsIn(join(import.meta.dirname, "..", "..", ".."))
  expect(filesOf(pnpm)["package-lock.json"]?.packages[`node_modules/${pnpm.name}`]).toEqual({
    version: pnpm.version,
    integrity: expect.stringMatching(/^sha512-[A-Za-z0-9+/]{86}==$/)
  })
})

it("the oldest Node is the one that package.json names", () => {
  const text = readFileSync(join(import.meta.dirname, "..", "..", "..", "package.json"), "utf8")
  expect(JSON.parse(text).engines.node).toBe(`>=${oldestNode.join(".")}`)
})
