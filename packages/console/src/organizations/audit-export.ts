import { type AuditEvent, AuditLog } from "@agent-operations/auth"
import { Effect } from "effect"
import type { InOrganization } from "../context.ts"
import { auditFilter } from "./audit-filter.ts"

/** How many events are read at once, and how many an export has at most: the newest. */
const pageSize = 500
const mostEvents = 100_000

/** A spreadsheet runs what begins like a formula. Source: OWASP, "CSV Injection". */
const harmless = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const cell = (text: string) => `"${harmless(text).replaceAll('"', '""')}"`

const line = (cells: ReadonlyArray<string>) => `${cells.map(cell).join(",")}\r\n`

const columns = [
  "at",
  "id",
  "actor_type",
  "actor_id",
  "actor_name",
  "action",
  "subject_type",
  "subject_id",
  "subject_name",
  "details"
]

const csvLine = ({ at, id, actor, action, subject, details }: AuditEvent) =>
  line([
    at,
    id,
    actor.type,
    actor.id,
    actor.name,
    action,
    subject.type,
    subject.id,
    subject.name,
    JSON.stringify(details)
  ])

interface Format {
  readonly type: string
  readonly head: string
  readonly line: (event: AuditEvent) => string
}

const formats: Readonly<Record<"csv" | "ndjson", Format>> = {
  csv: { type: "text/csv; charset=utf-8; header=present", head: line(columns), line: csvLine },
  ndjson: { type: "application/x-ndjson", head: "", line: (event) => `${JSON.stringify(event)}\n` }
}

/**
 * The log under its filter as a file, newest first. It is read page by page as the browser takes it, so that none is held
 * whole; whether the reader still is an owner is asked at each page.
 */
export const exportAudit = (name: keyof typeof formats) =>
  Effect.fnUntraced(function* (visit: InOrganization) {
    const format = formats[name]
    const { organizationId } = visit.membership
    const log = yield* AuditLog
    const run = Effect.runPromiseWith(yield* Effect.context())
    const filter = auditFilter(visit)
    const read = (before: string | undefined) =>
      log.list({
        organizationId,
        by: visit.by,
        limit: pageSize,
        filter,
        ...(before !== undefined && { before })
      })
    const encoder = new TextEncoder()
    // Whatever refuses it is a page, and not the beginning of a file.
    let page = yield* read(undefined)
    yield* log.noteExport({ organizationId, by: visit.by, format: name, filter })
    let sent = 0
    const body = new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          const text = page.items.map(format.line).join("")
          controller.enqueue(encoder.encode(sent === 0 ? format.head + text : text))
          sent += page.items.length
          if (page.nextBefore === null || sent >= mostEvents) return controller.close()
          page = await run(read(page.nextBefore))
        }
      },
      { highWaterMark: 0 }
    )
    return new Response(body, {
      headers: {
        "content-type": format.type,
        "content-disposition": `attachment; filename="audit-log-${organizationId}.${name}"`
      }
    })
  })
