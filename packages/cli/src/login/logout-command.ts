import { askedFields } from "../output/pick-own.ts"
import { shown } from "../output/people.ts"
import { ownCommand } from "../own/own-command.ts"
import { logout } from "./logout.ts"
import { showResult } from "./show-result.ts"

export const command = ownCommand({
  name: "logout",
  description: "End the access that login gave, at the server, and forget its tokens here.",
  examples: ["logout"],
  config: {},
  run: async (_, session) => {
    const { terminal } = session
    askedFields(session.json ?? "", ["profile", "url", "revoked"])
    const { profile } = session.place({ mayBeNew: false })
    const { name, url = "", tokens } = profile
    if (tokens === undefined) {
      terminal.error(`Nobody is signed in by the profile ${JSON.stringify(name)}.\n`)
      if (session.json !== undefined) showResult(session, { profile: name, url, revoked: false })
      return
    }
    const ending = logout(terminal, profile)
    terminal.finish?.(ending)
    const why = await ending
    if (why !== undefined) {
      terminal.error(
        `The server was not told: ${shown(why)} End the access there, on your account's page: ${url}/account\n`
      )
    }
    showResult(session, { profile: name, url, revoked: why === undefined })
  }
})
