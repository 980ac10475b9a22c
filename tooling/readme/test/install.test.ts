import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { expect, test } from "vitest"
import { readDocument } from "../src/documents/blocks.ts"

interface Manifest {
  readonly name: string
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

const root = join(import.meta.dirname, "..", "..", "..")

/** A peer with the major version that its range ends at: without it, npm takes an older one that a host has already. */
const atMajor = (peer: string): string => {
  const ranges = readFileSync(join(root, "pnpm-workspace.yaml"), "utf8").split(/^ {2}peers:$/m)[1] ?? ""
  const [, next] = new RegExp(`^    ${peer}: ">=.* <(\\d+)"$`, "m").exec(ranges) ?? []
  return `${peer}@${Number(next) - 1}`
}
const packages = globSync("packages/*/package.json", { cwd: root }).toSorted()

test.each(packages)("the README beside %s starts with the line that installs it, peers included", (file) => {
  const manifest = JSON.parse(readFileSync(join(root, file), "utf8")) as Manifest
  const { name, peerDependencies = {}, peerDependenciesMeta = {} } = manifest
  const peers = Object.keys(peerDependencies).filter((peer) => peerDependenciesMeta[peer]?.optional !== true)
  // At most one paragraph, which says what the package is, stands before it.
  const [, title, line = ""] =
    /^# (.+)\n\n(?:(?!#|```)(?:.+\n)+\n)?```sh\n(.+)\n/.exec(readDocument(`${dirname(file)}/README.md`)) ?? []
  expect(title).toBe(name)
  expect(line.replace(/--save-dev |-g /, "")).toBe(["npm install", name, ...peers.map(atMajor)].join(" "))
})

/** What is run and never imported is a bundle, which shares no copy of anything. */
const imported = packages.filter((file) => "." in JSON.parse(readFileSync(join(root, file), "utf8")).exports)

const importsEffect = (directory: string): boolean =>
  globSync(`${directory}/src/**/*.ts`, { cwd: root }).some((file) =>
    /from "effect["/]/.test(readFileSync(join(root, file), "utf8"))
  )

test.each(imported)("effect is a peer of %s, in a range, never a copy of its own", (file) => {
  const manifest = JSON.parse(readFileSync(join(root, file), "utf8"))
  expect(manifest.peerDependencies?.effect).toBe(importsEffect(dirname(file)) ? "catalog:peers" : undefined)
  expect(manifest.dependencies?.effect).toBeUndefined()
  expect(manifest.dependencies?.zod).toBeUndefined()
})
