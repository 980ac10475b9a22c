import type { Requirement } from "../../../src/index.ts"
import type { Fault, Faults } from "./fault.ts"

/** A document, or a part of it, to be changed. */
type Part = ReturnType<typeof JSON.parse>

/** A server that is right, and whose document tells one thing that is not so. */
const telling = (requirement: Requirement, change: (document: Part) => void): Fault => ({
  law: "C2",
  requirement,
  wrong: (right) => ({
    openApi: () => {
      const document = structuredClone(right.openApi()) as Part
      change(document)
      return document as object
    }
  })
})

const operationIn = (document: Part, id: string): Part => document.paths[`/api/agent/${id}`].post
const inputIn = (document: Part, id: string): Part =>
  operationIn(document, id).requestBody.content["application/json"].schema
const schemaIn = (document: Part, name: string): Part => document.components.schemas[name]
const errorIn = (document: Part, id: string, status: number): Part => {
  const { $ref } = operationIn(document, id).responses[status]
  return structuredClone(document.components.responses[$ref.split("/").at(-1)])
}

/** Servers whose OpenAPI document alone is wrong. */
export const document: Faults = {
  "says that it is OpenAPI 3.1.0": telling("C2.document", (document) => {
    document.openapi = "3.1.0"
  }),
  "tells another version of the API in its document": telling("C2.document", (document) => {
    document.info.version = "2.0.0"
  }),
  "gives two operations one operationId": telling("C2.document", (document) => {
    operationIn(document, "copy_custom_field").operationId = "copy_page_view"
  }),
  "names in its document another address": telling("C2.document", (document) => {
    document.servers = [{ url: "/v1" }]
  }),
  "refers in its document to a schema that there is not": telling("C2.document", (document) => {
    delete document.components.schemas.PageViewSort
  }),
  "declares a limit of 201": telling("C2.inputs", (document) => {
    inputIn(document, "list_custom_fields").properties.limit.maximum = 201
  }),
  "declares a limit of 999 dependencies at most": telling("C2.inputs", (document) => {
    inputIn(document, "get_page_view_dependencies").properties.limit.maximum = 999
  }),
  "declares that a name has up to 119 characters": telling("C2.inputs", (document) => {
    const { name } = inputIn(document, "copy_page_view").properties
    name.pattern = name.pattern.replace("118", "117")
  }),
  "declares that results have one sort less than is taken": telling("C2.results", (document) => {
    schemaIn(document, "PageViewSettings").properties.sort.maxItems = 499
  }),
  "declares that results have one reference less than is taken": telling("C2.results", (document) => {
    schemaIn(document, "CustomField").properties.references.maxProperties = 63
  }),
  "declares that a description has any length": telling("C2.inputs", (document) => {
    inputIn(document, "update_custom_field").properties.description = { type: ["string", "null"] }
  }),
  "does not declare that a delete requires the revision": telling("C2.inputs", (document) => {
    inputIn(document, "delete_page_view").required = ["id"]
  }),
  "declares that a copy requires the revision": telling("C2.inputs", (document) => {
    inputIn(document, "copy_custom_field").required.push("revision")
  }),
  "declares one operator of filters more": telling("C2.inputs", (document) => {
    schemaIn(document, "PageViewFilter").properties.operator.enum.push("between")
  }),
  "declares one type of values less": telling("C2.inputs", (document) => {
    schemaIn(document, "CustomFieldSettingsInput").properties.valueType.enum.pop()
  }),
  "leaves columns open to any member in its document": telling("C2.inputs", (document) => {
    delete schemaIn(document, "PageViewColumn").additionalProperties
  }),
  "leaves the search of a list out of its document": telling("C2.inputs", (document) => {
    delete inputIn(document, "list_page_views").properties.search
  }),
  "leaves the cursor of a list out of its document": telling("C2.inputs", (document) => {
    delete inputIn(document, "list_custom_fields").properties.cursor
  }),
  "leaves a sort of source out of its document": telling("C2.inputs", (document) => {
    schemaIn(document, "CustomFieldSource").anyOf.pop()
  }),
  "declares that a revision may be null in a restore": telling("C2.inputs", (document) => {
    inputIn(document, "restore_page_view").properties.expectedRevision = {
      anyOf: [{ $ref: "#/components/schemas/Revision" }, { type: "null" }]
    }
  }),
  "declares any letters in the ID of a custom field": telling("C2.inputs", (document) => {
    inputIn(document, "get_custom_field").properties.id.pattern = "^cf_[0-9a-z]{26}$"
  }),
  "declares 63 references at most": telling("C2.inputs", (document) => {
    inputIn(document, "create_page_view").properties.references.maxProperties = 63
  }),
  "declares that an alias may have capitals first": telling("C2.inputs", (document) => {
    const { references } = schemaIn(document, "PageViewDraftInput").properties
    references.propertyNames.pattern = "^[a-zA-Z][a-zA-Z0-9_]{0,39}$"
  }),
  "declares a default limit of 100 for a history": telling("C2.defaults", (document) => {
    inputIn(document, "get_page_view_history").properties.limit.default = 100
  }),
  "declares that a total comes by default": telling("C2.defaults", (document) => {
    inputIn(document, "list_page_views").properties.includeTotal.default = true
  }),
  "declares a unit by default that it does not fill in": telling("C2.defaults", (document) => {
    schemaIn(document, "CustomFieldSettingsInput").properties.unit.default = "s"
  }),
  "leaves who updated a definition out of its document": telling("C2.results", (document) => {
    const schema = schemaIn(document, "CustomField")
    delete schema.properties.updatedBy
    delete schema.additionalProperties
    schema.required = schema.required.filter((name: string) => name !== "updatedBy")
    // Its examples are as it declares.
    delete operationIn(document, "list_custom_fields").responses[200].content["application/json"].example
    for (const one of ["get", "create", "update", "copy", "restore"])
      delete operationIn(document, `${one}_custom_field`).responses[200].content["application/json"].example
    delete operationIn(document, "get_custom_field_history").responses[200].content["application/json"].example
  }),
  "declares a member of a deletion that it does not answer": telling("C2.results", (document) => {
    const { content } = operationIn(document, "delete_custom_field").responses[200]
    const { data } = content["application/json"].schema.properties
    data.properties.at = { type: "string" }
    data.required.push("at")
    content["application/json"].example.data.at = "2015-01-01T00:00:00.000Z"
  }),
  "leaves the origin of a copy out of its document": telling("C2.results", (document) => {
    schemaIn(document, "Origin").anyOf.pop()
    delete operationIn(document, "copy_page_view").responses[200].content["application/json"].example
    delete operationIn(document, "copy_custom_field").responses[200].content["application/json"].example
  }),
  "declares that it answers units of up to 199 characters": telling("C2.results", (document) => {
    schemaIn(document, "CustomFieldSettings").properties.unit.anyOf[0].maxLength = 199
  }),
  "declares fewer details of a conflict than it answers": telling("C2.results", (document) => {
    delete schemaIn(document, "RevisionConflict").properties.currentRevision
    schemaIn(document, "RevisionConflict").required = ["expectedRevision"]
  }),
  "leaves a status of an operation out of its document": telling("C2.statuses", (document) => {
    delete operationIn(document, "delete_page_view").responses[409]
  }),
  "declares no status that an operation does not return": telling("C2.statuses", (document) => {
    delete operationIn(document, "list_page_views").responses[402]
  }),
  "declares another envelope where an operation returns none": telling("C2.statuses", (document) => {
    document.components.responses.NotReturned.content["application/json"].schema.properties.error.required.push("id")
  }),
  "declares a status that is not the specification's": telling("C2.statuses", (document) => {
    operationIn(document, "create_page_view").responses[201] = { description: "Created" }
  }),
  "declares a code that an operation never answers": telling("C2.statuses", (document) => {
    const error = errorIn(document, "create_page_view", 409)
    error.content["application/json"].schema.properties.error.properties.code.enum.push("STILL_REFERENCED")
    operationIn(document, "create_page_view").responses[409] = error
  }),
  "declares an error that it seldom answers without its hint": telling("C2.statuses", (document) => {
    delete document.components.responses.Unavailable.content["application/json"].schema.properties.error.properties.hint
  }),
  "declares that an update only reads": telling("C2.scopes", (document) => {
    const operation = operationIn(document, "update_page_view")
    operation.security = Object.keys(document.components.securitySchemes).map((name) => ({ [name]: ["views:read"] }))
  }),
  "tells in an extension another scope than in security": telling("C2.scopes", (document) => {
    operationIn(document, "get_custom_field")["x-agent-scopes"] = ["views:read", "views:write"]
  }),
  "declares that an operation can be called without a credential": telling("C2.scopes", (document) => {
    operationIn(document, "list_page_views").security.push({})
  }),
  "declares a project ID of 100 characters at most": telling("C2.headers", (document) => {
    document.components.parameters.ProjectHeader.schema.maxLength = 100
  }),
  "leaves Retry-After out of its document": telling("C2.headers", (document) => {
    delete document.components.responses.RateLimited.headers["Retry-After"]
  }),
  "declares as a number what it answers where a scope is missing": telling("C2.headers", (document) => {
    const { headers } = document.components.responses.MissingScopeOrProjectAccessDenied
    headers["WWW-Authenticate"].schema = { type: "integer" }
  }),
  "has an example of an input that is not as declared": telling("C2.examples", (document) => {
    operationIn(document, "update_page_view").requestBody.content["application/json"].example.expectedRevision = 0
  }),
  "has an example of a result that is not as declared": telling("C2.examples", (document) => {
    operationIn(document, "get_page_view").responses[200].content["application/json"].example.data.revision = "1"
  }),
  "leaves the request ID of one answer out of its document": telling("C2.headers", (document) => {
    const answer = operationIn(document, "copy_page_view").responses[200]
    const { "x-request-id": _, ...headers } = answer.headers
    answer.headers = headers
  }),
  "declares one type of actors less": telling("C2.results", (document) => {
    schemaIn(document, "Actor").properties.type.enum = ["api_key"]
  })
}
