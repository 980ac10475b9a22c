import { Broken, expect } from "../Broken.ts"
import { isObject, type JsonObject } from "../json.ts"
import { listOf, membersOf } from "./json.ts"
import { type DeclaredSchema, resolve, schemaIn } from "./schema.ts"

/** What a document declares of one status of an operation. */
export interface DeclaredResponse {
  /** Its headers, by their names in lower case. */
  readonly headers: ReadonlyMap<string, { readonly required: boolean; readonly schema: DeclaredSchema | undefined }>
  readonly body: DeclaredSchema | undefined
  readonly examples: ReadonlyArray<unknown>
}

/** What a document declares of an operation. */
export interface DeclaredOperation {
  /** The operation object as it stands. */
  readonly object: JsonObject
  readonly requiresBody: boolean
  readonly input: DeclaredSchema | undefined
  readonly examples: ReadonlyArray<unknown>
  /** The parameters of the path and of the operation, resolved. */
  readonly parameters: ReadonlyArray<JsonObject>
  /** The statuses as they are declared, ranges and `default` among them. */
  readonly statuses: ReadonlyArray<string>
  /** What is declared of a status: by itself, by its range, or else by default. */
  readonly response: (status: number) => DeclaredResponse | undefined
  /** Each way to get in: the scopes by the name of the scheme. */
  readonly security: ReadonlyArray<Readonly<Record<string, ReadonlyArray<unknown>>>>
}

/** An OpenAPI document, read as a stranger's tool would. */
export interface ServedDocument {
  readonly root: JsonObject
  readonly operation: (id: string) => DeclaredOperation | undefined
  /** A schema that stands in it. */
  readonly schemaOf: (schema: unknown) => DeclaredSchema
  /** Every operation object that is declared, whichever path it is at. */
  readonly all: ReadonlyArray<JsonObject>
  readonly schemes: Readonly<Record<string, JsonObject>>
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

/** What stands behind a reference, or the value itself. */
const behind = (root: unknown, value: unknown): unknown => {
  let found = value
  for (let n = 0; n < 20 && isObject(found) && typeof found["$ref"] === "string"; n++)
    found = resolve(root, found["$ref"])
  return found
}

const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {})

const readBody = (root: unknown, content: unknown) => {
  const [, media] = membersOf(content).find(([type]) => /^application\/json\b/i.test(type)) ?? []
  const { schema, example, examples } = asObject(media)
  const own = asObject(behind(root, schema))
  const named = membersOf(examples).map(([, one]) => asObject(behind(root, one))["value"])
  const all = [example, ...named, own["example"], ...listOf(own["examples"])].filter((one) => one !== undefined)
  return { body: schema === undefined ? undefined : schemaIn(root, schema), examples: all }
}

const readResponse = (root: unknown, response: unknown): DeclaredResponse => {
  const { content, headers } = asObject(behind(root, response))
  const read = membersOf(headers).map(([name, value]) => {
    const { required, schema } = asObject(behind(root, value))
    const header = { required: required === true, schema: schema === undefined ? undefined : schemaIn(root, schema) }
    return [name.toLowerCase(), header] as const
  })
  return { headers: new Map(read), ...readBody(root, content) }
}

const readOperation = (root: JsonObject, item: JsonObject): DeclaredOperation => {
  const object = item["post"] as JsonObject
  const request = asObject(behind(root, object["requestBody"]))
  const { body, examples } = readBody(root, request["content"])
  const responses = asObject(object["responses"])
  const read = new Map<string, DeclaredResponse>()
  return {
    object,
    requiresBody: request["required"] === true,
    input: body,
    examples,
    parameters: [...listOf(item["parameters"]), ...listOf(object["parameters"])].map((one) =>
      asObject(behind(root, one))
    ),
    statuses: Object.keys(responses),
    response: (status) => {
      const names = [String(status), `${String(status)[0]}XX`, "default"]
      const name = names.find((one) => responses[one] !== undefined)
      if (name === undefined) return undefined
      const found = read.get(name) ?? readResponse(root, responses[name])
      read.set(name, found)
      return found
    },
    security: listOf(object["security"] ?? root["security"]) as DeclaredOperation["security"]
  }
}

/** Reads a document. Fails with C2 where it is none. */
export const readDocument = (text: string): ServedDocument => {
  let root: unknown
  try {
    root = JSON.parse(text)
  } catch {
    throw new Broken("C2", `GET /openapi.json was answered ${text.slice(0, 300)}, which is no JSON`)
  }
  expect("C2", isObject(root), `GET /openapi.json was answered ${text.slice(0, 300)}, which is no object`)
  const paths = asObject(root["paths"])
  const items = new Map(Object.keys(paths).map((path) => [path, asObject(behind(root, paths[path]))]))
  const read = new Map<string, DeclaredOperation>()
  return {
    root,
    operation: (id) => {
      const item = items.get(`/api/agent/${id}`)
      if (!isObject(item?.["post"])) return undefined
      const found = read.get(id) ?? readOperation(root, item)
      read.set(id, found)
      return found
    },
    schemaOf: (schema) => schemaIn(root, schema),
    all: [...items.values()].flatMap((item) =>
      methods.flatMap((method) => (isObject(item[method]) ? [item[method]] : []))
    ),
    schemes: asObject(asObject(root["components"])["securitySchemes"]) as ServedDocument["schemes"]
  }
}
