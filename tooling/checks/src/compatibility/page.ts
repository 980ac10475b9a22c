/**
 * Writes docs/compatibility.md from what the checks noted when they ran clients and generators. With `--check` it fails if what is
 * committed is not that, or if another version is pinned than was run.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { writeGenerated } from "../../../readme/src/documents/writeGenerated.ts"
import { root } from "../publicPackages.ts"
import { allResults, type Results, type Row } from "./results.ts"

const source = (said: string) => {
  const thread = /^([\w.-]+\/[\w.-]+)#(\d+)$/.exec(said)
  if (thread !== null) return `[\`${said}\`](https://github.com/${thread[1]}/issues/${thread[2]})`
  const [repository, path] = said.split(": ")
  return `[\`${repository}\`](https://github.com/${repository}/blob/HEAD/${path})`
}

const cells = ({ name, version, way, ran, sources }: Row): Readonly<Record<string, string>> => ({
  program: version === undefined ? name : `\`${name}\``,
  version: version ?? "",
  way: way ?? "",
  ran: ran.join(", "),
  sources: (sources ?? []).map(source).join(", ")
})

const section = ({ title, about, date, rows }: Results) => {
  const all = rows.map(cells)
  const columns = ["program", "version", "way", "ran", "sources"].filter((name) => all.some((row) => row[name] !== ""))
  const line = (values: ReadonlyArray<string | undefined>) => `| ${values.join(" | ")} |`
  return [
    `## ${title}`,
    `${about} On ${date}:`,
    [
      line(columns),
      `|${"---|".repeat(columns.length)}`,
      ...all.map((row) => line(columns.map((name) => row[name])))
    ].join("\n")
  ].join("\n\n")
}

const results = allResults()

writeGenerated(
  "docs/compatibility.md",
  `${[
    `# Clients that were run

What was run against the reference server, at which version and when. The checks note it as they run, and this page is made of
that: a row that is here passed.`,
    ...Object.values(results).map(section)
  ].join("\n\n")}\n`
)

const lines = readFileSync(join(root, "pnpm-workspace.yaml"), "utf8").matchAll(/^ +"?([^":\s]+)"?: (\S+)$/gm)
const pinned = new Map(Array.from(lines, ([, name, version]) => [name, version] as const))
for (const { name, version } of Object.values(results).flatMap(({ rows }) => rows)) {
  const other = pinned.get(name)
  if (version === undefined || other === undefined || other === version) continue
  console.error(`${name} was run at ${version}, and ${other} is pinned. Run the check that notes it again.`)
  process.exitCode = 1
}
