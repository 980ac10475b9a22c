import { kebabCase } from "@agent-operations/contract"
import { clientPort, parseSelection, serveStdio } from "@agent-operations/mcp"
import { Flag } from "effect/cli"
import * as Option from "effect/Option"
import { UsageError } from "../errors.ts"
import { text } from "../flags.ts"
import { type MakeCommand, ownCommand } from "../own/own-command.ts"
import { unlessAborted } from "../unless-aborted.ts"

export const command: MakeCommand = (context) => {
  const known = context.families
    .filter(({ operations }) => Object.values(operations).some(({ surfaces }) => surfaces.includes("mcp")))
    .map(({ name }) => kebabCase(name))
  return ownCommand({
    name: "mcp",
    description:
      "Serve the operations to an assistant, as tools of the Model Context Protocol over standard input and output, as whom " +
      "and where the other commands call.",
    examples: [`mcp --toolsets ${known[0]} --readonly`],
    config: {
      toolsets: text(
        "toolsets",
        "FAMILIES",
        `Only the tools of some families, separated by commas: ${known.join(", ")}.`
      ),
      readonly: Flag.Boolean("readonly").pipe(
        Flag.withDescription("Only the tools that read."),
        Flag.withoutNegation,
        Flag.withDefault(false)
      ),
      mode: Flag.Literals("mode", ["tools", "search"]).pipe(
        Flag.withMetavar("MODE"),
        Flag.withDescription(
          "tools, one per operation; or search, four that find and call all. Default: what is shorter."
        ),
        Flag.optional,
        Flag.map(Option.getOrUndefined)
      )
    },
    run: async ({ toolsets, readonly, mode }, { connect, families, program, terminal, version }) => {
      const asked = { toolsets, mode, readonly: readonly ? "1" : undefined, output: undefined }
      const selection = parseSelection(asked, known)
      if ("message" in selection) throw new UsageError(`--${selection.name}: ${selection.message}`, "Correct it.")
      const server = serveStdio(clientPort(connect()), {
        families,
        selection,
        info: { name: program, version },
        onError: ({ message }) => terminal.error(`${message}\n`)
      })
      try {
        await unlessAborted(server.closed, terminal.signal)
      } finally {
        await server.close()
      }
    }
  })(context)
}
