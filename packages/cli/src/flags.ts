import { Flag, GlobalFlag } from "effect/cli"
import * as Option from "effect/Option"

/** A flag that may be left out. */
export const text = (name: string, metavar: string, description: string) =>
  Flag.String(name).pipe(
    Flag.withMetavar(metavar),
    Flag.withDescription(description),
    Flag.optional,
    Flag.map(Option.getOrUndefined)
  )

/** What every command takes. */
export const Json = GlobalFlag.Setting("json")({
  flag: Flag.String("json").pipe(
    Flag.withOptionalValue(""),
    Flag.withMetavar("FIELDS"),
    Flag.withDescription("Print JSON; --json id,name prints some fields"),
    Flag.optional,
    Flag.map(Option.getOrUndefined)
  )
})

export const Agent = GlobalFlag.Setting("agent")({
  flag: Flag.Literals("agent", ["auto", "yes", "no"]).pipe(
    Flag.withMetavar("WHEN"),
    Flag.withDescription("Compact JSON, and --yes for what deletes: auto, yes or no"),
    Flag.withDefault("auto" as const)
  )
})

export const Yes = GlobalFlag.Setting("yes")({
  flag: Flag.Boolean("yes").pipe(
    Flag.withDescription("Agree to what deletes"),
    Flag.withoutNegation,
    Flag.withDefault(false)
  )
})

export const Curl = GlobalFlag.Setting("curl")({
  flag: Flag.Boolean("curl").pipe(
    Flag.withDescription("Print the request as a curl command, and send nothing"),
    Flag.withoutNegation,
    Flag.withDefault(false)
  )
})

export const Url = GlobalFlag.Setting("url")({
  flag: text("url", "URL", "The server (AGENT_OPERATIONS_URL)")
})

export const Project = GlobalFlag.Setting("project")({
  flag: text("project", "ID", "The project's ID (AGENT_OPERATIONS_PROJECT_ID)")
})

export const Profile = GlobalFlag.Setting("profile")({
  flag: text("profile", "NAME", "The profile (AGENT_OPERATIONS_PROFILE)")
})

export const globalFlags = [Json, Agent, Yes, Curl, Url, Project, Profile] as const
