import type { testKit } from "@agent-operations/kit/testing"
import { views } from "@agent-operations/views"
import { expectTypeOf, test } from "vitest"
import { system } from "./front-door.ts"

declare const start: typeof testKit

test("the calls are those of the families", async () => {
  const kit = await start({ families: [views(), system()] })
  const { system: own, pageViews } = kit.as({ scopes: ["views:read"], type: "api_key" })
  expectTypeOf(own.echo({})).resolves.toEqualTypeOf<{ readonly text: string }>()
  expectTypeOf((await kit.tenant()).as().pageViews).toEqualTypeOf(pageViews)
  expectTypeOf(kit.kit.as).returns.toEqualTypeOf(kit.as())
  // @ts-expect-error: no family of that name is mounted
  void kit.as().traces
  // @ts-expect-error: there is no such caller
  kit.as({ type: "robot" })
})

test("the database is a server or left out, and the rest as of a kit", () => {
  void start({ families: [views()], database: { url: "postgres://", maxConnections: 3 }, verify: () => null })
  // @ts-expect-error: families are missing
  void start({})
  // @ts-expect-error: the schema is the kit's to choose
  void start({ families: [views()], database: { url: "postgres://", schema: "own" } })
  // @ts-expect-error: a directory is for programs
  void start({ families: [views()], database: { directory: ".data" } })
  // @ts-expect-error: what is no module
  void start({ families: [views] })
})
