import { kebabCase } from "@agent-operations/contract"
import { Argument, Flag } from "effect/cli"
import { readDefinition } from "../definitions/definition.ts"
import { kindOfId } from "../definitions/kind-of-id.ts"
import { openInBrowser } from "../login/browser.ts"
import { showResult } from "../login/show-result.ts"
import { askWho } from "../login/who.ts"
import { type MakeCommand, ownCommand } from "../own/own-command.ts"
import type { Terminal } from "../terminal.ts"

/** Whether a browser that is started here is seen by who started it. */
const isSeen = (env: Terminal["env"]): boolean => {
  const isSet = (name: string) => (env[name] ?? "") !== ""
  if (isSet("SSH_CONNECTION")) return false
  return process.platform === "darwin" || process.platform === "win32" || isSet("DISPLAY") || isSet("WAYLAND_DISPLAY")
}

export const command: MakeCommand = (context) => {
  const [example] = context.families.flatMap(({ kinds }) => kinds.map(({ example }) => example.id))
  return ownCommand({
    name: "open",
    description:
      "Open a definition in the server's console, and print its address. Where no browser can be shown, over SSH or for a " +
      "coding agent, it is only printed.",
    examples: [`open ${example}`],
    config: {
      id: Argument.String("ID").pipe(Argument.withDescription("Its ID, as list prints it.")),
      print: Flag.Boolean("print").pipe(
        Flag.withDescription("Only print the address."),
        Flag.withoutNegation,
        Flag.withDefault(false)
      )
    },
    run: async ({ id, print }, session) => {
      const { agent, connect, families, json, terminal } = session
      const { env, out, signal } = terminal
      const served = kindOfId(families, id)
      const { baseUrl, projectId } = session.settings()
      const client = connect()
      const who = await askWho({ url: baseUrl, credential: await session.credential(), projectId }, signal)
      await readDefinition(client, served, { id }, signal)
      const path = ["o", who.organizationId, "p", who.projectId, kebabCase(served.kind.plural), id]
      const address = `${baseUrl}/${path.map(encodeURIComponent).join("/")}`
      if (json === undefined) out(`${address}\n`)
      else showResult(session, { address })
      if (!print && !agent && isSeen(env)) openInBrowser(address, env)
    }
  })(context)
}
