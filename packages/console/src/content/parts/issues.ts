import type { ResultOf } from "@agent-operations/contract"
import { type Html, html, when } from "../../html/html.ts"
import { notice } from "../../html/notice.ts"
import { placeOf } from "../form/errors.ts"
import { type FieldName, placesIn, type Typed } from "../form/typed.ts"
import { kindNamed } from "../kinds.ts"
import { capital, counted } from "../words.ts"
import { definitionPath, type InProject } from "./links.ts"

export type Checked = ResultOf<"validate_page_view">
type Issue = Checked["issues"][number]

/** The issues of one field of the form; of no field are those of the definitions that it uses. */
const isOf = (field: FieldName | undefined) => (issue: Issue) =>
  (issue.definition === undefined ? placeOf(issue.path)?.field : undefined) === field

const excerpt = (line: string | undefined) => {
  const found = line?.trim() ?? ""
  return when(found !== "", () => html` <code class="excerpt">${found.slice(0, 160)}</code>`)
}

/** Where the issues of a field are, or those of no field. */
const wheres = (text: string | undefined, issues: ReadonlyArray<Issue>): ReadonlyArray<Html | ""> => {
  const lines = text?.split("\n")
  const pointers = issues.map(({ path }) => placeOf(path)?.pointer ?? "")
  const places =
    text === undefined || pointers.every((pointer) => pointer === "") ? undefined : placesIn(text, pointers)
  return issues.map(({ path, position }, n) => {
    if (position !== undefined) {
      return html`Line ${position.line}, column ${position.column}:${excerpt(lines?.[position.line - 1])}`
    }
    const found = text === undefined ? path : capital(places?.[n] ?? "")
    return when(found !== "", () => html`${found}:`)
  })
}

const owner = (at: InProject, { definition }: Issue) =>
  when(definition, ({ kind, id, revision }) => {
    const href = definitionPath(at, kindNamed(kind), id, revision)
    return html`In <a href="${href}">${kindNamed(kind).spec.title} ${id}, revision ${revision}</a>. `
  })

const item = (at: InProject, issue: Issue, where: Html | ""): Html =>
  html`<li>
    <b>${issue.severity === "error" ? "Error" : "Warning"}.</b>
    ${owner(at, issue)}${where} ${issue.message}
    <span class="quiet">${issue.code}</span>
  </li>`

/** What a check found in a field, in place; without a field, what it found elsewhere. */
export const issuesOf = (at: InProject, typed: Typed, checked: Checked | undefined, field?: FieldName): Html | "" => {
  const found = checked?.issues.filter(isOf(field)) ?? []
  return when(found.length > 0, () => {
    const places = wheres(field && typed[field], found)
    return html`<ul
      class="issues ${found.some(({ severity }) => severity === "error") ? "bad" : "warning"}"
      aria-label="${field === undefined ? "Found in what it uses" : "Found by the check"}"
    >
      ${found.map((issue, n) => item(at, issue, places[n]!))}
    </ul>`
  })
}

/** What a check found, in a sentence. */
export const checkedNotice = ({ valid, issues, checked }: Checked, saved: boolean): Html => {
  const errors = issues.filter(({ severity }) => severity === "error").length
  const warnings = issues.length - errors
  const found = [
    ...(errors > 0 ? [counted(errors, "error")] : []),
    ...(warnings > 0 ? [counted(warnings, "warning")] : [])
  ].join(" and ")
  const along =
    checked.dependencies === 0 ? "" : `, along with ${counted(checked.dependencies, "definition")} that it uses`
  return notice(
    valid ? (warnings > 0 ? "warning" : "good") : "bad",
    `Checked${along}: ${found === "" ? "nothing is wrong" : found}.${saved ? "" : " Nothing was saved."}`
  )
}
