import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { promisify } from "node:util"
import { contractOf, errorsOf, viewFamilies } from "@agent-operations/contract"
import { openApiDocument } from "@agent-operations/contract/openapi"
import { referenceFamilies } from "@agent-operations/contract/reference"
import { catalogue, statuses } from "@agent-operations/error-envelope"
import { Validator } from "@seriousme/openapi-schema-validator"
import { Ajv2020 } from "ajv/dist/2020.js"
import { assert, describe, it } from "vitest"
import { operations } from "./served.ts"

const document = openApiDocument(viewFamilies)
const committed = `${import.meta.dirname}/../openapi.json`

const validatorOf = (schema: object) =>
  new Ajv2020({ strict: false, unicodeRegExp: true, formats: { "date-time": true } }).compile({
    ...schema,
    components: document.components
  })

describe("C2: the OpenAPI document", () => {
  it("C2: equals the committed one", () => {
    assert.deepStrictEqual(JSON.parse(readFileSync(committed, "utf8")), JSON.parse(JSON.stringify(document)))
  })

  it("C2: is 3.1.1 and valid", async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)))
    assert.isTrue(valid, JSON.stringify(errors))
    assert.strictEqual(document.openapi, "3.1.1")
  })

  it("C2: passes redocly lint", async () => {
    const packageRoot = `${import.meta.dirname}/..`
    const run = promisify(execFile)(
      process.execPath,
      ["node_modules/@redocly/cli/bin/cli.js", "lint", "openapi.json"],
      {
        cwd: packageRoot,
        env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", NODE_OPTIONS: "" }
      }
    )
    const { stderr } = await run
    assert.include(stderr, "Your API description is valid")
  })

  it.each(operations.map((operation) => [operation.id, operation] as const))(
    "C2: %s has its scopes and examples that fit",
    (id, operation) => {
      const { post } = document.paths[`/api/agent/${id}`]!
      assert.deepStrictEqual(post.security, [{ bearer: operation.scopes }, { oauth2: operation.scopes }] as never)
      const { schema, example } = post.requestBody.content["application/json"]
      const input = validatorOf(schema)
      assert.isTrue(input(example), JSON.stringify(input.errors))
      assert.isFalse(input({ ...(example as object), unknown: 1 }))
      const success = post.responses["200"].content["application/json"]
      const result = validatorOf(success.schema)
      assert.isTrue(result(success.example), JSON.stringify(result.errors))
    }
  )
})

interface ErrorSchema {
  readonly properties: { readonly code: { readonly enum?: ReadonlyArray<string> } }
}

interface ErrorResponse {
  readonly description: string
  readonly content: {
    readonly "application/json": {
      readonly schema: { readonly properties: { readonly error: ErrorSchema | { anyOf: ReadonlyArray<ErrorSchema> } } }
    }
  }
}

/** The codes that an answer names, and what it says of itself where it names none. */
const toldBy = ({ content, description }: ErrorResponse): ReadonlyArray<string> => {
  const { error } = content["application/json"].schema.properties
  const each = "anyOf" in error ? error.anyOf : [error]
  const codes = each.flatMap(({ properties }) => properties.code.enum ?? [])
  return codes.length === 0 ? [description] : codes
}

describe("E2: the document of every family", () => {
  const { paths, components } = openApiDocument(referenceFamilies)
  const responses = components.responses as Readonly<Record<string, ErrorResponse>>

  it.each(contractOf(referenceFamilies).operations.map((operation) => [operation.id, operation] as const))(
    "E2: %s declares each status of the specification, and names the codes that it has under each",
    (id, operation) => {
      const { 200: _, ...declared } = paths[`/api/agent/${id}`]!.post.responses as Record<string, { $ref?: string }>
      const told = Object.entries(declared).map(([status, { $ref = "" }]) => [
        Number(status),
        ...toldBy(responses[$ref.replace("#/components/responses/", "")]!)
      ])
      const expected = statuses.map((status) => {
        const codes = errorsOf(operation).filter((code) => catalogue[code].status === status)
        return [status, ...(codes.length === 0 ? ["Not returned by this version."] : codes)]
      })
      assert.deepStrictEqual(told, expected)
    }
  )
})
