/**
 * Writes the client of some families: their operations and their types, as the text of two files. A host's own families
 * get on the client by it; the client of page views and custom fields is made in the same way.
 *
 * @packageDocumentation
 */
import {
  type Contract,
  contractFaults,
  contractOf,
  familiesOf,
  type Family,
  type FamilySource,
  type Operation
} from "@agent-operations/contract"
import { openApiDocument } from "@agent-operations/contract/openapi"
import { verbOf } from "./verb-of.ts"
import { operationsFile } from "./operations-file.ts"
import { typesFile } from "./types-file.ts"

export type { FamilySource }
export { operationTableOf } from "./operation-table-of.ts"

/** What may differ between the files of hosts. */
export interface ClientFilesOptions {
  /** How the files import each other: `.js` as TypeScript resolves it (the default), or `.ts` for Node, which strips types. */
  readonly extension?: ".js" | ".ts"
  /** From where the files import what the client is made of. Default: `@agent-operations/client`. */
  readonly client?: string
}

/** The text of each file, by its name. */
export interface ClientFiles {
  readonly "operations.ts": string
  readonly "types.ts": string
}

/** What a caller over HTTP can call: what is offered to clients, and served. */
const isCalled = ({ surfaces }: Operation.Any) => surfaces.includes("client") && surfaces.includes("rest")

/** The operations of a family by method, without those that are not for clients. */
const calledOf = (family: Family.Any) =>
  Object.entries(family.operations).filter(([, operation]) => isCalled(operation))

const reserved = (contract: Contract): void => {
  for (const { name, operations } of contract.families) {
    if (name === "call") throw new TypeError("A client has a method call: rename the family of that name.")
    if ("updateWith" in operations) throw new TypeError(`${name}.updateWith is the client's own: rename that method.`)
  }
}

/**
 * The client of some families, as two files: one of operations, that exports `operations` and `createClient`, and one of
 * types. Throws a `TypeError` where the families contradict each other, an example is refused by its own schema, or two
 * types would have one name.
 *
 * @example
 * for (const [name, text] of Object.entries(clientFiles(families))) writeFileSync(`src/client/${name}`, text)
 */
export const clientFiles = (
  sources: ReadonlyArray<FamilySource>,
  { extension = ".js", client = "@agent-operations/client" }: ClientFilesOptions = {}
): ClientFiles => {
  const [fault] = contractFaults(sources)
  if (fault !== undefined) throw new TypeError(fault)
  const contract = contractOf(familiesOf(sources))
  reserved(contract)
  const families = contract.families
    .map((family) => ({
      family,
      methods: calledOf(family).map(([method, operation]) => ({ method, operation, verb: verbOf(family, method) }))
    }))
    .filter(({ methods }) => methods.length > 0)
  return {
    "operations.ts": operationsFile(families, { client, extension }),
    "types.ts": typesFile(families, openApiDocument(contract.families), client)
  }
}
