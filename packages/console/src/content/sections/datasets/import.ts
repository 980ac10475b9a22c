/** Importing items from a file: all of it or nothing, with every place that is wrong. Laws: I1 to I3. */
import { newTypeId } from "@agent-operations/database"
import type { AgentError } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import type { Answer, ContentVisit, Page } from "../../../context.ts"
import { hidden, radios, textArea, textField } from "../../../html/field.ts"
import { actions, button, form } from "../../../html/form.ts"
import { type Html, html, when } from "../../../html/html.ts"
import { notice } from "../../../html/notice.ts"
import { facts, table } from "../../../html/table.ts"
import { count, visible } from "../../../traces/values.ts"
import { statusOf } from "../../form/errors.ts"
import { contentPath } from "../../parts/links.ts"
import { refusalNotice } from "../../parts/refusal.ts"
import { definitionCrumb, definitionTabs } from "../../parts/tabs.ts"
import type { Section } from "../../Section.ts"
import { readHead } from "../../stored.ts"
import { type Files, type Imported, importFiles, type Report } from "./port.ts"

type Place = Extract<AgentError, { readonly _tag: "IMPORT_REFUSED" }>["details"]["errors"][number]

const placesTable = (caption: string, places: ReadonlyArray<Place>): Html =>
  table({
    caption,
    columns: ["Place", "What is wrong"],
    rows: places.map(({ file, line, column, pointer, message }) => [
      html`<code>${visible(file)}:${line}${column === undefined ? "" : `:${column}`}${visible(pointer)}</code>`,
      visible(message)
    ])
  })

const reportOf = ({ items, errors, warnings }: Report, wasTried: boolean): Html => {
  const isWrong = errors.length > 0
  return html`${
    isWrong
      ? notice("bad", "Nothing would be imported: mend each place below.")
      : notice(
          wasTried ? "plain" : "good",
          wasTried ? "This is what the import would do. Nothing was written." : "The file was imported."
        )
  }
  ${facts(
    (["created", "changed", "unchanged", "deleted"] as const).map((name) => [
      `${name[0]!.toUpperCase()}${name.slice(1)}`,
      count(items[name])
    ])
  )}
  ${when(isWrong, () => placesTable("What is wrong", errors))}
  ${when(
    warnings.length > 0,
    () =>
      html`<ul>
        ${warnings.map((warning) => html`<li>${visible(warning)}</li>`)}
      </ul>`
  )}`
}

const modes = [
  { value: "add", label: "Add and change", hint: "Items that the file does not have stay." },
  { value: "replace", label: "Replace all", hint: "Items that the file does not have are deleted, as one version." }
] as const

interface Head {
  readonly id: string
  readonly name: string
}

interface Tried {
  readonly imported?: Imported
  readonly error?: AgentError
}

const page = (section: Section, visit: ContentVisit, head: Head, { imported, error }: Tried = {}): Page => {
  const typed = visit.form.text
  const isDone = imported !== undefined && imported.status === "applied" && typed("action") === "import"
  const items = contentPath(visit, section, head.id, "items")
  return {
    title: `Import into ${head.name}`,
    trail: [definitionCrumb(visit, section, head)],
    tabs: definitionTabs(visit, section, head.id),
    status: error === undefined ? 200 : statusOf(error),
    body: html`${when(error, (error) =>
      error._tag === "IMPORT_REFUSED"
        ? html`${notice("bad", "Nothing was imported: mend each place below and import again.")}
          ${placesTable("What is wrong", error.details.errors)}`
        : refusalNotice(visit, error)
    )}
    ${when(imported?.report, (report) => reportOf(report, !isDone))}
    ${
      isDone
        ? html`<p><a href="${items}">Show the items</a></p>`
        : form({
            body: html`${hidden("importKey", typed("importKey") || newTypeId("imp"))}
              <div class="field" data-file-into="content" data-file-name="path" hidden>
                <label for="file">File</label>
                <p class="hint" id="file-hint">JSONL, JSON, CSV or YAML. Its text appears below.</p>
                <input
                  id="file"
                  type="file"
                  accept=".jsonl,.ndjson,.json,.csv,.yaml,.yml"
                  aria-describedby="file-hint"
                />
              </div>
              ${textField({
                name: "path",
                label: "Name of the file",
                hint: "Its ending says what it is: .jsonl, .json, .csv or .yaml.",
                value: typed("path") || "items.jsonl",
                maxlength: 500
              })}
              ${textArea({
                name: "content",
                label: "Content",
                hint: html`An item has an <code>input</code>, and may have <code>expected</code>, <code>metadata</code>,
                  <code>split</code> and <code>externalId</code>. CSV has their names as its first line.`,
                value: typed("content"),
                rows: 12,
                code: true
              })}
              ${radios({ name: "mode", label: "Items that are there", options: modes, chosen: [typed("mode") || "add"] })}
              ${actions(
                button("Import", { name: "action", value: "import" }),
                button("Try without writing", { kind: "plain", name: "action", value: "try" })
              )}`
          })
    }`
  }
}

/** The form that imports a file. */
export const importPage = (section: Section) => (visit: ContentVisit) =>
  Effect.map(readHead(section, visit.param("id")), (head): Answer => page(section, visit, head))

/** Imports what was typed or picked, or says what that would do. The same form sent twice is one import. Law: I2. */
export const importAction = (section: Section) =>
  Effect.fnUntraced(function* (visit: ContentVisit) {
    const head = yield* readHead(section, visit.param("id"))
    const { text } = visit.form
    const dryRun = text("action") === "try"
    const asked: Files = {
      importKey: text("importKey"),
      files: [{ path: text("path").trim(), content: text("content") }],
      into: { datasetId: head.id },
      mode: text("mode") === "replace" ? "replace" : "add",
      ...(dryRun && { dryRun })
    }
    return yield* importFiles(asked).pipe(
      Effect.map((imported): Answer => page(section, visit, head, { imported })),
      Effect.catch((error) => Effect.succeed<Answer>(page(section, visit, head, { error })))
    )
  })
