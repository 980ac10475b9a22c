/**
 * Writes `tooling/readme/laws.md`: which files of tests quote each law of SPEC.md in their titles, in the short run and in the
 * long runs. With `--check` fails if what is committed is another, or if a law has no test in the short run and SPEC.md
 * says no reason, as `- Long runs only: …`.
 */
import { readDocument } from "./documents/blocks.ts"
import { writeGenerated } from "./documents/writeGenerated.ts"
import { type Law, type Quoted, lawsOf, quotedByFile, withoutShortTest } from "./law-table.ts"

const cell = (files: ReadonlyArray<string>) => files.map((file) => `\`${file}\``).join(", ")

const rowOf = ({ id }: Law, quoted: Quoted) => {
  const files = [...quoted].filter(([, ids]) => ids.has(id)).map(([file]) => file)
  const long = files.filter((file) => file.endsWith(".long.test.ts"))
  return `| ${id} | ${cell(files.filter((file) => !long.includes(file)))} | ${cell(long)} |`
}

const laws = lawsOf(readDocument("SPEC.md"))
const quoted = quotedByFile()
const page = `# Where each law is tested

Made from the titles of the tests, by \`tooling/readme/src/laws.ts\`; [SPEC.md](../../SPEC.md) has the laws. Those in
\`packages/conformance/src\` are checks of conformance, which the short run holds the kit and the server to.

| law | short run (\`npm test\`) | long runs (\`npm run test:long\`) |
|---|---|---|
${laws.map((law) => rowOf(law, quoted)).join("\n")}
`

const missing = withoutShortTest(laws, quoted)
for (const id of missing)
  console.error(`${id} has no test in the short run, and SPEC.md gives no reason ("- Long runs only: …").`)
writeGenerated("tooling/readme/laws.md", page)
if (missing.length > 0) process.exitCode = 1
