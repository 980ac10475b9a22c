import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "../../..")

/** A package, or a part of one, whose sources are changed, and the tests that are to notice. */
export interface Target {
  readonly mutate: ReadonlyArray<string>
  readonly tests: ReadonlyArray<string>
}

/**
 * No code: what is exported, and the schema, of which a fault shows in each test; and what a thread begins with, which no run of
 * tests is told of.
 */
const noCode = ["index.ts", "**/migrations.ts", "**/*-worker.ts"]

const target = (name: string, tests: ReadonlyArray<string>, without: ReadonlyArray<string> = []): Target => ({
  mutate: [`packages/${name}/src/**/*.ts`, ...[...noCode, ...without].map((file) => `!packages/${name}/src/${file}`)],
  tests
})

/** What only the tests of events, which wait for time to pass, run through. */
const events = ["events/*.ts", "internal/fragments.ts"]
const ofStore = (name: string) => `packages/revision-store/test/${name}.test.ts`

/** A family in `evals`, by its folders there and in `tests`. */
const evals = (folders: ReadonlyArray<string>, tests: ReadonlyArray<string>): Target => ({
  mutate: [
    ...folders.map((folder) => `packages/evals/src/${folder}/**/*.ts`),
    ...noCode.map((file) => `!packages/evals/src/${file}`)
  ],
  tests: [...folders.map((folder) => `packages/evals/test/${folder}/*.test.ts`), ...tests]
})

const family = (name: string): ReadonlyArray<string> => [`tests/${name}/*.test.ts`]

/** A browser takes too long for a fault each. */
const needsNoBrowser = (file: string) => !readFileSync(join(root, file), "utf8").includes("browser-for-tests")

/** What a console does, and not how it looks: each folder has pages with forms, and what they send. */
const actions = [
  "account",
  "applications",
  "connections",
  "consent",
  "content",
  "deletion",
  "evaluations",
  "invitations",
  "keys",
  "members",
  "organizations",
  "projects",
  "reviews",
  "sign-in",
  "start",
  "traces",
  "usage"
]

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
  http: target("http", ["packages/http/test/**/*.test.ts", "packages/kit/test/{envelope,refusals,routes}.test.ts"]),
  // What is generated is held to its generator.
  traces: target(
    "traces",
    ["packages/traces/test/**/*.test.ts", ...["traces", "view-rows"].flatMap(family)],
    ["otlp/generated/*.ts"]
  ),
  prompts: target("prompts", ["packages/prompts/test/*.test.ts", ...family("prompts")]),
  evals: evals(
    ["apps", "evaluations", "runs", "scorers", "secrets", "statistics"],
    ["apps", "evaluations", "scorers"].flatMap(family)
  ),
  datasets: evals(["datasets", "dataset-traces"], ["datasets", "imports", "evaluations", "reviews"].flatMap(family)),
  imports: evals(["imports"], family("imports")),
  reviews: evals(["reviews"], ["reviews", "evaluations"].flatMap(family)),
  mcp: target("mcp", ["packages/mcp/test/*.test.ts", "packages/kit/test/mcp/*.test.ts"]),
  "view-rows": target("view-rows", ["packages/view-rows/test/**/*.test.ts", ...family("view-rows")]),
  // No fault is made in a process that a test starts.
  cli: target("cli", ["packages/cli/test/*.test.ts"], ["{run-main,main}.ts"]),
  console: {
    mutate: [`packages/console/src/{${actions.join(",")}}/**/*.ts`],
    tests: globSync("{packages/console/test,tests/pages}/*.test.ts", { cwd: root }).filter(needsNoBrowser)
  },
  settings: {
    mutate: ["apps/server/src/{settings,lists,*-options,services,metrics-entry,kept-secret}.ts"],
    tests: ["apps/server/test/{settings/*,traces-options,kept-secret}.test.ts"]
  }
}
