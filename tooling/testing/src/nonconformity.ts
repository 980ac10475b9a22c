import { contractOf, errorsOf, viewFamilies } from "@agent-operations/contract"
import { openApiDocument } from "@agent-operations/contract/openapi"
import { type AnySchema, Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"

interface Response {
  readonly $ref?: string
  readonly content?: { readonly "application/json": { readonly schema: AnySchema } }
}

const document = openApiDocument(viewFamilies)
const codes: ReadonlyMap<string, ReadonlyArray<string>> = new Map(
  contractOf(viewFamilies).operations.map((operation) => [operation.id, errorsOf(operation)])
)
const responsesOf = (operation: string): Record<string, Response> | undefined =>
  document.paths[`/api/agent/${operation}`]?.post.responses as never

const resolved = ({ $ref, ...response }: Response): Response =>
  $ref === undefined ? response : (document.components.responses[$ref.split("/").at(-1) ?? ""] as Response)

const ajv = new Ajv2020({ strict: false, unicodeRegExp: true, formats: { "date-time": true } })
ajv.addSchema({ $id: "document", components: document.components })
const validators = new Map<string, ValidateFunction>()

const withIds = (schema: AnySchema): AnySchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')) as AnySchema

/** What an answer of an operation has that the OpenAPI document does not promise; null where it conforms. Law: C2. */
export const nonconformity = (operation: string, status: number, body: unknown): string | null => {
  const responses = responsesOf(operation)
  if (responses === undefined) return null
  const response = responses[status]
  if (response === undefined) return `${operation} declares no ${status}`
  const key = `${operation} ${status}`
  const validate =
    validators.get(key) ?? ajv.compile(withIds(resolved(response).content?.["application/json"].schema ?? false))
  validators.set(key, validate)
  if (!validate(body)) return `${key}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(body).slice(0, 500)}`
  if (status === 200) return null
  // A status under which the operation has no code declares any.
  const { code } = (body as { readonly error: { readonly code: string } }).error
  return (codes.get(operation) ?? []).includes(code) ? null : `${operation} declares no ${status} ${code}`
}
