/** What a prompt renders to, with marks in place of what has no value. */
import { Effect } from "effect"
import type { ContentVisit } from "../../../context.ts"
import { textField } from "../../../html/field.ts"
import { button } from "../../../html/form.ts"
import { type Html, html, when } from "../../../html/html.ts"
import { notice } from "../../../html/notice.ts"
import { contentOf } from "../../../traces/content.ts"
import type { Input } from "../../port.ts"
import type { Preview, PreviewContent, Shown } from "../../preview.ts"
import { draftOf } from "../validation/draft.ts"
import { type Validated, validate, type Values } from "./validate.ts"
import { askedOf, markOf, placeholdersOf } from "./values.ts"

/** What a field of the page is called, apart from all else in its address. */
const fieldOf = (name: string) => `v.${name}`

/** The values that were typed; what was left empty is not given. */
const givenIn = (visit: ContentVisit, content: PreviewContent): Values =>
  Object.fromEntries(
    askedOf(content).flatMap(({ name }) => {
      const value = visit.query(fieldOf(name)) ?? ""
      return value === "" ? [] : [[name, value]]
    })
  )

/** Fields for the variables, where the prompt is saved. */
const valuesForm = (visit: ContentVisit, content: PreviewContent): Html => {
  const asked = askedOf(content)
  return html`${when(
    asked.length > 0,
    () =>
      html`<form method="get" action="${visit.url.pathname}" class="ask">
        <div class="asked">
          ${asked.map(({ name, default: value }) =>
            textField({
              name: fieldOf(name),
              label: typeof value === "string" && value !== "" ? `${name}, or ${value}` : name,
              value: visit.query(fieldOf(name))
            })
          )}
          ${button("Render", { kind: "plain" })}
        </div>
      </form>`
  )}`
}

/** Renders with what is given, and again with marks for what is missing. */
const renderWith = Effect.fnUntraced(function* (input: Input, content: PreviewContent, given: Values) {
  const placeholders = placeholdersOf(content)
  const again = (names: ReadonlyArray<string>) => {
    const marks = Object.fromEntries(names.map((name) => [name, markOf(name, placeholders.has(name))]))
    const variables = { ...marks, ...given }
    return Effect.map(validate({ ...input, variables }), (validated) => ({ validated, missing: names }))
  }
  return yield* validate({ ...input, variables: given }).pipe(
    Effect.map((validated) => ({ validated, missing: [] as ReadonlyArray<string> })),
    Effect.catchTag("MISSING_VARIABLE", ({ details }) => again(details.variables))
  )
})

/** Why nothing is rendered. */
const faults = ({ issues }: Validated): Html =>
  html`${notice("bad", "It can't be rendered yet.")}
    <ul class="issues bad">
      ${issues
        .filter(({ severity }) => severity === "error")
        .slice(0, 20)
        .map(({ message, definition }) => html`<li>${when(definition, ({ id }) => html`In ${id}: `)}${message}</li>`)}
    </ul>`

const draw = Effect.fnUntraced(function* (visit: ContentVisit, shown: Shown) {
  const { content } = shown
  const isSaved = shown.type === "saved"
  const input = isSaved ? { id: shown.id } : { draft: draftOf(content) }
  const { validated, missing } = yield* renderWith(input, content, isSaved ? givenIn(visit, content) : {})
  const { rendered } = validated
  if (rendered === null) return faults(validated)
  const value = rendered.type === "text" ? rendered.text : rendered.messages.map((message) => ({ ...message }))
  return html`${when(missing.length > 0, () => html`<p class="quiet">Without a value yet: ${missing.join(", ")}.</p>`)}
  ${contentOf({ id: "rendered", label: "What the model is told", value })}`
})

export const renderedPreview: Preview = {
  operation: "validate_prompt",
  scopes: ["prompts:read"],
  path: "rendered",
  label: "Render",
  title: "Rendered",
  form: valuesForm,
  input: () => ({ variables: {} }),
  draw
}
