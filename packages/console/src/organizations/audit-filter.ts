import type { AuditActor, AuditFilter } from "@agent-operations/auth"
import type { InOrganization } from "../context.ts"
import { selectField, textField } from "../html/field.ts"
import { actions, button, buttonLink, searchForm } from "../html/form.ts"
import { type Html, html, when } from "../html/html.ts"
import { organizationPath } from "../paths.ts"
import { actorOptions, auditTopics } from "./audit-words.ts"

/** What the query narrows the log to, as it stands there. */
interface Asked {
  readonly who: string
  readonly what: string
  readonly about: string
  readonly from: string
  readonly to: string
}

const names = ["who", "what", "about", "from", "to"] as const

const askedIn = ({ query }: InOrganization): Asked =>
  Object.fromEntries(names.map((name) => [name, query(name) ?? ""])) as Record<keyof Asked, string>

const day = 24 * 60 * 60 * 1000

/** The beginning of a day in UTC; undefined for what is none. */
const dayOf = (text: string): Date | undefined => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined
  const date = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** The filter that the query asks for; what it can't mean is left out. */
export const auditFilter = (visit: InOrganization): AuditFilter => {
  const { who, what, about, from, to } = askedIn(visit)
  const last = dayOf(to)
  return {
    actorId: who === "" ? undefined : who,
    actions: Object.hasOwn(auditTopics, what) ? auditTopics[what]?.actions : undefined,
    subjectId: about === "" ? undefined : about,
    since: dayOf(from),
    until: last && new Date(last.getTime() + day)
  }
}

/** A page of the log under the same filter, or an export of it. */
export const auditPath = (
  visit: InOrganization,
  segments: ReadonlyArray<string> = [],
  more: Readonly<Record<string, string>> = {}
): string => {
  const asked = Object.entries({ ...askedIn(visit), ...more }).filter(([, value]) => value !== "")
  const path = organizationPath(visit.site, visit.membership, "audit", ...segments)
  return asked.length === 0 ? path : `${path}?${new URLSearchParams(asked)}`
}

/** Whether the log is narrowed. */
export const isNarrowed = (visit: InOrganization): boolean => Object.values(askedIn(visit)).some((text) => text !== "")

/** The form that narrows the log. */
export const auditForm = (
  visit: InOrganization,
  actors: ReadonlyArray<AuditActor>,
  subjects: ReadonlyArray<{ readonly value: string; readonly label: string; readonly group: string }>
): Html => {
  const asked = askedIn(visit)
  const path = organizationPath(visit.site, visit.membership, "audit")
  const groups = [...new Set(subjects.map(({ group }) => group))]
  return searchForm({
    action: path,
    body: html`${selectField({
      name: "who",
      label: "Who",
      options: [{ value: "", label: "Anybody" }, ...actorOptions(actors)],
      value: asked.who
    })}
    ${selectField({
      name: "what",
      label: "What",
      options: [
        { value: "", label: "Anything" },
        ...Object.entries(auditTopics).map(([value, { label }]) => ({ value, label }))
      ],
      value: asked.what
    })}
    ${selectField({
      name: "about",
      label: "Key, application or project",
      options: [
        { value: "", label: "Any" },
        ...groups.map((group) => ({ group, options: subjects.filter((subject) => subject.group === group) }))
      ],
      value: asked.about
    })}
    ${textField({ name: "from", label: "From", type: "date", value: asked.from })}
    ${textField({ name: "to", label: "To", type: "date", value: asked.to })}
    ${actions(
      button("Filter events", { kind: "plain" }),
      when(isNarrowed(visit), () => buttonLink("Clear filters", path))
    )}`
  })
}
