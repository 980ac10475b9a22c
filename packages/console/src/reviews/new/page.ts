import { randomUUID } from "node:crypto"
import type { AgentError } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import { statusOf } from "../../content/form/errors.ts"
import { refusalNotice } from "../../content/parts/refusal.ts"
import { readOnly } from "../../content/verbs.ts"
import type { Answer, ContentVisit, Page } from "../../context.ts"
import { checkboxes, type FieldErrors, hidden, textArea, textField } from "../../html/field.ts"
import { actions, button, buttonLink, form } from "../../html/form.ts"
import { html } from "../../html/html.ts"
import { empty } from "../../html/table.ts"
import { projectPath, seeOther } from "../../paths.ts"
import { reviewsPath } from "../links.ts"
import { createSession, type HumanScorer, listHumanScorers } from "../port.ts"
import { type About, drawSubject, subjectField, subjectMeant } from "./subject.ts"

/** What is typed, or asked for in the path, by the name of a field. */
type Text = (name: string) => string

interface Wrong {
  readonly errors?: FieldErrors
  readonly error?: AgentError
}

/** How a session is set up unless somebody says otherwise. */
const defaults: Readonly<Record<string, string>> = { reviewersPerItem: "1", reservationMinutes: "15" }

const asked =
  ({ query, url }: ContentVisit): Text =>
  (name) =>
    name === "traces" ? url.searchParams.getAll("trace").join("\n") : (query(name) ?? defaults[name] ?? "")

const settings = [
  { value: "blind", label: "Blind", hint: "Reviewers see neither scores nor what others said until theirs is in." },
  { value: "browserOnly", label: "From these pages alone", hint: "Programs with a person's token can't submit." }
] as const

const noQuestions = (visit: ContentVisit) =>
  empty(
    html`People answer scorers whose source is of the type human, and this project has none yet.`,
    buttonLink("Create scorer", projectPath(visit.site, visit.project, "scorers", "new"), { kind: "primary" })
  )

const formOf = (visit: ContentVisit, about: About, scorers: ReadonlyArray<HumanScorer>, { errors = {} }: Wrong) => {
  const isPosted = visit.request.method === "POST"
  const text = isPosted ? visit.form.text : asked(visit)
  const field = (name: string) => ({ name, value: text(name), error: errors[name] })
  const chosen = isPosted ? visit.form.all("questions") : scorers.length === 1 ? [scorers[0]!.id] : []
  return form({
    action: reviewsPath(visit, "new"),
    errors,
    body: html`${hidden("requestKey", isPosted ? text("requestKey") : randomUUID())}
    ${textField({ ...field("name"), label: "Name", maxlength: 120, required: true })}
    ${drawSubject(about, text, errors)}
    ${checkboxes({
      name: "questions",
      label: "Questions",
      error: errors["questions"],
      options: scorers.map(({ id, name, source }) => ({ value: id, label: source.question, hint: name })),
      chosen
    })}
    ${textArea({ ...field("instructions"), label: "Instructions", hint: "Shown next to each item. Optional.", rows: 3 })}
    ${textField({ ...field("reviewersPerItem"), label: "Reviewers per item", hint: "1 to 10.", inputmode: "decimal" })}
    ${textField({ ...field("reservationMinutes"), label: "Minutes to review an item", hint: "How long an item is held for the reviewer who claimed it: 1 to 240.", inputmode: "decimal" })}
    ${checkboxes({ name: "settings", label: "Settings", options: settings, chosen: isPosted ? visit.form.all("settings") : ["blind"] })}
    ${actions(button("Create session"), buttonLink("Cancel", reviewsPath(visit)))}`
  })
}

