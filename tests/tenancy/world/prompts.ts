import { Prompt } from "@agent-operations/contract/prompts"
import { definitionsOf } from "./definitions.ts"
import { ask, call, type Case, own, type Project } from "./project.ts"
import { traceId } from "./traces.ts"

const text = (template: string, variables: ReadonlyArray<object> = [], more: object = {}) => ({
  source: { type: "text", template },
  settings: { variables },
  ...more
})

const partOf = (id: string) => ({ references: { part: { kind: "prompt", id, revision: null } } })

/** Prompts that something is said of when they are validated, each for something else. */
const wrongPrompts = (chat: string): ReadonlyArray<object> => [
  text("{{#if"),
  text("{{#a}}never closed"),
  text("{{#a}}closed as another{{/b}}", [{ name: "a" }, { name: "b" }]),
  text("{{undeclared}}"),
  text("Hi", [{ name: "unused" }]),
  text("{{a}}", [{ name: "a" }, { name: "a" }]),
  text("{{a}}", [{ name: "a", required: true, default: "b" }]),
  text("{{> part}}"),
  text("Hi", [], partOf(chat)),
  text("{{> part}}", [], partOf(chat)),
  text("{{> part}}", [], partOf(`pr_${"7".padEnd(26, "0")}`)),
  {
    source: { type: "chat", messages: [{ placeholder: "a" }, { placeholder: "a" }] },
    settings: { variables: [{ name: "a" }] }
  },
  {
    source: { type: "chat", messages: [{ role: "user", content: "{{a}}" }, { placeholder: "a" }] },
    settings: { variables: [{ name: "a" }] }
  },
  { source: { type: "chat", messages: [] }, settings: { variables: [] } }
]

/** Prompts, of which one has labels. */
export const promptsOf = async (project: Project): Promise<ReadonlyArray<Case>> => {
  const { tell } = project
  const { main, free, make, cases } = await definitionsOf(project, Prompt)
  const plain = text(own("Hi"))
  const part = await make("Part", plain)
  const uses = { part: { kind: "prompt", id: part, revision: null } }
  const including = { source: { type: "text", template: "{{> part}}" }, references: uses }
  const whole = await make("Whole", { ...plain, ...including })
  await tell("set_prompt_label", { id: main, label: "production", revision: 1, expectedRevision: null }, "ada")
  await tell("set_prompt_label", { id: main, label: "staging", revision: 2, expectedRevision: null }, "ada")
  const guarded = await make("Guarded", plain)
  await tell("update_prompt", { id: guarded, expectedRevision: 1, description: own("Second") })
  await tell("set_prompt_label", { id: guarded, label: "production", revision: 1, expectedRevision: null }, "ada")
  await tell("protect_prompt_label", { id: guarded, label: "production", protected: true }, "ada")
  const chat = {
    source: {
      type: "chat",
      messages: [
        { role: "system", content: "Be {{tone}}." },
        { placeholder: "history" },
        { role: "user", content: "{{question}}" }
      ]
    },
    settings: {
      variables: [
        { name: "tone", required: true },
        { name: "history", default: [{ role: "assistant", content: "Hello." }] },
        { name: "question", default: "Well?" }
      ],
      model: { name: "gpt-4o", parameters: { temperature: 0.2 } }
    }
  }
  const talk = await make("Talk", chat)
  const said = ["system", "user", "assistant", "developer", "tool"].map((role) => ({ role, content: `As ${role}.` }))
  const variables = { shop: "Books", question: "Where?" }
  return [
    ...cases,
    call("get_prompt_dependencies", { id: part }),
    call("validate_prompt", { draft: including }),
    call("validate_prompt", { id: main }),
    call("list_prompt_labels", { id: main }),
    call("set_prompt_label", { id: main, label: "production", revision: 2, expectedRevision: 1 }),
    call("set_prompt_label", { id: free, label: "production", revision: 1, expectedRevision: null }),
    call("protect_prompt_label", { id: main, label: "production", protected: true }, "ada"),
    call("get_published_prompt", { id: main, label: "production" }),
    call("get_published_prompt", { id: main, revision: 2 }),
    call("get_published_prompt", { name: own("Free"), revision: 1 }),
    call("get_managed_prompt", { id: whole, revision: 1 }),
    call("get_managed_prompt", { id: main, label: "production", variables }),
    call("get_managed_prompt", { id: main, label: "production", variables, traceId: traceId(1) }),
    ...["production", "staging", "none"].flatMap((label) => [
      ask("get_managed_prompt", { id: main, label, variables }),
      ask("get_published_prompt", { id: main, label }),
      ask("get_published_prompt", { name: own("Main"), label })
    ]),
    ask("get_managed_prompt", { name: own("Main"), label: "staging", variables: { shop: true, question: 1.5 } }),
    ask("get_managed_prompt", { id: main, label: "staging", variables: { shop: "Books", other: "?" } }),
    ask("get_managed_prompt", {
      id: main,
      revision: 1,
      variables,
      traceId: traceId(11),
      parentSpanId: "0000000000000001"
    }),
    ask("get_managed_prompt", { name: own("Guarded"), label: "production" }),
    ask("get_managed_prompt", { id: talk, revision: 1, variables: { tone: false, history: said } }),
    ask("get_managed_prompt", { id: talk, revision: 1, variables: { tone: "kind", history: [], question: "So?" } }),
    ask("list_prompt_labels", { id: guarded }),
    ask("list_prompt_labels", { id: free }),
    ...(["key", "ada"] as const).flatMap((who) => [
      ask("set_prompt_label", { id: guarded, label: "production", revision: 2, expectedRevision: 1 }, who),
      ask("set_prompt_label", { id: guarded, label: "production", revision: null, expectedRevision: 1 }, who),
      ask("protect_prompt_label", { id: guarded, label: "production", protected: false }, who),
      ask("delete_prompt", { id: guarded, expectedRevision: 2 }, who),
      ask("set_prompt_label", { id: main, label: "staging", revision: null, expectedRevision: 2 }, who)
    ]),
    ask("set_prompt_label", { id: main, label: "staging", revision: 1, expectedRevision: 1 }),
    ask("set_prompt_label", { id: main, label: "staging", revision: 9, expectedRevision: 2 }),
    ask("set_prompt_label", { id: main, label: "new", revision: 2, expectedRevision: null }),
    ask("validate_prompt", { id: main, revision: 1, variables }),
    ask("validate_prompt", { id: main, variables: { shop: 3 } }),
    ask("validate_prompt", { draft: chat, variables: { tone: true, history: said } }),
    ask("validate_prompt", { draft: chat, variables: { tone: false, history: "Hi", question: 1 } }),
    ask("validate_prompt", { draft: chat }),
    ...wrongPrompts(talk).map((draft) => ask("validate_prompt", { draft })),
    ask("create_prompt", { name: "Chat", ...chat }),
    ask("create_prompt", {
      name: "Defaults",
      source: { type: "text", template: "{{a}} {{b}} {{c}}" },
      settings: {
        variables: [
          { name: "a", default: true },
          { name: "b", default: 2.5 },
          { name: "c", required: false }
        ],
        responseFormat: { type: "json_object" },
        tools: [{ type: "function", function: { name: "search" } }],
        extra: { team: "a" }
      }
    }),
    ask("create_prompt", { name: "Broken", source: { type: "text", template: "{{#if" }, settings: {} }),
    ask("copy_prompt", { id: whole, name: "Whole again" })
  ]
}
