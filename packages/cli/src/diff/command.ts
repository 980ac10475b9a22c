import { Argument, Flag } from "effect/cli"
import * as Option from "effect/Option"
import { type Definition, readDefinition, sideOf } from "../definitions/definition.ts"
import { kindOfId } from "../definitions/kind-of-id.ts"
import { CommandError, exits, UsageError } from "../errors.ts"
import { jsonText } from "../output/json.ts"
import { pickOwn } from "../output/pick-own.ts"
import { cellOf } from "../output/people.ts"
import { ownCommand } from "../own/own-command.ts"
import type { Session } from "../session.ts"
import { compare } from "./comparison.ts"
import { comparisonText } from "./comparison-text.ts"

const revisionFlag = (name: "from" | "to", description: string) =>
  Flag.Int(name).pipe(
    Flag.withMetavar("REVISION"),
    Flag.withDescription(description),
    Flag.optional,
    Flag.map(Option.getOrUndefined)
  )

const refuseNone = (flag: string, revision: number | undefined) => {
  if (revision === undefined || revision > 0) return
  throw new UsageError(`${flag}: ${revision} is no revision.`, "Revisions are 1, 2, 3, …")
}

/** The two revisions that were asked for: by default the one before the current one, and that. */
const readBoth = async (
  { families, connect, terminal: { signal } }: Session,
  id: string,
  from: number | undefined,
  to: number | undefined
) => {
  const served = kindOfId(families, id)
  refuseNone("--from", from)
  refuseNone("--to", to)
  const client = connect()
  const read = (revision: number | undefined) =>
    readDefinition(client, served, { id, ...(revision !== undefined && { revision }) }, signal)
  if (from !== undefined) {
    const [before, after] = await Promise.all([read(from), read(to)])
    return { served, before, after }
  }
  const after = await read(to)
  if (after.revision > 1) return { served, before: await read(after.revision - 1), after }
  throw new CommandError(`There is no revision before revision 1 of ${id}.`, {
    code: "NOT_FOUND",
    hint: "Name two revisions: --from and --to.",
    exit: exits.notFound
  })
}

const madeBy = ({ revision, updatedAt, updatedBy }: Definition) => ({ revision, updatedAt, updatedBy })

export const command = ownCommand({
  name: "diff",
  description:
    "Show how a revision of a definition became another: by default the current one, from the one before it. " +
    "Its code is compared as diff -u does, all else by its place.",
  examples: ["diff pv_01k9x3m2h8e7v9q4t6w5z0r1ca --from 3 --to 5"],
  config: {
    id: Argument.String("ID").pipe(Argument.withDescription("The definition, of any kind.")),
    from: revisionFlag("from", "The revision that comes first. By default, the one before --to."),
    to: revisionFlag("to", "The revision to compare it with. By default, the current one.")
  },
  run: async ({ id, from, to }, session) => {
    const { terminal, json, agent, style } = session
    const { served, before, after } = await readBoth(session, id, from, to)
    const comparison = compare(sideOf(served, before), sideOf(served, after))
    if (json !== undefined) {
      const all = { id, kind: served.kind.name, from: madeBy(before), to: madeBy(after), ...comparison }
      return terminal.out(`${jsonText(pickOwn(all, json), agent)}\n`)
    }
    const line = (sign: string, { revision, updatedAt, updatedBy, name }: Definition) =>
      style.bold(
        [`${sign} revision ${revision}`, ...[updatedAt, updatedBy, name].map((value) => cellOf(value, style))].join(
          "  "
        )
      )
    terminal.out(`${line("---", before)}\n${line("+++", after)}\n\n${comparisonText(comparison, style)}\n`)
  }
})
