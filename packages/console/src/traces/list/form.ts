import { operators } from "@agent-operations/contract"
import { traces } from "@agent-operations/contract/traces"
import { operatorWords } from "../../content/words.ts"
import { type Option, selectField, textField } from "../../html/field.ts"
import { button } from "../../html/form.ts"
import { type Html, html, when } from "../../html/html.ts"
import { icon } from "../../html/icon.ts"
import { type Asked, type Condition, localTime, mostConditions, ranges, statuses } from "./query.ts"

const option = (value: string, label = value) => ({ value, label })

const rangeOptions = [
  option("", "Any time"),
  ...Object.entries(ranges).map(([value, { label }]) => option(value, label))
]

/** The fields that conditions can name, where they hold one value. */
const fieldNames = Object.entries(traces.records["trace"] ?? {}).map(([name, type]) =>
  typeof type === "object" ? `trace.${name}.` : `trace.${name}`
)

const timeField = (name: "from" | "to", label: string, value: string) =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" type="datetime-local" step="any" value="${localTime(value)}" />
  </div>`

const conditionFields = ({ field, operator, value }: Condition, n: number): Html =>
  html`<fieldset class="condition">
    <legend class="unseen">Condition ${n + 1}</legend>
    <div class="field">
      <label for="field-${n}">Field</label>
      <input id="field-${n}" name="field" list="fields" autocomplete="off" maxlength="200" value="${field}" />
    </div>
    ${selectField({
      id: `operator-${n}`,
      name: "operator",
      label: "Condition",
      value: operator,
      options: operators.map((each) => option(each, operatorWords[each]))
    })}
    ${textField({ id: `value-${n}`, name: "value", label: "Value", value, maxlength: 1000 })}
  </fieldset>`

const noCondition: Condition = { field: "", operator: "eq", value: "" }

const isDetailed = ({ from, to, user, environment, conditions }: Asked) =>
  from !== "" || to !== "" || user !== "" || environment !== "" || conditions.length > 0

/** The page views that the list can be seen through, and which one it is. */
export interface Views {
  readonly options: ReadonlyArray<Option>
  readonly chosen: string
}

const viewField = ({ options, chosen }: Views) =>
  when(options.length > 0, () =>
    selectField({ name: "view", label: "Page view", value: chosen, options: [option("", "None"), ...options] })
  )

/** The form that asks for traces: its fields go into the query. */
export const askForm = (action: string, asked: Asked, views: Views): Html =>
  html`<form method="get" action="${action}" role="search" class="ask">
    <div class="asked">
      ${textField({ name: "search", label: "Search", type: "search", value: asked.search, maxlength: 200 })}
      ${selectField({ name: "range", label: "Started", value: asked.range, options: rangeOptions })}
      ${selectField({ name: "status", label: "Status", value: asked.status, options: [option("", "Any"), ...statuses.map((status) => option(status))] })}
      ${viewField(views)} ${button("Show traces", { kind: "plain" })}
    </div>
    <details ${isDetailed(asked) ? html`open` : ""}>
      <summary class="button plain">${icon("list-filter")} More filters</summary>
      <p class="hint">
        Search looks into names, users, sessions, inputs and outputs, or for the beginning of an ID. All conditions must
        hold.
      </p>
      <div class="asked">
        ${timeField("from", "From (UTC)", asked.from)} ${timeField("to", "Before (UTC)", asked.to)}
        ${textField({ name: "user", label: "User", value: asked.user, maxlength: 200 })}
        ${textField({ name: "environment", label: "Environment", value: asked.environment, maxlength: 200 })}
      </div>
      ${Array.from({ length: mostConditions }, (_, n) => conditionFields(asked.conditions[n] ?? noCondition, n))}
      <datalist id="fields">${fieldNames.map((name) => html`<option value="${name}"></option>`)}</datalist>
    </details>
  </form>`
