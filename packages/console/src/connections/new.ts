import { NewModelConnection } from "@agent-operations/contract/apps"
import { microsOf } from "@agent-operations/contract/evaluations"
import { Effect, Result, Schema } from "effect"
import type { Answer, InProject, Page } from "../context.ts"
import { type FieldErrors, selectField, textArea, textField } from "../html/field.ts"
import { actions, button, buttonLink, form } from "../html/form.ts"
import { html } from "../html/html.ts"
import { onlyManagers } from "../only.ts"
import { projectPath, seeOther } from "../paths.ts"
import { keyField, readKey, wrongKey } from "./key.ts"
import { askedBy, connections } from "./service.ts"

const limits = [
  { value: "max_tokens", label: "max_tokens" },
  { value: "max_completion_tokens", label: "max_completion_tokens" }
]

const page = (visit: InProject, errors: FieldErrors = {}): Page => {
  const field = (name: string) => ({ name, value: visit.form.text(name), error: errors[name] })
  return {
    title: "Add model connection",
    narrow: true,
    ...(Object.keys(errors).length > 0 && { status: 422 }),
    body: form({
      errors,
      body: html`${textField({ ...field("name"), label: "Name", maxlength: 120, required: true })}
      ${textField({ ...field("baseUrl"), label: "Address", hint: "Of an OpenAI-compatible API: https://api.example.com/v1.", required: true })}
      ${keyField(errors["key"])}
      ${textArea({ ...field("prices"), label: "Prices", hint: "A model a line, with what a million tokens of input and of output cost: gpt-4o-mini 0.15 0.60. A model without one can't be called under a limited budget.", rows: 4, code: true })}
      ${selectField({ ...field("tokenLimit"), label: "Bound on an answer's tokens", hint: "How the provider calls it.", options: limits })}
      ${actions(button("Add connection"), buttonLink("Cancel", projectPath(visit.site, visit.project, "connections")))}`
    })
  }
}

/** The price that a line says; undefined where it says none. */
const priceOf = (line: string) => {
  const words = line.trim().split(/\s+/)
  const [input = "", output = ""] = words.slice(-2)
  const model = words.slice(0, -2).join(" ")
  const [inputMicrosPerMillion, outputMicrosPerMillion] = [microsOf(input), microsOf(output)]
  return model === "" || inputMicrosPerMillion === undefined || outputMicrosPerMillion === undefined
    ? undefined
    : { model, inputMicrosPerMillion, outputMicrosPerMillion }
}

const decode = Schema.decodeUnknownResult(NewModelConnection)

/** What was typed as a connection, or what is wrong with it. */
const connectionTyped = (text: (name: string) => string) => {
  const lines = text("prices")
    .split("\n")
    .filter((line) => line.trim() !== "")
  const prices = lines.map(priceOf)
  const tokenLimit = text("tokenLimit") || "max_tokens"
  const named = { tokenLimit, prices: [] }
  const [name, baseUrl] = [text("name").trim(), text("baseUrl").trim()]
  const isName = Result.isSuccess(decode({ ...named, name, baseUrl: "https://example.com/v1" }))
  const isAddress = Result.isSuccess(decode({ ...named, name: "x", baseUrl }))
  const made = decode({ name, baseUrl, tokenLimit, prices })
  if (Result.isSuccess(made)) return { connection: made.success }
  return {
    errors: {
      ...(!isName && { name: "Name: Enter a name of up to 120 characters." }),
      ...(!isAddress && { baseUrl: "Address: Enter an address such as https://api.example.com/v1." }),
      ...(isName && isAddress && { prices: "Prices: Write each model once, with two amounts: gpt-4o-mini 0.15 0.60." })
    }
  }
}

export const newConnection = onlyManagers((visit: InProject) => Effect.succeed(page(visit)))

/** Adds a connection. Law: G2. */
export const addConnection = onlyManagers(
  Effect.fnUntraced(function* (visit: InProject) {
    const { text } = visit.form
    const typed = connectionTyped(text)
    const key = readKey(text("key"))
    if (!("connection" in typed) || key === undefined) {
      const errors = "errors" in typed ? typed.errors : {}
      return page(visit, { ...errors, ...(key === undefined && { key: wrongKey }) })
    }
    const added = (yield* connections).add({ ...askedBy(visit), connection: typed.connection!, key })
    return yield* added.pipe(
      Effect.map((): Answer => seeOther(projectPath(visit.site, visit.project, "connections"), "added")),
      Effect.catchTags({
        AlreadyExists: ({ message }) => Effect.succeed<Answer>(page(visit, { name: `Name: ${message}` })),
        EGRESS_REFUSED: ({ message }) => Effect.succeed<Answer>(page(visit, { baseUrl: `Address: ${message}` }))
      })
    )
  })
)
