/* oxlint-disable typescript/no-explicit-any -- an answer is looked at as its test knows it */
import { viewFamilies } from "@agent-operations/contract"
import { makeDecoder } from "@agent-operations/contract/decode"
import { traces as tracesContract } from "@agent-operations/contract/traces"
import { viewRows as contract } from "@agent-operations/contract/view-rows"
import { traces } from "@agent-operations/traces"
import { viewRows, type ViewRowsOptions } from "@agent-operations/view-rows"
import { views } from "@agent-operations/views"
import { Result } from "effect"
import { assert } from "vitest"
import { type Sort, startKit } from "../kit.ts"

const decoders = new Map(
  [...viewFamilies, tracesContract, contract].flatMap(({ operations }) =>
    Object.values(operations).map(({ id, result }) => [id as string, makeDecoder(result as never)] as const)
  )
)

const everyScope = ["views:read", "views:write", "traces:read", "traces:write"]

/** A host that serves views, traces and rows, the latter twice: as usual, and with no row left out by the database. */
export const startHost = async (sort: Sort, options: ViewRowsOptions = {}) => {
  // A busy machine takes its time for what it validates.
  const families = [views({ validation: { deadline: "1 minute" } }), traces(), viewRows(options)] as const
  const { kit, close } = await startKit(sort, families, {
    logLevel: (process.env["LOG"] ?? "None") as "None",
    verify: ({ credential }) => {
      const [organizationId = "", projectId = "", ...scopes] = credential.split(".")
      if (organizationId === "nobody") return null
      return {
        actor: { type: "user", id: "usr_1", name: "Ada" },
        organizationId,
        projectId,
        scopes: scopes.length === 0 ? everyScope : scopes.map((family) => `${family}:read`)
      }
    }
  })

  /** Calls an operation as somebody of an organization and a project. Law: C2: whatever it answers is as its schema says. */
  const call = async (
    id: string,
    input: object,
    as = "acme.support"
  ): Promise<{ status: number; data: any; error: any }> => {
    const response = await kit.fetch(
      new Request(`http://test/api/agent/${id}`, {
        method: "POST",
        body: JSON.stringify(input),
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${as}`,
          "x-project-id": as.split(".")[1] ?? ""
        }
      })
    )
    const { data, error } = (await response.json()) as { data?: any; error?: any }
    if (data !== undefined) {
      const decoded = decoders.get(id)!(data)
      assert.isTrue(Result.isSuccess(decoded), `${id}: ${JSON.stringify(decoded)}`)
    }
    return { status: response.status, data, error }
  }

  /** Calls an operation that has to succeed. */
  const ok = async (id: string, input: object, as?: string) => {
    const { status, data, error } = await call(id, input, as)
    assert.strictEqual(status, 200, JSON.stringify(error))
    return data
  }

  const field = (
    name: string,
    target: string,
    valueType: string,
    source: string | object,
    references: object = {},
    as?: string
  ) =>
    ok(
      "create_custom_field",
      {
        name,
        source: typeof source === "string" ? { type: "formula", language: "cel", expression: source } : source,
        settings: { target, valueType },
        references
      },
      as
    ).then(({ id }) => id as string)

  const draft = (settings: object, references: Record<string, string> = {}) => ({
    source: { type: "table" },
    settings: { target: "traces", ...settings },
    references: Object.fromEntries(
      Object.entries(references).map(([alias, id]) => [alias, { kind: "custom_field", id, revision: null }])
    )
  })

  /** All pages of a walk. */
  const walk = async (input: object, as?: string): Promise<Array<any>> => {
    const items: Array<any> = []
    for (let cursor: string | undefined; ;) {
      const page = await ok("query_page_view", { ...input, ...(cursor === undefined ? {} : { cursor }) }, as)
      items.push(...page.items)
      if (page.nextCursor === null) return items
      cursor = page.nextCursor
    }
  }

  return { kit, call, ok, field, draft, walk, close }
}

export type Host = Awaited<ReturnType<typeof startHost>>
