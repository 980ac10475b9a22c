import { Argument } from "effect/cli"
import { readDefinition } from "../definitions/definition.ts"
import { kindOfId } from "../definitions/kind-of-id.ts"
import { UsageError } from "../errors.ts"
import { jsonText } from "../output/json.ts"
import { shown } from "../output/people.ts"
import { pickOwn } from "../output/pick-own.ts"
import { ownCommand } from "../own/own-command.ts"
import { editorOf } from "./editor.ts"
import { editDefinition } from "./edit.ts"

export const command = ownCommand({
  name: "edit",
  description:
    "Edit a definition in $VISUAL or $EDITOR, and update it. What is wrong with it comes back into the editor; where somebody " +
    "else updated it meanwhile, both changes are merged there. Nothing that was typed is lost.",
  examples: ["edit pv_01k9x3m2h8e7v9q4t6w5z0r1ca"],
  config: { id: Argument.String("ID").pipe(Argument.withDescription("The definition, of any kind.")) },
  run: async ({ id }, session) => {
    const { terminal, families, connect, json, agent, program } = session
    const served = kindOfId(families, id)
    const { update } = served
    if (update === undefined) {
      throw new UsageError(`${served.kind.titlePlural} cannot be updated here.`, `See ${program} --help.`)
    }
    editorOf(session)
    const start = await readDefinition(connect(), served, { id }, terminal.signal)
    const pick = (definition: object) => (json === undefined ? definition : pickOwn(definition, json))
    pick(start)
    const { definition, isChanged } = await editDefinition(session, { ...served, update }, start)
    const { name, revision } = definition
    if (!isChanged) terminal.error("Nothing was changed.\n")
    if (json !== undefined) return terminal.out(`${jsonText(pick(definition), agent)}\n`)
    if (isChanged) terminal.out(`${id} is at revision ${revision}: ${shown(name)}\n`)
  }
})
