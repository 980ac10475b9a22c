import type { AgentError } from "@agent-operations/error-envelope"
import { type Html, html, when } from "../../html/html.ts"
import { notice } from "../../html/notice.ts"
import { hintOf } from "../hints.ts"
import type { InProject } from "./links.ts"
import { dependentsTable } from "./references.ts"

/** Why something was not done, and what to do next; with what holds it, where something does. */
export const refusalNotice = (at: InProject, error: AgentError): Html =>
  html` ${notice(
    "bad",
    html`<p><b>${error.message}</b></p>
      <p>${hintOf(error)}</p>`
  )}
  ${when(error._tag === "STILL_REFERENCED", () =>
    error._tag === "STILL_REFERENCED" ? dependentsTable(at, "Used by", held(error.details)) : html``
  )}`

const held = ({
  referencedBy,
  hasMore
}: {
  readonly referencedBy: Parameters<typeof dependentsTable>[2]["items"]
  readonly hasMore: boolean
}) => ({ items: referencedBy, hasMore })
