import { ApiKeys } from "@agent-operations/auth"
import { Grants } from "@agent-operations/identity"
import { Effect } from "effect"
import { holds, mayWrite } from "../content/may.ts"
import { contentPath } from "../content/parts/links.ts"
import { readOnly } from "../content/verbs.ts"
import { readFirst } from "../content/stored.ts"
import type { ContentVisit, InProject } from "../context.ts"
import { codeBlock } from "../html/code.ts"
import { buttonLink } from "../html/form.ts"
import type { Html } from "../html/html.ts"
import { organizationPath } from "../paths.ts"
import { manages } from "../roles.ts"
import { exporterLines } from "../traces/list/empty.ts"
import { listTraces } from "../traces/port.ts"

/** Something that a new project needs. */
export interface Step {
  readonly title: string
  readonly isDone: boolean
  /** How it is done, in one sentence. */
  readonly about: string
  readonly how: Html
}

/** A key, and an assistant that acts for somebody: what people who manage an organization set up. */
export const accessSteps = Effect.fnUntraced(function* ({ site, membership, by, project }: InProject) {
  if (!manages(membership)) return []
  const { organizationId } = membership
  const [hasKey, granted] = yield* Effect.all([
    ApiKeys.use((keys) => keys.exists({ organizationId, by })),
    Grants.use((grants) => grants.listOfOrganization({ organizationId, by, limit: 50 }))
  ])
  const address = `${site.baseUrl}/api/mcp`
  return [
    {
      title: "Create an API key",
      isDone: hasKey,
      about: "Programs and the command line identify themselves by it.",
      how: buttonLink("Create key", organizationPath(site, membership, "keys", "new"))
    },
    {
      title: "Connect an assistant",
      isDone: granted.items.some(({ projectId }) => projectId === project.id),
      about: "Claude, Cursor and others work with this project over MCP, as you and with the scopes that you allow.",
      how: codeBlock({
        id: "start-assistant",
        label: "Claude Code",
        text: `claude mcp add --transport http operations ${address}`,
        wrap: true
      })
    }
  ] satisfies ReadonlyArray<Step>
})

const firstTrace = Effect.fnUntraced(function* (visit: ContentVisit) {
  if (!visit.site.hasTraces || !holds(visit.access, "traces:read")) return []
  const { items } = yield* readOnly(listTraces({ limit: 1 }))
  return [
    {
      title: "Send the first trace",
      isDone: items.length > 0,
      about: "Any OpenTelemetry exporter sends here, with these lines in the environment of your program.",
      how: codeBlock({ id: "start-otlp", label: "Environment", text: exporterLines(visit), wrap: true })
    }
  ] satisfies ReadonlyArray<Step>
})

const firstDefinition = Effect.fnUntraced(function* (visit: ContentVisit) {
  const [section] = visit.site.sections
  if (section === undefined || !mayWrite(visit.access, section)) return []
  const items = yield* readOnly(readFirst(section, { limit: 1 }))
  return [
    {
      title: `Create the first ${section.kind.title}`,
      isDone: items.length > 0,
      about: section.about ?? "",
      how: buttonLink(`Create ${section.kind.title}`, contentPath(visit, section, "new"))
    }
  ] satisfies ReadonlyArray<Step>
})

/** What a project holds once it is in use. */
export const contentSteps = (visit: ContentVisit) =>
  Effect.map(Effect.all([firstTrace(visit), firstDefinition(visit)]), (steps) => steps.flat())
