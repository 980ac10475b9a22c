import type { AgentError } from "@agent-operations/error-envelope"
import { inTurns } from "@agent-operations/operations"
import { Effect, Result } from "effect"
import type { FieldErrors } from "../../html/field.ts"
import { type Html, html } from "../../html/html.ts"
import type { Checked, Issue } from "../checks.ts"
import { fieldsOf } from "../form/control.ts"
import { faultsOf, placeOf } from "../form/errors.ts"
import { positionsOfFaults } from "../form/faults.ts"
import { type Fault, parseJsonBySteps } from "../form/json.ts"
import { type Position, positionsOf } from "../form/locate.ts"
import type { Content } from "../Section.ts"
import { capital } from "../words.ts"
import type { Editing } from "./editor.ts"
import { issuesOf } from "./issues.ts"

/** Something wrong with the text of a field, at a place of it. */
interface Mark extends Position {
  readonly severity: "error" | "warning"
  readonly message: string
}

/** What is wrong with a field: where in its text, and as a list to be read. */
interface FieldIssues {
  readonly marks: ReadonlyArray<Mark>
  readonly list: string
}

/** What the script of a form is told: by the names of fields, and by "" of none of them. */
interface LiveIssues {
  readonly fields: Readonly<Record<string, FieldIssues>>
  /** What is said where no field has anything wrong. */
  readonly said: string
}

type FieldFaults = ReadonlyMap<string, ReadonlyArray<Fault>>

const isJson = (field: object) => "type" in field && field.type === "json"

/** What is wrong with fields, with the places of those that are JSON. */
function* faultsTyped({ section, typed }: Editing, errors: FieldErrors): Generator<void, FieldFaults> {
  const faults = new Map<string, ReadonlyArray<Fault>>()
  for (const field of fieldsOf(section.form)) {
    const { name } = field
    const error = errors[name]
    if (error === undefined) continue
    const read = isJson(field) ? yield* parseJsonBySteps(typed[name] ?? "") : undefined
    faults.set(name, [read !== undefined && Result.isFailure(read) ? read.failure : { path: "", message: error }])
  }
  return faults
}

const faultList = (faults: ReadonlyArray<Fault>, positions: ReadonlyArray<Position>, isCode: boolean): Html =>
  html`<ul class="issues bad" aria-label="What is wrong">
    ${faults.map(
      ({ path, message }, n) =>
        html`<li>
          <b>Error.</b>
          ${isCode ? `${capital(`line ${positions[n]!.line}`)}${path === "" ? "" : `, at ${path.slice(0, 200)}`}: ` : ""}${message}
        </li>`
    )}
  </ul>`

const ofFaults = ({ section, typed }: Editing, found: FieldFaults) => {
  const labelled = new Map(fieldsOf(section.form).map((field) => [field.name, field]))
  return [...found].map(([name, faults]): readonly [string, FieldIssues] => {
    const positions = positionsOfFaults(typed[name] ?? "", faults)
    const marks = faults.map(({ message }, n): Mark => ({ ...positions[n]!, severity: "error", message }))
    return [name, { marks, list: String(faultList(faults, positions, isJson(labelled.get(name) ?? {}))) }]
  })
}

const marksOf = (text: string, found: ReadonlyArray<{ readonly issue: Issue; readonly pointer: string }>) => {
  const places = positionsOf(
    text,
    found.map(({ pointer }) => pointer)
  )
  return found.map(({ issue: { severity, message, position } }, n): Mark => ({
    ...(position ?? places[n]!),
    severity,
    message
  }))
}

const ofCheck = ({ section, at, typed }: Editing, checked: Checked) => {
  const byField = Map.groupBy(
    checked.issues.map((issue) => {
      const place = issue.definition === undefined ? placeOf(section.form, typed, issue.path) : undefined
      return { issue, field: place?.field ?? "", pointer: place?.pointer ?? "" }
    }),
    ({ field }) => field
  )
  const show = issuesOf(at, section.form, typed, checked)
  return [...byField].map(([name, found]): readonly [string, FieldIssues] => [
    name,
    { marks: marksOf(typed[name] ?? "", found), list: String(show(name === "" ? undefined : name)) }
  ])
}

/** What is wrong with the fields, and what a check found in those that are right. */
const issuesTold = (editing: Editing, faults: FieldFaults, checked: Checked | undefined): LiveIssues => {
  const fields = [...(checked === undefined ? [] : ofCheck(editing, checked)), ...ofFaults(editing, faults)]
  return { fields: Object.fromEntries(fields), said: checked === undefined ? "" : "Nothing is wrong." }
}

/** What is read of a form: its content, or what is wrong with its fields. */
type Decoded = { readonly content: Content } | { readonly errors: FieldErrors; readonly content?: undefined }

type Decode<R> = (editing: Editing) => Effect.Effect<Decoded, AgentError, R>

/** What is read of a form, or the faults of its fields. */
const read = Effect.fnUntraced(function* <R>(editing: Editing, decode: Decode<R>) {
  const { section, typed } = editing
  return yield* decode(editing).pipe(
    Effect.flatMap((decoded): Effect.Effect<Read> =>
      decoded.content === undefined
        ? Effect.map(inTurns(faultsTyped(editing, decoded.errors)), (faults) => ({ faults }))
        : Effect.succeed({ content: decoded.content })
    ),
    Effect.catchTag("VALIDATION_ERROR", (error) => {
      const faults = faultsOf(section.form, error.details.issues, typed)
      return faults === undefined ? Effect.fail(error) : Effect.succeed<Read>({ faults })
    })
  )
})

const nothing: FieldFaults = new Map()

interface Read {
  readonly content?: Content
  readonly faults?: FieldFaults
}

/** What stands in for a name that is wrong, so that the rest is checked all the same. */
const draftName = { name: "Draft", description: "" }

/** Tells the script of a form what is wrong with what is typed, at its place. Nothing is saved. */
export const liveIssues = <R>(editing: Editing, decode: Decode<R>) => {
  const { section, typed } = editing
  const { check } = section
  return Effect.gen(function* () {
    const whole = yield* read(editing, decode)
    const { content } =
      whole.content !== undefined ? whole : yield* read({ ...editing, typed: { ...typed, ...draftName } }, decode)
    const checked = content === undefined || check === undefined ? undefined : yield* check(content)
    return issuesTold(editing, whole.faults ?? nothing, checked)
  }).pipe(
    Effect.catch((error: AgentError) => Effect.succeed<LiveIssues>({ fields: {}, said: error.message })),
    Effect.map((issues) => Response.json(issues))
  )
}
