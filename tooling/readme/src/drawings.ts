/**
 * Draws what `docs/` shows beside screenshots: each `name.mmd`, in Mermaid's language, as `name.svg` beside it, and the
 * terminal of the README, whose output a test compares. With `--check` fails if one is not what its source says.
 */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { readDocument, root, sectionOf, shown } from "./documents/blocks.ts"
import { writeGenerated } from "./documents/writeGenerated.ts"
import { castSvg } from "./cast.ts"
import { sequenceSvg } from "./sequence.ts"

const docs = join(root, "docs")

const sequences = globSync("*.mmd", { cwd: docs }).map((file) => {
  // The first line is a comment of Mermaid's, which tells what is shown.
  const [, title = "", source = ""] = /^%% (.*)\n([\s\S]*)$/.exec(readFileSync(join(docs, file), "utf8")) ?? []
  return { file: file.replace(/mmd$/, "svg"), drawn: sequenceSvg(source, title) }
})

const commands = shown(sectionOf(readDocument("README.md"), "## On the command line"), "sh", "text")
const terminal = {
  file: "terminal.svg",
  drawn: castSvg(commands, "A terminal: definitions are pulled into files, one is changed, planned and pushed")
}

for (const { file, drawn } of [...sequences, terminal]) writeGenerated(`docs/${file}`, drawn)
