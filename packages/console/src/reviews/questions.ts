/** The questions of a session as fields of a form, and what was typed as answers. */
import { type FieldErrors, hidden, radios, textArea, textField } from "../html/field.ts"
import { type Html, html, when } from "../html/html.ts"
import type { Question, Scores, Session, Submission } from "./port.ts"

/** What a field has: by its name. */
export type Typed = (name: string) => string

const valueName = (alias: string) => `value.${alias}`
const commentName = (alias: string) => `comment.${alias}`

/** Keys that begin those of a question, where there are several: none that does something by itself. */
const letters = "abdfijloqtuvwxyz"

/** What is pressed for an option of a question: its number, after the letter of the question where there are several. */
const keysOf = (questions: number, question: number, option: number): string | undefined => {
  if (option >= 9) return undefined
  if (questions === 1) return String(option + 1)
  const letter = letters[question]
  return letter === undefined ? undefined : `${letter} ${option + 1}`
}

const optionsOf = ({ output }: Question): ReadonlyArray<{ readonly value: string; readonly label: string }> => {
  switch (output.type) {
    case "boolean":
      return [
        { value: "true", label: "Yes" },
        { value: "false", label: "No" }
      ]
    case "label":
      return output.labels.map(({ label }) => ({ value: label, label }))
    case "number":
      return []
  }
}

const rangeOf = ({ output }: Question): string | undefined => {
  if (output.type !== "number") return undefined
  const { min, max } = output
  if (min !== null && max !== null) return `A number from ${min} to ${max}.`
  if (min !== null) return `A number of ${min} or more.`
  return max === null ? "A number." : `A number of ${max} or less.`
}

const hintOf = (question: Question) =>
  [question.guidance, rangeOf(question) ?? ""].filter((text) => text !== "").join(" ") || undefined

/** The fields of all questions. */
export const questionFields = ({ rubric }: Session, typed: Typed, errors: FieldErrors): Html => {
  const questions = Object.entries(rubric)
  return html`${questions.map(([alias, question], n) => {
    const name = valueName(alias)
    const field = { name, label: question.question, hint: hintOf(question), error: errors[name] }
    const value =
      question.output.type === "number"
        ? textField({ ...field, value: typed(name), inputmode: "decimal" })
        : radios({
            ...field,
            options: optionsOf(question).map((option, m) => ({ ...option, keys: keysOf(questions.length, n, m) })),
            chosen: [typed(name)]
          })
    const comment = {
      name: commentName(alias),
      label: "Comment",
      hint: "May be left empty.",
      error: errors[commentName(alias)]
    }
    return html`${value} ${textArea({ ...comment, value: typed(comment.name), rows: 2 })}`
  })}`
}

/** What somebody submitted, as what they typed. */
export const typedOf = ({ scores }: Pick<Submission, "scores">): Typed => {
  const fields = Object.entries(scores).flatMap(([alias, { value, comment }]) => [
    [valueName(alias), String(value)] as const,
    [commentName(alias), comment ?? ""] as const
  ])
  const values = new Map(fields)
  return (name) => values.get(name) ?? ""
}

/** The number of the submission that is corrected, as a field. */
export const supersedesField = (number: number | undefined): Html | "" =>
  when(number, (number) => hidden("supersedes", String(number)))

/** A value that was meant, or undefined where it is none. */
const valueMeant = (question: Question, text: string): Scores[string]["value"] | undefined => {
  if (question.output.type === "number") {
    const trimmed = text.trim().replace(",", ".")
    return trimmed !== "" && Number.isFinite(Number(trimmed)) ? Number(trimmed) : undefined
  }
  if (!optionsOf(question).some(({ value }) => value === text)) return undefined
  return question.output.type === "boolean" ? text === "true" : text
}

/** The answers that were typed, or what is wrong with them by field. */
export const scoresTyped = (
  { rubric }: Session,
  typed: Typed
): { readonly scores: Scores } | { readonly errors: FieldErrors } => {
  const errors: Record<string, string> = {}
  const scores: Record<string, Scores[string]> = {}
  for (const [alias, question] of Object.entries(rubric)) {
    const value = valueMeant(question, typed(valueName(alias)))
    const comment = typed(commentName(alias)).trim()
    if (value === undefined) {
      errors[valueName(alias)] = `${question.question}: ${rangeOf(question) ?? "Choose an answer."}`
    } else scores[alias] = comment === "" ? { value } : { value, comment }
  }
  return Object.keys(errors).length > 0 ? { errors } : { scores }
}

/** The field that a part of the operation's input is of: `/scores/helpful/value`. */
export const fieldAt = (pointer: string): string | undefined => {
  const [, root, alias, part] = pointer.split("/")
  if (root !== "scores" || alias === undefined) return undefined
  return part === "comment" ? commentName(alias) : valueName(alias)
}
