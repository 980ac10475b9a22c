/** A package whose sources are changed, and the tests that are to notice. */
export interface Target {
  readonly mutate: ReadonlyArray<string>
  readonly tests: ReadonlyArray<string>
}

/** No code: what is exported, and the schema, of which a fault shows in each test. */
const noCode = ["index.ts", "migrations.ts"]

const target = (name: string, tests: ReadonlyArray<string>, without: ReadonlyArray<string> = []): Target => ({
  mutate: [`packages/${name}/src/**/*.ts`, ...[...noCode, ...without].map((file) => `!packages/${name}/src/${file}`)],
  tests
})

/** What only the tests of events, which wait for time to pass, run through. */
const events = ["events/*.ts", "internal/fragments.ts"]
const ofStore = (name: string) => `packages/revision-store/test/${name}.test.ts`

export const targets: Readonly<Record<string, Target>> = {
  "revision-store": target("revision-store", [ofStore("!(events)")], events),
  "revision-store-events": {
    mutate: events.map((file) => `packages/revision-store/src/${file}`),
    tests: ["events", "verbs", "isolation", "guard", "reads", "deliver", "subscriptions"].map(ofStore)
  },
  auth: target("auth", ["packages/auth/test/**/*.test.ts"]),
  operations: target("operations", ["packages/operations/test/**/*.test.ts"], ["routes/*.ts"]),
  routes: {
    mutate: ["packages/operations/src/routes/*.ts"],
    tests: ["packages/operations/test/routes/*.test.ts"]
  },
  definitions: target("definitions", ["packages/views/test/laws/**/*.test.ts"]),
  http: target("http", ["packages/http/test/**/*.test.ts", "packages/kit/test/{envelope,refusals,routes}.test.ts"])
}
