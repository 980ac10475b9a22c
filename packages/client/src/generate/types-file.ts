import type { Operation } from "@agent-operations/contract"
import type { openApiDocument } from "@agent-operations/contract/openapi"
import { makeDeclarations, pascalCase } from "./declarations.ts"
import { comment, type JsonSchema } from "./type-text.ts"
import type { ClientFamily, ClientMethod } from "./verb-of.ts"

const imported = ["ListMethod", "Method", "UpdateWith"] as const

/** What the document says of an operation, as far as types need it. */
interface Documented {
  readonly post: {
    readonly requestBody: { readonly content: { readonly "application/json": { readonly schema: JsonSchema } } }
    readonly responses: {
      readonly 200: {
        readonly content: {
          readonly "application/json": { readonly schema: { readonly properties: { readonly data: JsonSchema } } }
        }
      }
    }
  }
}

interface Members {
  readonly properties?: Readonly<Record<string, { readonly items?: JsonSchema }>>
}

const codes = ({ errors }: Operation.Any) =>
  errors.length === 0 ? "never" : errors.map((code) => JSON.stringify(code)).join(" | ")

const described = ({ summary, description, deprecated }: Operation.Any) => {
  const told = `${summary}.\n\n${description}`
  if (deprecated === undefined) return told
  const instead = deprecated.use === undefined ? "" : ` Use ${deprecated.use}.`
  return `${told}\n\n@deprecated since ${deprecated.since}, gone after ${deprecated.sunset}.${instead}`
}

/** The file of types: of every operation what it takes and answers, of every family its methods. */
export const typesFile = (
  families: ReadonlyArray<ClientFamily>,
  document: ReturnType<typeof openApiDocument>,
  client: string
): string => {
  const declarations = makeDeclarations(document.components.schemas, [...imported, "Families", "Operations"])

  const typesOf = ({ operation }: ClientMethod) => {
    const { post } = document.paths[`/api/agent/${operation.id}`] as Documented
    const name = pascalCase(operation.id)
    const result = post.responses[200].content["application/json"].schema.properties.data
    const items = (result as Members).properties?.["items"]?.items
    const input = post.requestBody.content["application/json"].schema
    return {
      operation,
      input: declarations.declare(`${name}Input`, input, operation.id, `What \`${operation.id}\` takes.`),
      result: declarations.declare(`${name}Result`, result, operation.id, `What \`${operation.id}\` answers.`),
      item: items === undefined ? "Json" : declarations.textOf(items, "  "),
      codes: codes(operation)
    }
  }

  const operations: Array<string> = []
  const family = ({ family: { name, title }, methods }: ClientFamily) => {
    const types = new Map(methods.map((method) => [method.method, typesOf(method)]))
    const lines = [...types].map(([method, { operation, input, result, item, codes }]) => {
      operations.push(
        `  readonly ${operation.id}: { readonly input: ${input}; readonly result: ${result}; readonly codes: ${codes} }`
      )
      const type =
        operation.paging === undefined
          ? `Method<${input}, ${result}, ${codes}>`
          : `ListMethod<${input}, ${result}, ${item}, ${codes}>`
      return `${comment(described(operation), "  ")}  readonly ${method}: ${type}`
    })
    const update = types.get("update")
    if (update !== undefined && methods.some(({ verb }) => verb === "update")) {
      const told = comment(
        "Reads, changes and updates, and reads again where somebody else was faster (`CONFLICT`).",
        "  "
      )
      lines.push(`${told}  readonly updateWith: UpdateWith<${update.input}, ${update.result}, ${update.codes}>`)
    }
    declarations.add(
      pascalCase(name),
      `the family ${name}`,
      `${comment(`${title}.`, "")}export interface ${pascalCase(name)} {\n${lines.join("\n")}\n}`
    )
    return `  readonly ${name}: ${pascalCase(name)}`
  }

  const lines = families.map(family)
  const body = declarations.all()
  const uses = [...imported, "Json"].filter((name) => new RegExp(`\\b${name}\\b`).test(body))
  return `// Generated from the contract. Do not edit.
import type { ${uses.sort().join(", ")} } from ${JSON.stringify(client)}

/** The families of operations, by name. */
export interface Families {
${lines.join("\n")}
}

/** Every operation by its ID: what it takes, what it answers, and the codes of its own that it can fail with. */
export interface Operations {
${operations.join("\n")}
}

${body}
`
}
