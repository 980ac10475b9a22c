import { Context } from "effect"
import { assert, describe, it } from "vitest"
import { makeApp } from "../src/app.ts"
import { consolePlaces } from "../src/entries.ts"
import { type ConsoleServices, customFields, pageViews } from "../src/index.ts"

const origin = "https://console.test"
const prefix = "/ops"

const app = () => {
  // Only what answers asks for services.
  const services: Context.Context<never> = Context.empty()
  return makeApp(services as Context.Context<ConsoleServices>, {
    origin,
    prefix,
    baseUrl: origin + prefix,
    name: "Agent Operations",
    sections: [pageViews, customFields],
    hasTraces: true,
    scopes: {}
  })
}

describe("a console below a prefix", () => {
  it("tells its places without being loaded", () => {
    const places = app()
      .routes.filter(({ path }) => path !== "/*")
      .map(({ path }) => `/${path.split("/")[1]}`)
    assert.deepStrictEqual([...new Set(places)].sort(), [...consolePlaces])
  })
})
