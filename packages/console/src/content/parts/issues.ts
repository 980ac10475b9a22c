import { type Html, html, when } from "../../html/html.ts"
import { notice } from "../../html/notice.ts"
import { sectionOf } from "../../site.ts"
import type { Built } from "../builder.ts"
import type { Checked, Issue } from "../checks.ts"
import type { GroupControl } from "../form/control.ts"
import { placeOf } from "../form/errors.ts"
import { placesIn } from "../form/faults.ts"
import type { Typed } from "../form/typed.ts"
import { capital, counted, plain } from "../words.ts"
import { definitionPath, type InProject } from "./links.ts"

const excerpt = (line: string | undefined) => {
  const found = line?.trim() ?? ""
  return when(found !== "", () => html` <code class="excerpt">${found.slice(0, 160)}</code>`)
}

/** An issue, with where it is in the field that has it. */
interface Placed {
  readonly issue: Issue
  readonly pointer: string
}

/** Where the issues of a field are, or those of no field. */
const wheres = (text: string | undefined, placed: ReadonlyArray<Placed>): ReadonlyArray<Html | ""> => {
  const lines = text?.split("\n")
  const pointers = placed.map(({ pointer }) => pointer)
  const places =
    text === undefined || pointers.every((pointer) => pointer === "") ? undefined : placesIn(text, pointers)
  return placed.map(({ issue: { path, position } }, n) => {
    if (position !== undefined) {
      return html`Line ${position.line}, column ${position.column}:${excerpt(lines?.[position.line - 1])}`
    }
    const found = text === undefined ? path : capital(places?.[n] ?? "")
    return when(found !== "", () => html`${found}:`)
  })
}

const owner = (at: InProject, { definition }: Issue) =>
  when(definition, ({ kind, id, revision }) => {
    const section = sectionOf(at.site, kind)
    const name = `${section?.kind.title ?? plain(kind)} ${id}, revision ${revision}`
    return section === undefined
      ? html`In ${name}. `
      : html`In <a href="${definitionPath(at, section, id, revision)}">${name}</a>. `
  })

const item = (at: InProject, issue: Issue, where: Html | ""): Html =>
  html`<li>
    <b>${issue.severity === "error" ? "Error" : "Warning"}.</b>
    ${owner(at, issue)}${where} ${issue.message}
    <span class="quiet">${issue.code}</span>
  </li>`

/** Shows what a check found in a field, in place; without a field, what it found elsewhere. */
export type ShowIssues = (field?: string) => Html | ""

export const issuesOf = (
  at: InProject,
  form: GroupControl,
  typed: Typed,
  checked: Pick<Checked, "issues"> | undefined,
  built?: Pick<Built, "place">
): ShowIssues => {
  const byField = new Map<string | undefined, Array<Placed>>()
  for (const issue of checked?.issues ?? []) {
    const inBuilder = issue.definition === undefined ? built?.place(issue.path) : undefined
    const place = issue.definition === undefined ? (inBuilder ?? placeOf(form, typed, issue.path)) : undefined
    const placed = byField.get(place?.field) ?? []
    placed.push({ issue, pointer: place !== undefined && "pointer" in place ? place.pointer : "" })
    byField.set(place?.field, placed)
  }
  return (field) =>
    when(byField.get(field), (found) => {
      const places = wheres(field === undefined ? undefined : typed[field], found)
      return html`<ul
        class="issues ${found.some(({ issue }) => issue.severity === "error") ? "bad" : "warning"}"
        aria-label="${field === undefined ? "Found in what it uses" : "Found by the check"}"
      >
        ${found.map(({ issue }, n) => item(at, issue, places[n]!))}
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
