import { type AuditEvent, AuditLog } from "@agent-operations/auth"
import { Effect } from "effect"
import type { InOrganization } from "../context.ts"
import { bdi, html, time } from "../html/html.ts"
import { empty, nextPage, table } from "../html/table.ts"
import { organizationPath } from "../paths.ts"
import { detailsOf, sentence } from "./audit-words.ts"

const pageSize = 50

const row = (event: AuditEvent) => [time(event.at), bdi(event.actor.name), sentence(event), detailsOf(event)]

/** Who changed whose access, newest first; for owners. */
export const audit = Effect.fnUntraced(function* ({ membership, by, query, site }: InOrganization) {
  const before = query("before")
  const { items, nextBefore } = yield* AuditLog.use((log) =>
    log.list({
      organizationId: membership.organizationId,
      by,
      limit: pageSize,
      ...(before !== undefined && { before })
    })
  )
  return {
    title: "Audit log",
    body:
      items.length === 0
        ? empty("Nothing earlier is recorded.")
        : html`${table({
            caption: "Every change of who may do what, newest first",
            columns: ["When", "Who", "What", "Details"],
            rows: items.map(row)
          })}
          ${nextPage(
            nextBefore && `${organizationPath(site, membership, "audit")}?before=${encodeURIComponent(nextBefore)}`,
            "Earlier"
          )}`
  }
})
