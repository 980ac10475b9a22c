import { messageOf } from "../errors.ts"
import { withLock } from "../lock.ts"
import { askedFields } from "../output/pick-own.ts"
import { ownCommand } from "../own/own-command.ts"
import { changeProfile } from "../profiles.ts"
import { revoke } from "./refresh.ts"
import { showResult } from "./show-result.ts"
import { lockFileOf, tokenStore } from "./token-store.ts"
import { parseTokens } from "./tokens.ts"

export const command = ownCommand({
  name: "logout",
  description: "End the access that login gave, at the server, and forget its tokens here.",
  examples: ["logout"],
  config: {},
  run: async (_, session) => {
    const { terminal } = session
    const { env, signal } = terminal
    askedFields(session.json ?? "", ["profile", "url", "revoked"])
    const { name, url = "", tokens: place } = session.place({ mayBeNew: false }).profile
    if (place === undefined) {
      terminal.error(`Nobody is signed in by the profile ${JSON.stringify(name)}.\n`)
      return
    }
    const store = tokenStore(env, name, place)
    const why = await withLock(lockFileOf(env, name), signal, async () => {
      const tokens = parseTokens(await store.read().catch(() => undefined), url.replace(/\/+$/, ""))
      const untold =
        tokens === undefined
          ? `${store.title} has no tokens for it.`
          : await revoke(tokens).then(() => undefined, messageOf)
      await store.remove()
      await changeProfile(env, signal, name, { tokens: undefined })
      return untold
    })
    if (why !== undefined) {
      terminal.error(`The server was not told: ${why} End the access there, on your account's page: ${url}/account\n`)
    }
    showResult(session, { profile: name, url, revoked: why === undefined })
  }
})
