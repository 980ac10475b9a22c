import { errorsOf } from "@agent-operations/contract"
import { catalogue } from "@agent-operations/error-envelope"
import { Broken, expect } from "../Broken.ts"
import { discard } from "./fixtures.ts"
import { perFamily } from "./per.ts"
import type { Definition } from "../client.ts"

interface Served {
  readonly openapi?: string
  readonly paths?: Readonly<
    Record<string, { readonly post?: { readonly responses?: object; readonly security?: unknown } }>
  >
}

const parseDocument = (text: string): Served => {
  try {
    return JSON.parse(text) as Served
  } catch {
    throw new Broken("C2", `GET /openapi.json was answered ${text.slice(0, 300)}, which is no JSON`)
  }
}

/** Laws of the document that a server gives of itself. */
export const contract = [
  perFamily(
    "C2",
    ["C2.examples", "E2.declared"],
    "the example of every operation is answered with its result, or with an error that it declares",
    async ({ client, family, served, word }) => {
      for (const operation of family.operations) {
        const { id, example } = operation
        const about = served.aboutOf(operation)
        const makes = about?.verb === "create" || about?.verb === "copy"
        const input = makes ? { ...(example.input as object), name: word() } : example.input
        const { data, error, status, text } = await client.call(id, input)
        if (makes && data !== undefined) await discard(client, about.kind, (data as Definition).id)
        const shown = `the example of ${id} was answered ${status} ${text.slice(0, 300)}`
        expect("C2", status < 500, shown)
        expect(
          "E2",
          error === undefined || errorsOf(operation).includes(error.code),
          `${shown}, which it does not declare`
        )
      }
    },
    { also: ["E2"] }
  ),

  perFamily(
    "C2",
    ["C2.document"],
    "GET /openapi.json is OpenAPI 3.1.1, and has each of its operations with its statuses and security",
    async ({ family, send }) => {
      const { status, text } = await send({ path: "/openapi.json", method: "GET", repeatable: true })
      expect("C2", status === 200, `GET /openapi.json was answered ${status}`)
      const { openapi, paths = {} } = parseDocument(text)
      expect("C2", openapi === "3.1.1", `it says that it is OpenAPI ${openapi}`)
      for (const operation of family.operations) {
        const { id } = operation
        const post = paths[`/api/agent/${id}`]?.post
        expect("C2", post !== undefined, `it has no POST /api/agent/${id}`)
        const declared = Object.keys(post.responses ?? {})
        const wanted = new Set(["200", ...errorsOf(operation).map((code) => String(catalogue[code].status))])
        for (const status of wanted) {
          expect("C2", declared.includes(status), `it declares no ${status} for ${id}`)
        }
        for (const status of declared)
          expect("E2", wanted.has(status), `it declares ${status} for ${id}, which has none`)
        expect("C2", Array.isArray(post.security) && post.security.length > 0, `it asks no credential for ${id}`)
      }
    }
  )
]
