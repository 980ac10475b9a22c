import { type GetPromptResult, type Prompt, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server"
import type { Port } from "../port.ts"
import { completeId, completeRevision } from "../resources/complete.ts"
import { addressOf, kindOfId, type ReadableKind } from "../resources/definitions.ts"
import type { Resources } from "../resources/index.ts"
import type { View } from "../tools/catalog.ts"

type Arguments = Readonly<Record<string, string>>
type Message = GetPromptResult["messages"][number]

interface PromptMaker {
  readonly prompt: Prompt
  /** The operations that it has a model call: without one of them it is not offered. */
  readonly needs: ReadonlyArray<string>
  readonly messages: (
    given: Arguments,
    read: (id: string, revision?: number) => Promise<Message>
  ) => Promise<Array<Message>>
}

const say = (text: string): Message => ({ role: "user", content: { type: "text", text } })

const writeField: PromptMaker = {
  needs: ["create_custom_field"],
  prompt: {
    name: "write_custom_field",
    title: "Write a custom field",
    description: "Writes the formula of a custom field, and creates it.",
    arguments: [
      { name: "goal", description: "What the field is to show, in your words.", required: true },
      { name: "target", description: "What it is of: trace, span, evaluation_run or evaluation_case." }
    ]
  },
  messages: async ({ goal = "", target = "trace" }) => [
    say(
      `Create a custom field of a ${target} that shows: ${goal}\n\n` +
        "Look at the fields that there are with list_custom_fields, so that none is made twice. Write the formula in the " +
        "Common Expression Language, or use a JSON Pointer if the value is in the record as it is. Say what the formula " +
        "answers where a value is missing, then create the field with create_custom_field."
    )
  ]
}

const explainView: PromptMaker = {
  needs: ["get_page_view"],
  prompt: {
    name: "explain_page_view",
    title: "Explain a page view",
    description: "Explains what a page view shows, and what it is built from.",
    arguments: [{ name: "id", description: "The page view's ID.", required: true }]
  },
  messages: async ({ id = "" }, read) => [
    await read(id),
    say(
      "Explain to somebody who did not make it what this page view shows: which records, in which order, by which " +
        "filters, and where its columns come from. Read the custom fields that it refers to with get_custom_field. Say " +
        "what validate_page_view finds wrong, if anything."
    )
  ]
}

const reconcile: PromptMaker = {
  needs: [],
  prompt: {
    name: "reconcile_conflict",
    title: "Reconcile a conflict",
    description: "Brings together your change and one that somebody else made meanwhile.",
    arguments: [
      { name: "id", description: "The ID of the definition.", required: true },
      { name: "expectedRevision", description: "The revision that you changed.", required: true },
      { name: "change", description: "What you wanted to change.", required: true }
    ]
  },
  messages: async ({ id = "", expectedRevision = "", change = "" }, read) => [
    say(
      `I changed revision ${expectedRevision} of ${id}: ${change}\nThe update was refused with CONFLICT. What I had read:`
    ),
    await read(id, Number(expectedRevision)),
    say("What is current:"),
    await read(id),
    say(
      "Say what somebody else changed meanwhile. If my change does not contradict it, apply mine to what is current and " +
        "update with the current revision as expectedRevision. If it does, ask me which is to stay."
    )
  ]
}

const makers: ReadonlyArray<PromptMaker> = [writeField, explainView, reconcile]

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message)

/** The prompts whose operations a caller may use. */
export const makePrompts = (view: View, { kinds, read }: Resources, port: Port) => {
  const offered = makers.filter(({ needs }) => needs.every((id) => view.find(id) !== undefined) && kinds.length > 0)
  const find = (name: string) => offered.find(({ prompt }) => prompt.name === name)

  const embedded = async (signal: AbortSignal, id: string, revision?: number): Promise<Message> => {
    const of = kindOfId(id, kinds)
    if (of === undefined) throw invalid(`There is no definition ${id.slice(0, 100)}.`)
    if (revision !== undefined && !Number.isInteger(revision)) throw invalid("A revision is a whole number, 1 or more.")
    const { contents } = await read(addressOf(of, id, revision), signal)
    const [resource] = contents
    return { role: "user", content: { type: "resource", resource: resource! } }
  }

  const kindOf = (id: string | undefined): ReadableKind | undefined =>
    id === undefined ? undefined : kindOfId(id, kinds)

  return {
    list: offered.map(({ prompt }) => prompt),
    get: async (name: string, given: Arguments, signal: AbortSignal): Promise<GetPromptResult> => {
      const found = find(name)
      if (found === undefined) throw invalid(`There is no prompt ${name.slice(0, 100)}: prompts/list has them all.`)
      const missing = found.prompt.arguments?.find(
        ({ name, required }) => required === true && given[name] === undefined
      )
      if (missing !== undefined) throw invalid(`The prompt needs the argument ${missing.name}.`)
      const messages = await found.messages(given, (id, revision) => embedded(signal, id, revision))
      return { ...(found.prompt.description && { description: found.prompt.description }), messages }
    },
    complete: async (
      name: string,
      argument: { readonly name: string; readonly value: string },
      others: Arguments,
      signal: AbortSignal
    ) => {
      const none = { values: [], hasMore: false }
      if (find(name) === undefined) return none
      if (argument.name === "id") {
        const kind =
          name === "explain_page_view" ? kinds.find(({ get }) => get === "get_page_view") : kindOf(argument.value)
        const of = kind ?? kinds[0]
        return of === undefined ? none : completeId(port, of, argument.value, signal)
      }
      const of = kindOf(others["id"])
      return argument.name === "expectedRevision" && of !== undefined
        ? completeRevision(port, of, others["id"]!, argument.value, signal)
        : none
    }
  }
}
