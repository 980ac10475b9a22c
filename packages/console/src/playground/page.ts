import type { AgentError } from "@agent-operations/error-envelope"
import { inTurns } from "@agent-operations/operations"
import { Effect, Result, type Schema } from "effect"
import { statusOf } from "../content/form/errors.ts"
import { saidOf } from "../content/form/faults.ts"
import { parseJsonBySteps } from "../content/form/json.ts"
import { refusalNotice } from "../content/parts/refusal.ts"
import { listItems } from "../content/sections/datasets/port.ts"
import { inLine, nameOf } from "../content/sections/datasets/words.ts"
import type { Answer, ContentVisit, Page } from "../context.ts"
import { optionsOf } from "../evaluations/choices.ts"
import { runsPath } from "../evaluations/links.ts"
import { scorerOptions, scorersOf } from "../evaluations/scorer-field.ts"
import { newKey } from "../evaluations/start-form.ts"
import { checkboxes, type FieldErrors, hidden, selectField, textArea } from "../html/field.ts"
import { actions, button, buttonLink, form } from "../html/form.ts"
import { type Html, html, when } from "../html/html.ts"
import { empty, table } from "../html/table.ts"
import { projectPath, seeOther } from "../paths.ts"
import { beginning, type Offered, readOffered, type Typed } from "./begin.ts"
import { playgroundPath } from "./links.ts"
import { invokeApp } from "./port.ts"

/** How long the page waits for the answer, below its own deadline: it is shown as it is then. */
const waitMs = 8000

/** How many items are offered. */
const maxItems = 20

interface Wrong {
  readonly errors?: FieldErrors
  readonly error?: AgentError
}

const noApp = (visit: ContentVisit): Html =>
  empty(
    visit.query("prompt") === undefined
      ? "This project has no app yet."
      : "No app asks a model with this prompt yet: create one of the type model, which refers to it.",
    buttonLink("Create app", projectPath(visit.site, visit.project, "apps", "new"), { kind: "primary" })
  )

const callForm = (visit: ContentVisit, { apps, scorers }: Offered, typed: Typed, errors: FieldErrors): Html => {
  const options = scorerOptions(scorers, scorersOf(typed.scorers) as Parameters<typeof scorerOptions>[1])
  const json = { code: true, rows: 6 }
  return form({
    action: playgroundPath(visit),
    errors,
    body: html`${hidden("requestKey", typed.requestKey)}
    ${selectField({
      name: "app",
      label: "App",
      value: typed.app,
      required: true,
      options: [{ value: "", label: "Choose…" }, ...optionsOf(apps, typed.app)],
      error: errors["app"]
    })}
    ${textArea({ ...json, name: "input", label: "Input", hint: "JSON: what the app is given. A text stands in quotes.", value: typed.input, error: errors["input"] })}
    ${textArea({ ...json, name: "expected", label: "Expected", hint: "JSON: what scorers compare the output with. null for nothing.", value: typed.expected, error: errors["expected"] })}
    ${when(options.length > 0, () => checkboxes({ name: "scorers", label: "Scorers", options, chosen: typed.scorers, error: errors["scorers"] }))}
    ${actions(button("Call the app"))}`
  })
}

/** The first items of a dataset, each with the way to try it. */
const itemsPart = Effect.fnUntraced(function* (visit: ContentVisit, { datasets }: Offered) {
  const datasetId = visit.query("dataset")
  const kept = Object.fromEntries(
    ["app", "scorer", "prompt"].flatMap((name) => {
      const value = visit.query(name)
      return value === undefined ? [] : [[name, value]]
    })
  )
  const found = datasetId === undefined ? undefined : yield* listItems({ datasetId, limit: maxItems })
  return html`<h2>Items to try</h2>
    <form method="get" action="${playgroundPath(visit)}" class="inline">
      ${Object.entries(kept).map(([name, value]) => hidden(name, value))}
      ${selectField({ name: "dataset", label: "Dataset", value: datasetId ?? "", options: optionsOf(datasets, datasetId) })}
      ${button("Show items", { kind: "plain" })}
    </form>
    ${when(found, ({ items }) =>
      items.length === 0
        ? empty("The dataset has no items.")
        : table({
            caption: `The first ${maxItems} items, by position`,
            columns: ["Item", "Input", "Expected"],
            rows: items.map((item) => [
              item.purged
                ? nameOf(item)
                : html`<a href="${playgroundPath(visit, { ...kept, dataset: item.datasetId, item: item.id })}"
                    >${nameOf(item)}</a
                  >`,
              item.purged ? "purged" : inLine(item.input),
              item.purged ? "" : inLine(item.expected)
            ])
          })
    )}`
})

