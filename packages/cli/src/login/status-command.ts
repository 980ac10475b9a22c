import { ownCommand } from "../own/own-command.ts"
import { askWho } from "./who.ts"
import { showResult } from "./show-result.ts"

export const command = ownCommand({
  name: "status",
  description: "Say who calls, where, in which project and with which scopes, and what said so.",
  examples: ["status"],
  config: {},
  run: async (_, session) => {
    const { terminal, json } = session
    const settings = session.settings()
    const { baseUrl: url, projectId, profile, sources, credentialSource } = settings
    const credential = await session.credential()
    const who = await askWho({ url, credential, projectId }, terminal.signal)
    const from = { url: sources.url, projectId: sources.projectId ?? "token", credential: credentialSource }
    if (json !== undefined) return showResult(session, { ...who, url, profile: profile.name, from })
    const { actor, organizationId, scopes } = who
    const key =
      from.credential === "environment" ? "AGENT_OPERATIONS_API_KEY" : `tokens of ${profile.name}, ${from.credential}`
    showResult(session, {
      who: `${actor.name} (${actor.id})`,
      where: `${url} (${from.url})`,
      organization: organizationId,
      project: `${who.projectId} (${from.projectId})`,
      scopes,
      credential: key
    })
  }
})
