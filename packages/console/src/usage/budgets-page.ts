import { microsOf } from "@agent-operations/contract/evaluations"
import { Effect, Option } from "effect"
import { Hono } from "hono"
import type { InProject, Page, Pages } from "../context.ts"
import { money } from "../evaluations/values.ts"
import { checkboxes, hidden, textField } from "../html/field.ts"
import { actions, button, buttonLink, form } from "../html/form.ts"
import { type Html, html } from "../html/html.ts"
import { facts } from "../html/table.ts"
import { onlyManagers } from "../only.ts"
import { seeOther } from "../paths.ts"
import { type Budget, Budgets } from "./Budgets.ts"
import { budgetsPath, usagePath } from "./links.ts"

/** Whose budgets there are. */
const owners = { project: "This project", organization: "The whole organization" } as const

type Owner = keyof typeof owners

/** What was typed for a budget. */
interface Typed {
  readonly limit: string
  readonly monthly: boolean
}

/** The budgets of the host, without which there are no pages of them. */
const budgets = Effect.flatMap(
  Effect.serviceOption(Budgets),
  Option.match({ onNone: () => Effect.die(new Error("There are no budgets")), onSome: Effect.succeed })
)

const askedBy = ({ project, by }: InProject, owner: Owner) => ({
  organizationId: project.organizationId,
  ...(owner === "project" && { projectId: project.id }),
  by
})

const typedOf = ({ limitMicros, monthly }: Pick<Budget, "limitMicros" | "monthly">): Typed => ({
  limit: limitMicros === null ? "" : money(limitMicros).replaceAll(",", ""),
  monthly
})

const none = { limitMicros: null, monthly: false, spentMicros: 0, heldMicros: 0 }

const part = (
  owner: Owner,
  budget: Omit<Budget, "projectId"> = none,
  typed = typedOf(budget),
  error?: string
): Html => {
  const id = `${owner}-limit`
  return html`<h2>${owners[owner]}</h2>
    ${facts([
      ["Spent", money(budget.spentMicros)],
      ["Held for calls in flight", money(budget.heldMicros)]
    ])}
    ${form({
      errors: error === undefined ? {} : { [id]: error },
      body: html`${hidden("owner", owner)}
      ${textField({
        id,
        name: "limit",
        label: "Limit",
        hint: "In your organization's currency, such as 12.50. Leave it empty for no limit.",
        value: typed.limit,
        inputmode: "decimal",
        error
      })}
      ${checkboxes({
        name: "monthly",
        id: `${owner}-monthly`,
        label: "Period",
        options: [{ value: "yes", label: "What was spent begins anew with each month, in UTC" }],
        chosen: typed.monthly ? ["yes"] : []
      })}
      ${actions(button("Set budget", { about: `of ${owners[owner].toLowerCase()}` }))}`
    })}`
}

const page = Effect.fnUntraced(function* (
  visit: InProject,
  wrong?: { readonly owner: Owner; readonly typed: Typed; readonly error: string }
) {
  const all = yield* (yield* budgets).list(askedBy(visit, "project"))
  const partOf = (owner: Owner) => {
    const budget = all.find(({ projectId }) => (projectId === null) === (owner === "organization"))
    return wrong?.owner === owner ? part(owner, budget, wrong.typed, wrong.error) : part(owner, budget)
  }
  return {
    title: "Budgets",
    trail: [{ label: "Usage", href: usagePath(visit) }],
    narrow: true,
    ...(wrong !== undefined && { status: 422 }),
    notices: {
      set: "The budget is set. Runs that wait for more of it go on by themselves.",
      least: "The budget is set to what is spent and held already: it can't be less."
    },
    body: html`<p>
        A run whose next call might exceed a budget pauses before that call. Both budgets hold: the project's, and the
        organization's for all its projects together.
      </p>
      ${partOf("project")} ${partOf("organization")} ${actions(buttonLink("Back to usage", usagePath(visit)))}`
  } satisfies Page
})

/** Sets a budget. Law: U1. */
const setBudget = Effect.fnUntraced(function* (visit: InProject) {
  const { form } = visit
  const owner: Owner = form.text("owner") === "organization" ? "organization" : "project"
  const typed = { limit: form.text("limit").trim(), monthly: form.has("monthly") }
  const limitMicros = typed.limit === "" ? null : microsOf(typed.limit)
  if (limitMicros === undefined) {
    return yield* page(visit, { owner, typed, error: "Write an amount such as 12.50, or nothing for no limit." })
  }
  const { set } = yield* budgets
  const inForce = yield* set({ ...askedBy(visit, owner), limitMicros, monthly: typed.monthly })
  return seeOther(budgetsPath(visit), inForce.limitMicros === limitMicros ? "set" : "least")
})

/** The page of a project's budgets and its organization's, for owners and admins. */
export const budgetRoutes = ({ project }: Pages) =>
  new Hono().get("/", project(onlyManagers((visit) => page(visit)))).post("/", project(onlyManagers(setBudget)))
