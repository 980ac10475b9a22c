/** A package whose sources are changed, and the tests that are to notice. */
export interface Target {
  readonly mutate: ReadonlyArray<string>
  readonly tests: ReadonlyArray<string>
}

/** No code: what is exported, what is counted to be of one copy, and the schema, of which a fault shows in each test. */
const noCode = ["index.ts", "copies.ts", "migrations.ts"]

const target = (name: string, ...tests: ReadonlyArray<string>): Target => ({
  mutate: [`packages/${name}/src/**/*.ts`, ...noCode.map((file) => `!packages/${name}/src/${file}`)],
  tests
})

export const targets: Readonly<Record<string, Target>> = {
  "revision-store": target("revision-store", "packages/revision-store/test/**/*.test.ts"),
  auth: target("auth", "packages/auth/test/**/*.test.ts"),
  operations: target("operations", "packages/operations/test/**/*.test.ts"),
  definitions: target("definitions", "packages/views/test/laws/**/*.test.ts"),
  http: target("http", "packages/http/test/**/*.test.ts", "packages/kit/test/{envelope,refusals,routes}.test.ts")
}
