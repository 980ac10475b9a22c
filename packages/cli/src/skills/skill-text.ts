import { commandLineOf } from "@agent-operations/contract/calls"
import { type Family, kebabCase } from "@agent-operations/contract"
import { exits } from "../errors.ts"
import type { Context } from "../session.ts"
import { watchedOf } from "../watch/watched.ts"
import { wholeOf } from "../whole/whole.ts"

const fence = (...commands: ReadonlyArray<string>) => ["```sh", ...commands, "```"].join("\n")

/** How a definition of a family is read, changed and changed again after a conflict, by the examples of the contract. */
const steps = (
  { program }: Context,
  { name, operations: { list, get, update } }: Family.Any
): ReadonlyArray<string> => {
  if (list === undefined || get === undefined || update?.idempotency !== "expectedRevision") return []
  const family = kebabCase(name)
  const command = (method: string) => [family, method]
  const input = update.example.input as { readonly id: string; readonly expectedRevision: number }
  const { id, expectedRevision: seen } = input
  const current = seen + 1
  return [
    `## Read

${fence(
  `${commandLineOf(list, [program, ...command("list")])} --json id,name,revision`,
  commandLineOf(get, [program, ...command("get")], { id })
)}

A list that goes on says so on standard error, with the flag to run it again with.

## Change

1. Read the definition, and note its \`revision\`.
2. Update it at that revision, with the members to change alone. What is left out is kept; objects are replaced whole, so
   send what you read with your change in it: \`--settings @settings.json\`.

${fence(commandLineOf(update, [program, ...command("update")]))}

3. Read the result: its \`revision\` is one more.

## Settle a conflict

An update that ends with ${exits.conflict} and the code \`CONFLICT\` changed nothing: somebody else changed the definition after you read
it. \`details.currentRevision\` is where it is now.

1. See what they changed, from the revision that you read to the current one, and read what is there now:

${fence(`${program} diff ${id} --from ${seen} --to ${current}`, commandLineOf(get, [program, ...command("get")], { id }))}

2. Put your change on top of theirs, and update at the current revision:

${fence(commandLineOf(update, [program, ...command("update")], { ...input, expectedRevision: current }))}

Never send the old content again with the new revision: that undoes their change. Where both changed the same, ask a person.`
  ]
}

/** How what a family has is looked into, where that is read whole, by the examples of the contract. */
const looks = ({ program }: Context, family: Family.Any): ReadonlyArray<string> => {
  const whole = wholeOf(family)
  if (whole === undefined) return []
  const noun = kebabCase(family.name)
  const parts = new Intl.ListFormat("en").format(whole.parts.map(({ name }) => name))
  return [
    `## Look into ${noun}

${fence(
  `${program} ${noun} list --limit 5 --json id,name,status`,
  commandLineOf(whole.get, [program, noun, "get"]),
  `${program} ${noun} export --limit 10 --json ${whole.record} -o ${noun}.ndjson`
)}

What is too large for one answer ends with ${exits.refused}, and the hint has the commands that read it in pages. \`export\` has all that
there is, as a line of JSON each; without \`--json ${whole.record}\` with ${parts}.${
      watchedOf(family) === undefined ? "" : " `watch --limit 1` waits for the next one."
    }`
  ]
}

/** What a coding agent does by the exit code. */
const advice: ReadonlyArray<readonly [exit: number, text: string]> = [
  [exits.done, "go on"],
  [exits.usage, "the call was wrong and nothing was sent: correct it"],
  [exits.access, "ask a person for a credential, or for access"],
  [exits.notFound, "it is not there, or no longer: list"],
  [exits.conflict, "read again, as above"],
  [exits.refused, "correct the input, as the error says"],
  [exits.limit, "wait as the hint says, then repeat"],
  [exits.server, "the server failed or was not reached, and nothing was done: run it again later"],
  [exits.unknown, "nobody knows whether it was done: run the command of the hint before you repeat it"],
  [exits.some, "some of several failed: the error names which"]
]

/** A SKILL.md for coding agents, of the families that are served: see agentskills.io. */
export const skillText = (context: Context): string => {
  const { families, program } = context
  const served = families.map((family) => {
    const methods = Object.entries(family.operations).filter(([, { surfaces }]) => surfaces.includes("cli"))
    const ids = family.kinds.map(({ prefix }) => `, IDs \`${prefix}_…\``).join("")
    return `- \`${kebabCase(family.name)}\` (${family.title}${ids}): ${methods.map(([name]) => kebabCase(name)).join(", ")}`
  })
  const titles = new Intl.ListFormat("en").format(families.map(({ title }) => title.toLowerCase()))
  const description =
    `Reads and changes ${titles} with the command line ${program}, without overwriting what others changed. Use it to ` +
    "list, show, compare, create, update, restore or delete them, to export what was recorded, and when an update ends in a conflict."
  const [first = []] = families.map((family) => steps(context, family)).filter(({ length }) => length > 0)
  return `${[
    `---
name: ${program.toLowerCase().replace(/[^a-z0-9]+/g, "-")}
description: ${JSON.stringify(description)}
---`,
    `# ${program}`,
    `Each operation is a command, \`${program} FAMILY COMMAND\`, whose \`--help\` has its flags and an example. The result is JSON
on standard output; where it is not, add \`--agent yes\`. An error is JSON on standard error,
\`{"error":{"code","message","hint"}}\`: do what its \`hint\` says.`,
    served.join("\n"),
    ...first,
    ...families.flatMap((family) => looks(context, family)),
    `## What else to know

- What deletes needs \`--yes\`: ask a person first.
- \`--file view.json\` is the whole input, in place of flags; \`--curl\` prints the request and sends nothing.
- \`${program} --help\` lists the other commands.

| exit | do |
|---|---|
${advice.map(([exit, text]) => `| ${exit} | ${text} |`).join("\n")}`
  ].join("\n\n")}\n`
}
