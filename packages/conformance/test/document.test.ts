import type { Target } from "@agent-operations/conformance"
import { viewFamilies } from "@agent-operations/contract"
import { isLong } from "@agent-operations/testing/long"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { checksOf } from "../src/run.ts"
import { makeRunner } from "../src/runner.ts"
import { type Served, servedOf } from "../src/served.ts"
import { families } from "./families.ts"
import { databases, startKit } from "./kit.ts"
import { toyServer } from "./toy/server.ts"

/** A document, or a part of it, to be changed. */
type Part = ReturnType<typeof JSON.parse>

/** What of a document is seen broken first, by the checks that look at it. */
const brokenOf = async (
  served: Served,
  target: Target,
  { only, quick }: { readonly only?: string; readonly quick?: boolean } = {}
): Promise<string | undefined> => {
  const { run } = makeRunner(served, target, { seed: 1, quick })
  for (const one of checksOf(served, { laws: ["C2"] })) {
    if (one.law !== "C2" || (only !== undefined && one.family !== only)) continue
    const outcome = await run(one)
    if (outcome.status === "broken") return outcome.message
  }
  return undefined
}

const operations = (document: Part): ReadonlyArray<Part> => Object.values<Part>(document.paths).map(({ post }) => post)

/** Documents of the toy that are right in another way. */
const right: Readonly<Record<string, (document: Part) => void>> = {
  "declares an open envelope for what it does not return": (document) => {
    document.components.responses.NotReturned = {
      description: "An error.",
      content: { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } }
    }
    document.components.schemas.Failure = {
      type: "object",
      properties: { error: { type: "object", properties: { code: {}, message: {}, hint: {}, details: {} } } },
      unevaluatedProperties: false
    }
  },
  "declares its errors by ranges": (document) => {
    document.components.schemas.Failure = {
      type: "object",
      properties: { error: { properties: { code: { type: "string" }, message: {}, hint: {}, details: {} } } }
    }
    const any = {
      description: "An error.",
      headers: { "Retry-After": { schema: { type: "integer" } }, "WWW-Authenticate": { schema: {} } },
      content: { "application/json; charset=utf-8": { schema: { $ref: "#/components/schemas/Failure" } } }
    }
    for (const operation of operations(document))
      operation.responses = { 200: operation.responses[200], "4XX": any, default: any }
  },
  "has scopes where OAuth has them alone, and no extensions": (document) => {
    for (const operation of operations(document)) {
      for (const name of Object.keys(operation)) if (name.startsWith("x-")) delete operation[name]
      operation.security = [{ bearer: [] }, { oauth2: operation.security[0].bearer }]
    }
  },
  "writes its schemas in another way": (document) => {
    const { schemas } = document.components
    schemas.CustomFieldSource = { oneOf: schemas.CustomFieldSource.anyOf, discriminator: { propertyName: "type" } }
    schemas.PageView = {
      allOf: [{ ...schemas.PageView, additionalProperties: undefined }],
      unevaluatedProperties: false
    }
    schemas.Revision = { type: "integer", exclusiveMinimum: 0, maximum: 2 ** 31 - 1 }
    for (const { requestBody } of operations(document)) {
      const media = requestBody.content["application/json"]
      media.examples = { one: { value: media.example } }
      delete media.example
    }
  }
}

describe("C2: a document that is right in another way is called wrong by no check", () => {
  const served = servedOf(viewFamilies)
  it.each(Object.entries(right).map(([name, change]) => ({ name, change })))("one that $name", async ({ change }) => {
    const toy = toyServer(({ openApi }) => ({
      openApi: () => {
        const document = structuredClone(openApi())
        change(document)
        return document
      }
    }))
    assert.isUndefined(await brokenOf(served, toy, { quick: !isLong }))
  })
})

const inputIn = (document: Part, id: string): Part =>
  document.paths[`/api/agent/${id}`].post.requestBody.content["application/json"].schema

/** Documents that are wrong in what they tell of a host's own families alone. */
const wrong: Readonly<Record<string, { readonly family: string; readonly change: (document: Part) => void }>> = {
  "declares whole thresholds alone": {
    family: "alertRules",
    change: ({ components: { schemas } }) => {
      schemas.AlertSettingsInput.properties.threshold = { type: "integer" }
    }
  },
  "declares a metric of 201 characters": {
    family: "alertRules",
    change: ({ components: { schemas } }) => {
      schemas.AlertSource.properties.metric.maxLength = 201
    }
  },
  "requires what has a default": {
    family: "alertRules",
    change: ({ components: { schemas } }) => {
      schemas.AlertSettingsInput.required.push("channels")
    }
  },
  "leaves the labels out of what is answered": {
    family: "alertRules",
    change: ({ components: { schemas } }) => {
      delete schemas.AlertSettings.properties.labels
    }
  },
  "leaves an operation open to other members": {
    family: "system",
    change: (document) => {
      delete inputIn(document, "echo").additionalProperties
    }
  },
  "declares a bound that an operation has not": {
    family: "system",
    change: (document) => {
      inputIn(document, "echo").properties.text.maxLength = 100
    }
  },
  "declares another scope of an operation": {
    family: "system",
    change: (document) => {
      document.paths["/api/agent/echo"].post["x-agent-scopes"] = ["views:read"]
    }
  },
  "leaves the error of an operation out": {
    family: "system",
    change: (document) => {
      delete document.paths["/api/agent/echo"].post.responses[404]
    }
  }
}

describe("C2: what a document tells of a host's own families is held to the server", () => {
  let target: Target
  let close: () => Promise<void>
  beforeAll(async () => {
    const { kit, credentials, ...started } = await startKit(databases[0]!)
    target = { ...credentials, url: "http://in-process.test", fetch: kit.fetch }
    close = started.close
  })
  afterAll(() => close())
  const served = servedOf(families)

  it.each(Object.entries(wrong).map(([name, fault]) => ({ name, ...fault })))(
    "one that $name is caught by a check of that family",
    async ({ family, change }) => {
      const fetch: Target["fetch"] = async (request) => {
        const answer = await target.fetch!(request)
        if (!request.url.endsWith("/openapi.json")) return answer
        const document = (await answer.json()) as Part
        change(document)
        return Response.json(document)
      }
      assert.isDefined(await brokenOf(served, { ...target, fetch }, { only: family }))
    }
  )
})
