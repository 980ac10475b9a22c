import type { ConsoleServer } from "./server.ts"

/** Where the pages are that are measured, below the path of the project. */
export interface Filled {
  readonly list: string
  readonly definition: string
  readonly edit: string
}

const column = (n: number) => ({ field: `trace.attributes.key_${n}`, label: `Column ${n}`, width: 120 })

const view = (n: number) => ({
  name: `View ${n} ${["cost", "latency", "errors", "users"][n % 4]}`,
  source: { type: "table" },
  settings: {
    target: n % 2 === 0 ? "traces" : "trace",
    columns: [{ field: "trace.name" }, ...Array.from({ length: 9 }, (_, i) => column(i))],
    filters: [{ field: "trace.durationMs", operator: "gt", value: 2 }]
  }
})

/** Creates so many page views. */
export const fillDefinitions = async ({ call }: ConsoleServer, count: number): Promise<Filled> => {
  const numbers = Array.from({ length: count }, (_, n) => n).values()
  let id = ""
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (const n of numbers) ({ id } = await call("create_page_view", view(n)))
    })
  )
  return { list: "/page-views", definition: `/page-views/${id}`, edit: `/page-views/${id}/edit` }
}

const hex = (n: number, length: number) => n.toString(16).padStart(length, "0")

/** Records a trace of so many spans, ten below each of its steps, and returns the path of its page. */
export const fillTrace = async ({ call }: ConsoleServer, spans: number): Promise<string> => {
  const began = Date.parse(new Date().toISOString()) - 600_000
  const at = (ms: number) => new Date(began + ms).toISOString()
  const id = `b${hex(7, 31)}`
  const all = Array.from({ length: spans }, (_, k) => {
    const parent = k === 0 ? null : k % 10 === 1 ? 0 : k - (k % 10 === 0 ? 9 : (k % 10) - 1)
    return {
      id: `c${hex(k, 15)}`,
      parentId: parent === null ? null : `c${hex(parent, 15)}`,
      name: k % 10 === 1 ? `step ${k}` : `fetch page ${k}`,
      type: k === 0 ? "agent" : k % 3 === 0 ? "generation" : "tool",
      startedAt: at(k * 10),
      endedAt: at(k === 0 ? spans * 10 : k * 10 + 9),
      input: `What does page ${k} say?`,
      output: `It says ${k} and what follows from it.`
    }
  })
  for (let from = 0; from < spans; from += 500) {
    await call("record_traces", { traces: [{ id, name: "crawl", spans: all.slice(from, from + 500) }] })
  }
  return `/traces/${id}`
}
