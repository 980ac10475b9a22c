/**
 * Writes docs/console-forms.md: the fields of every form of the console, and what each form calls with them. With `--check`
 * it fails if what is committed is not that.
 */
import { writeGenerated } from "../../tooling/readme/src/documents/writeGenerated.ts"
import { forms } from "./forms.ts"
import type { Forms, World } from "./forms.world.ts"

/** A world in which everything is there, and stands for any of its kind. */
const any: object = new Proxy(() => {}, {
  get: (_, name) => (name === Symbol.toPrimitive || name === "toString" ? () => "…" : any)
})

const rowsOf = (some: Forms) =>
  Object.entries(some).map(([form, filledIn]) => {
    const { typed, sends } = filledIn(any as World)
    const [called] = typeof sends === "function" ? sends({}) : sends
    const fields = Object.keys(typed).map((name) => `\`${name}\``)
    return `| \`${form.split(" ")[0]}\`${form.replace(/^\S+/, "")} | ${fields.join(", ") || "none"} | \`${called}\` |`
  })

const table = (some: Forms) => ["| form | fields | calls |", "|---|---|---|", ...rowsOf(some)].join("\n")

writeGenerated(
  "docs/console-forms.md",
  `# Forms of the console

The fields that people fill in, and what each form calls: an operation of the API, or a service of the host. Tests fill in
every field with another value than it has, send the form, and compare what is called with what was typed. A form that
the console takes and this page does not have fails them.

## Forms that send

${table(forms.post)}

## Forms that ask

They change nothing, and their fields are in the address of the page.

${table(forms.get)}
`
)
