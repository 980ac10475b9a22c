// Definitions of every kind, in every state: of one and of several revisions, referred to, restored, copied, deleted.
import { call, made } from "./host.mjs"

const plurals = {
  page_view: "page_views",
  custom_field: "custom_fields",
  metrics_chart: "metrics_charts",
  prompt: "prompts",
  dataset: "datasets",
  app: "apps",
  scorer: "scorers"
}

export const fillDefinitions = async () => {
  const field = await made("create_custom_field", {
    name: "Cost",
    source: { type: "formula", language: "cel", expression: "double(trace.totalTokens) * 0.00001" },
    settings: { target: "trace", valueType: "number" }
  })
  const references = { cost: { kind: "custom_field", id: field.id } }
  for (const name of ["Slow traces", "Slow answers", "Slower", "Slowest"]) {
    const source = { type: "react", code: `export default () => <b>${name}</b>` }
    const { id } = await made("create_page_view", { name, source, settings: { target: "traces" }, references })
    for (const expectedRevision of [1, 2, 3].slice(0, name.length % 4)) {
      await made("update_page_view", { id, expectedRevision, description: `Text ${expectedRevision}` })
    }
    if (name === "Slower") await made("restore_page_view", { id, revision: 1, expectedRevision: 3 })
    if (name === "Slow answers") await made("copy_page_view", { id, name: "Slow questions" })
    if (name === "Slowest") await made("delete_page_view", { id, expectedRevision: 4 })
  }
  const query = { over: "traces", measures: [{ measure: "count", aggregation: "count" }], granularity: "day" }
  await made("create_metrics_chart", {
    name: "Traces",
    source: { type: "query", query },
    settings: { chartType: "line" }
  })

  const text = (template) => ({ type: "text", template })
  const style = await made("create_prompt", { name: "House style", source: text("In short sentences."), settings: {} })
  const { id } = await made("create_prompt", {
    name: "Answer",
    source: text("Answer {{question}}.\n{{> style}}"),
    settings: { variables: [{ name: "question", required: true }] },
    references: { style: { kind: "prompt", id: style.id, revision: 1 } }
  })
  await made("update_prompt", { id, expectedRevision: 1, description: "What the agent is told." })
  await made("set_prompt_label", { id, label: "staging", revision: 2, expectedRevision: null })
  await made("set_prompt_label", { id, label: "production", revision: 1, expectedRevision: null })
}

const lookAt = async (kind, { id }) => ({
  head: await call(`get_${kind}`, { id }),
  first: await call(`get_${kind}`, { id, revision: 1 }),
  history: await call(`get_${kind}_history`, { id }),
  dependencies: await call(`get_${kind}_dependencies`, { id }),
  ...(kind === "prompt" && {
    labels: await call("list_prompt_labels", { id }),
    published: await call("get_published_prompt", { id })
  })
})

/** Everything that can be read of definitions. */
export const lookAtDefinitions = async () => {
  const seen = {}
  for (const [kind, plural] of Object.entries(plurals)) {
    const list = await made(`list_${plural}`, { limit: 50 })
    const read = await Promise.all(list.items.map((item) => lookAt(kind, item)))
    seen[plural] = { list, read, deleted: await call(`list_deleted_${plural}`) }
  }
  return seen
}

/** A change, one that comes too late, a restored revision, a recovered definition, and a label that moves. */
export const goOnWithDefinitions = async () => {
  const { items } = await made("list_page_views", { limit: 50 })
  const { id, revision } = items[0]
  const change = { id, expectedRevision: revision, description: "After the upgrade" }
  const deleted = await made("list_deleted_page_views")
  const prompts = await made("list_prompts", { search: "Answer" })
  const label = { id: prompts.items[0].id, label: "production", revision: 2, expectedRevision: 1 }
  return {
    update: await call("update_page_view", change),
    "late update": await call("update_page_view", change),
    restore: await call("restore_page_view", { id, revision: 1, expectedRevision: revision + 1 }),
    recover: await call("recover_page_view", { id: deleted.items[0].definition.id }),
    label: await call("set_prompt_label", label)
  }
}
