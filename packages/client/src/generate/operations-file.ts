import { entryOf } from "./operation-table-of.ts"
import type { ClientFamily, ClientMethod } from "./verb-of.ts"

const entry = (method: ClientMethod) => {
  const text = Object.entries(entryOf(method)).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return `    ${method.method}: { ${text.join(", ")} }`
}

/** The file of operations: by family and method, and the client that is made of them. */
export const operationsFile = (
  families: ReadonlyArray<ClientFamily>,
  { client, extension }: { readonly client: string; readonly extension: string }
): string => `// Generated from the contract. Do not edit.
import { clientOf } from ${JSON.stringify(client)}
import type { Families, Operations } from "./types${extension}"

/** Each operation by family and method: its ID, its effect, how its list goes on, and which verb of a kind it is. */
export const operations = {
${families.map(({ family, methods }) => `  ${family.name}: {\n${methods.map(entry).join(",\n")}\n  }`).join(",\n")}
} as const

/** Creates a client of these operations. */
export const createClient = /* @__PURE__ */ clientOf<Families, Operations>(operations)
`
