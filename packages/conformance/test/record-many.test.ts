import { apps } from "@agent-operations/contract/apps"
import { prompts } from "@agent-operations/contract/prompts"
import { recordMany, type Send } from "@agent-operations/conformance/history"
import { assert, it } from "vitest"
import { servedOf } from "../src/served.ts"

it("sends what the contract names, whatever a kind calls its create and its list", async () => {
  const app = servedOf([apps, prompts]).kinds.find(({ name }) => name === "app")
  const called: Array<string> = []
  const shown = { id: "ap_1", name: "word a", description: "1", revision: 1, references: { a: { id: "ap_2" } } }
  const send: Send = async (operation) => {
    called.push(operation)
    return { data: operation.startsWith("list") ? { items: [shown], nextCursor: null, total: 1 } : shown }
  }
  const recorder = recordMany("word", [{ name: app!.name, body: app!.body("word"), operationOf: app!.id }])
  const about = { kind: "app", id: "ap_1" } as const
  const at = { ...about, expectedRevision: 1 } as const
  await recorder.act("one", send, { type: "create", kind: "app", name: "word a", token: "1", uses: {} })
  await recorder.act("one", send, { ...at, type: "update", token: "2" })
  await recorder.act("one", send, { ...about, type: "copy", name: "word b" })
  await recorder.act("one", send, { ...at, type: "restore", revision: 1 })
  await recorder.act("one", send, { ...about, type: "read" })
  await recorder.act("one", send, { type: "list", kind: "app" })
  await recorder.clear(send)
  const acts = ["register_app", "update_app", "copy_app", "restore_app", "get_app", "list_apps"]
  assert.deepStrictEqual(called, [...acts, "get_app", "update_app", "delete_app"])
})