const page = (visit: ContentVisit, about: About, scorers: ReadonlyArray<HumanScorer>, wrong: Wrong = {}): Page => {
  const { error, errors = {} } = wrong
  const other = about === "traces" ? "run" : "traces"
  return {
    title: "Create review session",
    trail: [{ label: "Reviews", href: reviewsPath(visit) }],
    narrow: true,
    status: error === undefined ? (Object.keys(errors).length > 0 ? 400 : 200) : statusOf(error),
    body:
      scorers.length === 0
        ? noQuestions(visit)
        : html`${error === undefined ? "" : refusalNotice(visit, error)}
            <p class="quiet">
              About ${about === "traces" ? "traces" : "targets of an evaluation run"}.
              <a href="${reviewsPath(visit, "new")}?about=${other}">
                ${about === "traces" ? "About an evaluation run instead" : "About traces instead"}</a
              >
            </p>
            ${formOf(visit, about, scorers, wrong)}`
  }
}

const aboutOf = (text: string): About => (text === "run" ? "run" : "traces")

/** The form: about the traces or the run that the path names. */
export const newSessionPage = Effect.fnUntraced(function* (visit: ContentVisit) {
  const about = visit.query("run") === undefined ? aboutOf(visit.query("about") ?? "") : "run"
  return page(visit, about, yield* readOnly(listHumanScorers()))
})

const labels: Readonly<Record<string, string>> = {
  name: "Name",
  traces: "Traces",
  run: "Evaluation run",
  status: "Targets that",
  scorer: "Scored by",
  below: "Below",
  sample: "How many at most",
  questions: "Questions",
  instructions: "Instructions",
  reviewersPerItem: "Reviewers per item",
  reservationMinutes: "Minutes to review an item"
}

/** What is said at the fields that are wrong, or above the form. */
const wrongOf = (about: About, error: AgentError): Wrong => {
  if (error._tag !== "VALIDATION_ERROR") return { error }
  const errors = error.details.issues.map(({ path, message }) => {
    const [, first = ""] = path.split("/")
    const field = first === "subject" ? subjectField(about, path) : first === "rubric" ? "questions" : first
    return [field, `${labels[field] ?? field}: ${message}.`] as const
  })
  return errors.every(([field]) => Object.hasOwn(labels, field)) ? { errors: Object.fromEntries(errors) } : { error }
}

/** A name for a question that the session knows it by: of its scorer's name, each once. */
const rubricOf = (scorers: ReadonlyArray<HumanScorer>, chosen: ReadonlyArray<string>) => {
  const rubric: Record<string, { readonly id: string }> = {}
  for (const { id, name } of scorers.filter((one) => chosen.includes(one.id))) {
    const plain =
      name
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, "_")
        .replace(/^[^a-z]+|_+$/g, "")
        .slice(0, 36) || "question"
    let alias = plain
    for (let n = 2; Object.hasOwn(rubric, alias); n++) alias = `${plain}_${n}`
    rubric[alias] = { id }
  }
  return rubric
}

/** Creates a session, once for each form. */
export const newSessionAction = Effect.fnUntraced(function* (visit: ContentVisit) {
  const { text, all } = visit.form
  const about = aboutOf(text("about"))
  const scorers = yield* readOnly(listHumanScorers())
  const meant = subjectMeant(about, text)
  const chosen = all("questions")
  const errors = {
    ...(text("name").trim() === "" && { name: "Name: Enter a name." }),
    ...("errors" in meant && meant.errors),
    ...(chosen.length === 0 && { questions: "Questions: Choose at least one." })
  }
  if (!("subject" in meant) || Object.keys(errors).length > 0) return page(visit, about, scorers, { errors }) as Answer
  return yield* createSession({
    requestKey: text("requestKey"),
    name: text("name").trim(),
    subject: meant.subject,
    rubric: rubricOf(scorers, chosen),
    instructions: text("instructions"),
    reviewersPerItem: Number(text("reviewersPerItem") || "1"),
    reservationMinutes: Number(text("reservationMinutes") || "15"),
    blind: all("settings").includes("blind"),
    browserOnly: all("settings").includes("browserOnly")
  }).pipe(
    Effect.map(({ id }): Answer => seeOther(reviewsPath(visit, id), "created")),
    Effect.catch((error): Effect.Effect<Answer> => Effect.succeed(page(visit, about, scorers, wrongOf(about, error))))
  )
})
