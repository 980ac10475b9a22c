import { operations } from "@agent-operations/contract"
import { statuses } from "@agent-operations/error-envelope"
import { expect } from "../Broken.ts"
import { check } from "../check.ts"

interface Served {
  readonly openapi?: string
  readonly paths?: Readonly<
    Record<string, { readonly post?: { readonly responses?: object; readonly security?: unknown } }>
  >
}

/** Laws of the document that a server gives of itself. */
export const contract = [
  check(
    "C2",
    "GET /openapi.json is OpenAPI 3.1.1, and has every operation with its statuses and security",
    async ({ target }) => {
      const { fetch = globalThis.fetch } = target
      const response = await fetch(new Request(`${target.url}/openapi.json`))
      expect("C2", response.status === 200, `GET /openapi.json was answered ${response.status}`)
      const { openapi, paths = {} } = (await response.json()) as Served
      expect("C2", openapi === "3.1.1", `it says that it is OpenAPI ${openapi}`)
      for (const { id } of operations) {
        const post = paths[`/api/agent/${id}`]?.post
        expect("C2", post !== undefined, `it has no POST /api/agent/${id}`)
        const declared = Object.keys(post.responses ?? {})
        for (const status of ["200", ...statuses.map(String)]) {
          expect("C2", declared.includes(status), `it declares no ${status} for ${id}`)
        }
        expect("C2", Array.isArray(post.security) && post.security.length > 0, `it asks no credential for ${id}`)
      }
    }
  )
]
