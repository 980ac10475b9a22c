import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root } from "../publicPackages.ts"
import { median } from "./median.ts"

const lines = `
const view = await client.pageViews.create({ name: "Slow", source: { type: "table" }, settings: { target: "traces" } })
const fields = view.settings.columns.map(({ field }) => field)
const { id, revision } = await client.pageViews.update({ id: view.id, expectedRevision: 1, description: fields.join() })
for await (const { name } of client.pageViews.list.all({ search: "slow" })) console.log(name.length)
const { deleted } = await client.pageViews.delete({ id, expectedRevision: revision })
console.log(deleted)
export {}
`

const withClient = `import { createClient } from "@agent-operations/client"
const client = createClient({ baseUrl: "http://localhost", credential: "aok_x", projectId: "p" })
${lines}`

const byHand = `interface Column { field: string; label?: string; width?: number; hidden?: boolean }
interface Settings { target: "traces" | "trace"; columns: Array<Column>; groupBy: string | null }
interface View { id: string; name: string; description: string | null; source: { type: "table" }; settings: Settings; revision: number }
type Input = Pick<View, "name" | "source"> & { settings: Partial<Settings> & Pick<Settings, "target"> }
declare const client: {
  pageViews: {
    create: (input: Input) => Promise<View>
    update: (input: { id: string; expectedRevision: number } & Partial<View>) => Promise<View>
    delete: (input: { id: string; expectedRevision: number }) => Promise<{ deleted: true }>
    list: { all: (input: { search?: string }) => AsyncIterable<View> }
  }
}
${lines}`

const tsc = join(root, "node_modules", ".bin", "tsc")
const options = "--noEmit --strict --module nodenext --target es2024 --lib es2024,dom --types '' --ignoreConfig"

/** Compiles a file; its CPU in seconds, by what the shell says of those that it ran, and the files that it read. */
const compile = (directory: string, file: string) => {
  const script = `'${tsc}' ${options} --listFiles ${file} || exit 1\ntimes`
  const output = execFileSync("/bin/sh", ["-c", script], { cwd: directory, encoding: "utf8" }).trim().split("\n")
  const [user, system] = [...(output.at(-1) ?? "").matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, m, s]) => Number(m) * 60 + Number(s)
  )
  return { seconds: (user ?? Number.NaN) + (system ?? Number.NaN), files: output.slice(0, -2) }
}

/**
 * What `tsc` takes for ten lines with the client, as it is built, to the same with types that were written by hand: the median of
 * runs that alternate; and the files of `effect` that it read.
 */
export const typesRatio = (): { readonly ratio: number; readonly effect: ReadonlyArray<string> } => {
  const directory = mkdtempSync(join(tmpdir(), "client-types-"))
  try {
    const scope = join(directory, "node_modules", "@agent-operations")
    mkdirSync(scope, { recursive: true })
    symlinkSync(join(root, "packages", "client"), join(scope, "client"))
    writeFileSync(join(directory, "package.json"), '{"type":"module"}')
    writeFileSync(join(directory, "client.ts"), withClient)
    writeFileSync(join(directory, "hand.ts"), byHand)
    const { files } = compile(directory, "client.ts")
    const ratios = Array.from({ length: 7 }, () => {
      const { seconds } = compile(directory, "hand.ts")
      return compile(directory, "client.ts").seconds / seconds
    })
    return { ratio: median(ratios), effect: files.filter((file) => file.includes("/effect/")) }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
