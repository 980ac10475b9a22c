import { type Explained, explainedIn } from "./explained.ts"

const of = explainedIn("prompts")

export const prompts: ReadonlyArray<Explained> = [
  of(
    "rendering/frozen",
    "Whatever stands for no revision, it is the same when a reference is kept and when it is looked for.",
    '}) => `${id} ${revision ?? ""}` const ledBy = → }) => `${id} ${revision && ""}` const ledBy =',
    '=> `${id} ${revision ?? ""}` const ledBy = ({ → => `${id} ${revision ?? "Stryker was here!"}` const ledBy = ({'
  ),
  of(
    "rendering/frozen",
    "No node is at no place, and what includes the root is in a circle, which is not rendered.",
    "node === resolve(reference)) return place < 0 ? [] : [[keyOf(reference), → node === resolve(reference)) return false ? [] : [[keyOf(reference),",
    "=== resolve(reference)) return place < 0 ? [] : → === resolve(reference)) return place <= 0 ? [] :",
    "place = led[keyOf(reference)] return place === undefined ? undefined : nodes[place] → place = led[keyOf(reference)] return false ? undefined : nodes[place]"
  ),
  of(
    "rendering/render",
    "It costs more.",
    "value] as const]) return added.length === 0 ? scope : new → value] as const]) return false ? scope : new",
    "parts = this.#parsed.get(template) if (parts === undefined) this.#parsed.set(template, (parts = parseTemplate(template))) → parts = this.#parsed.get(template) if (true) this.#parsed.set(template, (parts = parseTemplate(template)))"
  ),
  of(
    "rendering/render",
    "What is not for a text is for messages.",
    'type: "value", name, needs: "messages" }) for (const { → type: "value", name, needs: "" }) for (const {'
  ),
  of(
    "rendering/graph",
    "It costs more.",
    "none. const isAlone = Object.keys(root.references).length === 0 const found = isAlone → none. const isAlone = false const found = isAlone"
  ),
  of(
    "rendering/check",
    "No two keys of an object are the same.",
    "Object.entries(node.references).sort(([a], [b]) => (a < b ? -1 : → Object.entries(node.references).sort(([a], [b]) => (a <= b ? -1 :"
  ),
  of(
    "rendering/check",
    "Only the root may be a draft, without an ID.",
    "node !== graph.root && id !== null && revision !== null → node !== graph.root && true && revision !== null"
  ),
  of(
    "published/record-use",
    "A member that is undefined is none.",
    "yield* traces.record({ traces: [{ ...(traceId === undefined ? {} : { → yield* traces.record({ traces: [{ ...(false ? {} : {"
  ),
  of(
    "validate",
    "Whoever gives no draft gives an ID, as the schema has it.",
    'const { id = "", revision, draft, variables } → const { id = "Stryker was here!", revision, draft, variables }'
  )
]
