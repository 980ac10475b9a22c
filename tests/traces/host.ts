/* oxlint-disable typescript/no-explicit-any -- an answer is looked at as its test knows it */
import { readFileSync } from "node:fs"
import { traces as contract } from "@agent-operations/contract/traces"
import { makeDecoder } from "@agent-operations/contract/decode"
import type { KitOptions } from "@agent-operations/kit"
import { mcp } from "@agent-operations/mcp/entry"
import { viewsWithoutValidation } from "@agent-operations/views"
import { Result } from "effect"
import { assert } from "vitest"
import { traces, type TracesOptions } from "@agent-operations/traces"
import { type Sort, startKit } from "../kit.ts"

/** What an SDK exported: see tooling/sdks. */
export const recorded = (file: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(`../../packages/traces/test/recorded/${file}`, import.meta.url)))

const decoders = new Map(
  Object.values(contract.operations).map(({ id, result }) => [id as string, makeDecoder(result as never)])
)

/** A project of another organization than all others are of. */
export const elsewhere = "elsewhere"

/** A host that serves views, traces and MCP. Credentials are `<who>.<project>.<scope>…`. */
export const startHost = async (sort: Sort, options?: TracesOptions, observed: Pick<KitOptions, "tracer"> = {}) => {
  const families = [viewsWithoutValidation(), traces(options)] as const
  const { kit, close } = await startKit(sort, families, {
    entries: [mcp({})],
    ...observed,
    verify: ({ credential }) => {
      const [type = "", projectId = "", ...scopes] = credential.split(".")
      if (type !== "user" && type !== "api_key") return null
      return {
        actor: { type, id: `${type}_1`, name: "Ada" },
        organizationId: projectId === elsewhere ? "others" : "acme",
        projectId,
        scopes: scopes.map((scope) => `traces:${scope}`)
      }
    }
  })

  const send = (path: string, init: RequestInit & { readonly as?: string; readonly project?: string } = {}) => {
    const { as = "api_key", project = "support", headers, ...rest } = init
    const credential = as === "nobody" ? "nobody" : `${as}.${project}${as.includes(".") ? "" : ".read.write.delete"}`
    return kit.fetch(
      new Request(`http://test${path}`, {
        ...rest,
        headers: { authorization: `Bearer ${credential}`, "x-project-id": project, ...(headers as object) }
      })
    )
  }

  /** Calls an operation. Law: C2: whatever it answers is as its schema says. */
  const call = async (id: string, input: object, more: { readonly as?: string; readonly project?: string } = {}) => {
    const response = await send(`/api/agent/${id}`, {
      method: "POST",
      body: JSON.stringify(input),
      headers: { "content-type": "application/json" },
      ...more
    })
    const { data, error } = (await response.json()) as { data?: any; error?: any }
    if (data !== undefined) {
      const decoded = decoders.get(id)!(data)
      assert.isTrue(Result.isSuccess(decoded), `${id}: ${JSON.stringify(decoded)}`)
    }
    return { status: response.status, data, error }
  }

  /** Calls an operation that has to succeed. */
  const ok = async (id: string, input: object, project?: string) => {
    const { status, data, error } = await call(id, input, project === undefined ? {} : { project })
    assert.strictEqual(status, 200, JSON.stringify(error))
    return data
  }

  /** Exports a request, as exporters do. */
  const exportSpans = async (
    body: Uint8Array<ArrayBuffer> | string,
    contentType = "application/x-protobuf",
    more: { readonly as?: string; readonly project?: string; readonly headers?: object } = {}
  ) => {
    const headers = { "content-type": contentType, ...more.headers }
    const response = await send("/v1/traces", { method: "POST", body, ...more, headers })
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
  }

  return { kit, send, call, ok, exportSpans, close }
}

export type Host = Awaited<ReturnType<typeof startHost>>
