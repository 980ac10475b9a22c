import { Flag } from "effect/cli"
import * as Option from "effect/Option"
import { UsageError } from "../errors.ts"
import { askedFields } from "../output/pick-own.ts"
import { ownCommand } from "../own/own-command.ts"
import type { Session } from "../session.ts"
import { isForeign, normalUrl, type Place } from "../settings.ts"
import { login } from "./login.ts"
import { showResult } from "./show-result.ts"

/** Refuses a place that somebody may not have meant, or whose profile is of another server. */
const checkPlace = (program: string, place: Place): void => {
  const { baseUrl, profile } = place
  if (isForeign(place)) {
    throw new UsageError(
      `The address ${baseUrl} is from agent-operations.json, which may be somebody else's.`,
      `Where it is meant, name it: ${program} login --url ${baseUrl}`
    )
  }
  if (profile.url !== undefined && normalUrl(profile.url) !== baseUrl) {
    throw new UsageError(
      `The profile ${JSON.stringify(profile.name)} is of ${profile.url}, and not of ${baseUrl}.`,
      "Name another profile, which may be new: --profile NAME"
    )
  }
}

/** Whether a browser is opened here, or its address is pasted; undefined where nobody is there to do either. */
const opensBrowser = ({ terminal, agent }: Session, asked: boolean | undefined): boolean | undefined => {
  if (asked !== undefined) return asked
  if (agent || !terminal.isInteractive) return undefined
  return (terminal.env["SSH_CONNECTION"] ?? "") === ""
}

export const command = ownCommand({
  name: "login",
  description:
    "Sign in, in a browser, and let this command line act for you in a project. Over SSH it prints the address to open, and takes the one that the browser ends at.",
  examples: ["login --url https://ops.example.com"],
  config: {
    browser: Flag.Boolean("browser").pipe(
      Flag.withDescription("Open a browser, even where nobody types; --no-browser: paste the address it ends at."),
      Flag.optional
    )
  },
  run: async ({ browser }, session) => {
    const { terminal, program } = session
    const place = session.place({ mayBeNew: true })
    checkPlace(program, place)
    askedFields(session.json ?? "", ["url", "profile", "tokens", "actor", "organizationId", "projectId", "scopes"])
    const opens = opensBrowser(session, Option.getOrUndefined(browser))
    if (opens === undefined) {
      throw new UsageError(
        "Nobody is here to sign in.",
        "Set AGENT_OPERATIONS_API_KEY; or where somebody can answer in a browser, give --browser."
      )
    }
    const { note, ...result } = await login(terminal, place, { opensBrowser: opens })
    terminal.error(`${note}\n`)
    showResult(session, result)
    if ((terminal.env["AGENT_OPERATIONS_API_KEY"] ?? "") !== "") {
      terminal.error("AGENT_OPERATIONS_API_KEY is set, and is used in place of the tokens.\n")
    }
  }
})
