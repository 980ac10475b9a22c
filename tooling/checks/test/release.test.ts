import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { type Changeset, changesetsIn, greatestBump, noteFaults, versionAfter } from "../src/release/changesets.ts"
import { faultsOf, type Released } from "../src/release/faults.ts"
import { lost } from "../src/release/lost.ts"
import { highest, satisfies } from "../src/release/satisfies.ts"

const directory = mkdtempSync(join(tmpdir(), "release-test-"))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** A package that goes from 0.1.0 to a version, as the changesets say. */
const released = (version: string, bump: Released["bump"], dependencies = {}, before = "0.1.0"): Released => {
  const folder = mkdtempSync(join(directory, "package-"))
  writeFileSync(join(folder, "CHANGELOG.md"), `# a\n\n## ${version}\n`)
  return {
    before,
    bump,
    after: { name: "@x/a", version, directory: folder, exports: {} },
    tarball: { name: "@x/a", file: "a.tgz", manifest: { version, dependencies } }
  }
}

const faults = (each: Released) => faultsOf([each], (name) => name.startsWith("@x/"))

describe("the rehearsal of a release", () => {
  it("takes the greatest bump that the changesets say, for all packages", () => {
    const tree = mkdtempSync(join(directory, "tree-"))
    mkdirSync(join(tree, ".changeset"))
    writeFileSync(join(tree, ".changeset", "a.md"), '---\n"@x/a": minor\n"b": patch\n---\n\n"@x/a": major\n')
    writeFileSync(join(tree, ".changeset", "c.md"), '---\n"@x/a": patch\n---\n\nText.\n')
    writeFileSync(join(tree, ".changeset", "README.md"), "# Changesets\n")
    const changesets = changesetsIn(tree)
    assert.deepStrictEqual(
      changesets.map(({ file, bumps }) => [file, ...bumps]),
      [
        [".changeset/a.md", ["@x/a", "minor"], ["b", "patch"]],
        [".changeset/c.md", ["@x/a", "patch"]]
      ]
    )
    assert.strictEqual(greatestBump(changesets), "minor")
    assert.isUndefined(greatestBump([]))
  })

  it("holds packages that were never released to one changeset each, and says what to do", () => {
    const changeset = (file: string, ...names: ReadonlyArray<string>): Changeset => ({
      file,
      bumps: new Map(names.map((name) => [name, "minor"]))
    })
    const [first, second] = [changeset("a.md", "@x/a"), changeset("c.md", "b", "@x/a")]
    const packages = [
      { name: "@x/a", version: "0.0.0" },
      { name: "b", version: "0.1.0" }
    ]
    assert.deepStrictEqual(noteFaults(packages, [first, changeset("b.md", "b"), changeset("d.md", "b")]), [])
    assert.deepStrictEqual(noteFaults(packages, [first, second]), [
      "@x/a was never released, and has 2 changesets: edit one of a.md, c.md, and delete others."
    ])
    assert.deepStrictEqual(noteFaults(packages, [changeset("b.md", "b")]), [
      "@x/a was never released, and has no changeset: write the note of its first release in .changeset."
    ])
  })

  it("begins with the highest version that packages have", () => {
    assert.strictEqual(highest(["0.9.1", "0.10.0", "0.0.0"]), "0.10.0")
  })

  it("knows the version after a bump", () => {
    const bumps = ["major", "minor", "patch", undefined] as const
    assert.deepStrictEqual(
      bumps.map((bump) => versionAfter("1.2.3", bump)),
      ["2.0.0", "1.3.0", "1.2.4", "1.2.3"]
    )
  })

  it.each([
    ["0.1.0", "^0.1.0", true],
    ["0.1.9", "^0.1.0", true],
    ["0.2.0", "^0.1.0", false],
    ["0.0.1", "^0.0.0", false],
    ["1.9.0", "^1.2.3", true],
    ["1.2.2", "^1.2.3", false],
    ["0.1.0", ">=0.0.0 <1", true],
    ["1.0.0", ">=0.0.0 <1", false],
    ["0.1.0", "*", false],
    ["0.1.0", "workspace:^", false]
  ])("tells whether %s is in %s: %s", (version, range, expected) => {
    assert.strictEqual(satisfies(version, range), expected)
  })

  it("finds nothing wrong with packages that are what the changesets say", () => {
    assert.deepStrictEqual(faults(released("0.2.0", "minor", { "@x/a": "^0.2.0", effect: ">=4" })), [])
    assert.deepStrictEqual(faults(released("0.1.1", "patch")), [])
    assert.deepStrictEqual(faults(released("0.1.0", undefined)), [])
  })

  it.each([
    ["another version than the changesets say", released("1.0.0", "minor"), "0.1.0 to 1.0.0"],
    ["less than another package's changeset says", released("0.1.1", "minor"), "0.1.0 to 0.1.1"],
    ["a version without a changeset", released("0.2.0", undefined), "0.1.0 to 0.2.0"],
    ["a package that was never released", released("0.0.0", undefined, {}, "0.0.0"), "0.0.0"],
    ["a range of an earlier release", released("0.2.0", "minor", { "@x/a": "^0.1.0" }), "@x/a ^0.1.0"],
    ["a package that is not released", released("0.2.0", "minor", { "@x/b": "^0.1.0" }), "nothing"],
    ["what only a workspace has", released("0.2.0", "minor", { effect: "catalog:" }), "catalog:"]
  ])("finds %s", (_, each, part) => {
    const [fault = "", ...others] = faults(each)
    assert.include(fault, part)
    assert.deepStrictEqual(others, [])
  })

  it("tells the first place at which an upgrade lost something, and that members were added is none", () => {
    assert.isUndefined(lost({ a: [1, { b: null }] }, { a: [1, { b: null, c: 1 }], d: 1 }))
    assert.strictEqual(lost({ a: [1, { b: "x" }] }, { a: [1, { b: "y" }] }), "/a/1/b")
    assert.strictEqual(lost({ a: [1] }, { a: [1, 2] }), "/a")
    assert.strictEqual(lost({ a: 1 }, {}), "/a")
    assert.strictEqual(lost({ a: {} }, { a: null }), "/a")
    assert.isUndefined(lost({ a: null }, { a: null }))
  })
})
