import { cpSync } from "node:fs"
import { join } from "node:path"
import { pinned, run, writeHost } from "../hosts.ts"
import type { Tarball } from "../pack.ts"
import { root } from "../publicPackages.ts"
import { scope, startRegistry } from "../registry.ts"
import { lost } from "./lost.ts"

const packages = ["kit", "views", "traces", "view-rows", "metrics", "prompts", "evals", "mcp", "docs", "client"].map(
  (name) => `${scope}/${name}`
)

/** Makes a host whose program (`hosts/keeps`) keeps something of every family. */
export const makeHost = (host: string): void => {
  writeHost(host, { "package.json": { name: "host", private: true, type: "module" } })
  cpSync(join(root, "tooling", "checks", "hosts", "keeps"), join(host, "keeps"), { recursive: true })
}

/**
 * Installs the host's packages as a registry has them that had others before, over what is installed. Throws what npm says
 * where it refuses.
 */
export const installInto = async (
  host: string,
  offered: ReadonlyArray<Tarball>,
  {
    published = [],
    others = []
  }: { readonly published?: ReadonlyArray<Tarball>; readonly others?: ReadonlyArray<string> } = {}
): Promise<void> => {
  const registry = await startRegistry([...published, ...offered])
  try {
    writeHost(host, { ".npmrc": `${scope}:registry=${registry.url}\n` })
    const asked = offered
      .filter(({ name }) => packages.includes(name))
      .map((each) => `${each.name}@${each.manifest.version}`)
    const { status, output } = await run(host, ["npm", "install", ...asked, ...["effect", ...others].map(pinned)])
    if (status !== 0) throw new Error(`npm refuses ${asked.join(" ")}\n${output}`)
  } finally {
    registry.close()
  }
}

/** What a host's program tells of its data. */
export interface Told {
  readonly seen: object
  readonly wentOn?: Readonly<Record<string, unknown>>
}

/** Has the host's program fill its database, or look at it and go on. */
export const tell = async (
  host: string,
  step: "fill" | "look",
  variables: Readonly<Record<string, string>>
): Promise<Told> => {
  const program = [process.execPath, join("keeps", "main.mjs"), step]
  const { status, output, stdout } = await run(host, program, variables)
  if (status !== 0) throw new Error(`${program.slice(1).join(" ")} failed\n${output}`)
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "")
}

/** How a host goes on that lost nothing. What is not named here is answered with 200. */
const expected: Readonly<Record<string, unknown>> = { "late update": "CONFLICT", run: "completed" }

/** What is wrong with a host's data after the upgrade; undefined where nothing is. */
export const complaint = (before: Told, after: Told): string | undefined => {
  const path = lost(before.seen, after.seen)
  if (path !== undefined) return `what is read is not what was written, at ${path}`
  const wrong = Object.entries(after.wentOn ?? {}).filter(([step, answer]) => answer !== (expected[step] ?? 200))
  return wrong.length === 0 ? undefined : `it goes on with ${wrong.map((each) => each.join(" answered ")).join(", ")}`
}