const draw = Effect.fnUntraced(function* (
  visit: ContentVisit,
  offered: Offered,
  typed: Typed,
  { errors = {}, error }: Wrong = {}
): Effect.fn.Return<Page, Effect.Error<ReturnType<typeof itemsPart>>, Effect.Services<ReturnType<typeof itemsPart>>> {
  const items = offered.datasets.length === 0 ? "" : yield* itemsPart(visit, offered)
  return {
    title: "Playground",
    status: error === undefined ? (Object.keys(errors).length > 0 ? 400 : 200) : statusOf(error),
    body: html`<p>
        Calls an app once, and scores what it answers. What a call costs counts as usage. To try a prompt, choose an app
        that asks a model with it; to score an answer that you type, a sample app that echoes its input.
      </p>
      ${when(error, (error) => refusalNotice(visit, error))}
      ${offered.apps.length === 0 ? noApp(visit) : callForm(visit, offered, typed, errors)} ${items}`
  }
})

/** The form: empty, or with the item, the target or the definition that the path names. */
export const playgroundPage = Effect.fnUntraced(function* (visit: ContentVisit) {
  const offered = yield* readOffered(visit)
  return yield* draw(visit, offered, yield* beginning(visit, offered))
})

const typedIn = ({ form }: ContentVisit): Typed => ({
  requestKey: form.text("requestKey") || newKey(),
  app: form.text("app"),
  input: form.text("input"),
  expected: form.text("expected"),
  scorers: form.all("scorers")
})

/** The JSON of both fields, or what is wrong with them, by steps. Law: K3. */
function* parse(typed: Typed) {
  const values: Record<string, Schema.Json> = {}
  const errors: Record<string, string> = typed.app === "" ? { app: "App: Choose the app that answers." } : {}
  for (const [name, label] of [
    ["input", "Input"],
    ["expected", "Expected"]
  ] as const) {
    const parsed = yield* parseJsonBySteps(typed[name])
    if (Result.isSuccess(parsed)) values[name] = parsed.success
    else errors[name] = saidOf(label, typed[name], [parsed.failure])
  }
  return { input: values["input"]!, expected: values["expected"]!, errors }
}

/** What is said at the fields that are wrong, or above the form. */
const wrongOf = (error: AgentError): Wrong => {
  if (error._tag !== "VALIDATION_ERROR") return { error }
  const errors = error.details.issues.map(({ path, message }) => {
    const [, member = ""] = path.split("/")
    return [member === "id" ? "app" : member, `${message}.`] as const
  })
  return { errors: Object.fromEntries(errors) }
}

/** Calls the app, once for each form, and leads to what came of it. Law: X1. */
export const playgroundAction = Effect.fnUntraced(function* (visit: ContentVisit) {
  const offered = yield* readOffered(visit)
  const typed = typedIn(visit)
  const { input, expected, errors } = yield* inTurns(parse(typed))
  if (Object.keys(errors).length > 0) return (yield* draw(visit, offered, typed, { errors })) as Answer
  const { requestKey, app: id } = typed
  const scorers = scorersOf(typed.scorers)
  const call = (requestKey: string) => invokeApp({ requestKey, id, input, expected, scorers, waitMs })
  return yield* call(requestKey).pipe(
    // Somebody went back to the form, and changed it: this is another call.
    Effect.catchTag("REQUEST_KEY_REUSED", () => call(newKey())),
    Effect.map(({ run, target }): Answer => seeOther(runsPath(visit, run.id, "targets", target.id))),
    Effect.catch((error) => draw(visit, offered, { ...typed, requestKey: newKey() }, wrongOf(error)))
  )
})
