/**
 * Writes the tables of limits, retries, settings and options in the documents, from the data that tests hold the running program
 * to. With `--check` fails if what is committed is another.
 */
// oxlint-disable-next-line no-restricted-imports -- the server offers nothing as a package
import { absentText, optionText } from "../../../apps/server/src/setting.ts"
// oxlint-disable-next-line no-restricted-imports -- likewise
import { settingsTable } from "../../../apps/server/src/settings.ts"
// oxlint-disable-next-line no-restricted-imports -- likewise
import * as ofConsole from "../../../packages/console/test/options/described.ts"
// oxlint-disable-next-line no-restricted-imports -- what options are said to do is data of the tests that hold them to it
import { described as ofDatabase } from "../../../packages/database/test/options/described.ts"
// oxlint-disable-next-line no-restricted-imports -- likewise
import { described as ofEgress } from "../../../packages/egress/test/options/described.ts"
// oxlint-disable-next-line no-restricted-imports -- likewise
import * as ofEvals from "../../../packages/evals/test/options/described.ts"
// oxlint-disable-next-line no-restricted-imports -- likewise
import { described as ofIdentity, ofLifetimes } from "../../../packages/identity/test/options/described.ts"
// oxlint-disable-next-line no-restricted-imports -- likewise
import { described as ofKit } from "../../../packages/kit/test/options/described.ts"
// oxlint-disable-next-line no-restricted-imports -- likewise
import { ofDocs, ofMcp } from "../../../packages/kit/test/options/entries.ts"
// oxlint-disable-next-line no-restricted-imports -- likewise
import { described as ofPrompts } from "../../../packages/prompts/test/options/described.ts"
// oxlint-disable-next-line no-restricted-imports -- likewise
import { described as ofSubscriptions, pauses } from "../../../packages/revision-store/test/options/described.ts"
import type { Described } from "../../testing/src/options.ts"
// oxlint-disable-next-line no-restricted-imports -- likewise
import { described as ofTraces } from "../../../packages/traces/test/options/described.ts"
// oxlint-disable-next-line no-restricted-imports -- likewise
import { described as ofViewRows, ofFormulas } from "../../../packages/view-rows/test/options/described.ts"
// oxlint-disable-next-line no-restricted-imports -- likewise
import { described as ofValidation } from "../../../packages/views/test/options/described.ts"
import { type Table, writeTables } from "./documents/tables.ts"
import { furtherPairs, lifetimeRows, type Limit, limitRows, limits } from "./limits.ts"
import { retries } from "./retries.ts"

const described = (first: string, options: Readonly<Record<string, Described>>): Table => ({
  heads: [first, "default", "meaning"],
  rows: Object.entries(options).map(([name, option]) => [`\`${name}\``, option.default, option.meaning])
})

/** The options of an option. */
const inside = (name: string, options: Readonly<Record<string, Described>>) =>
  Object.fromEntries(Object.entries(options).map(([option, told]) => [`${name}.${option}`, told]))

const limitsUnder = (under: string, of: Readonly<Record<string, Limit>>): Table => ({
  under,
  heads: ["what", "limit", "beyond it"],
  rows: limitRows(of)
})
const rowsOf = <F extends keyof typeof limits>(family: F, ...names: ReadonlyArray<keyof (typeof limits)[F] & string>) =>
  limitRows(Object.fromEntries(names.map((name) => [name, limits[family][name] as Limit])))
const bodyOf = (operation: "put_dataset_items" | "import_resources" | "record_traces") => {
  const what = `body of \`${operation}\`` as const
  return { [what]: limits.bodies[what] }
}

const [parts, names] = [
  "objects, arrays, items and members of a body of JSON",
  "names of members in a body of JSON that differ"
] as const
/** They are those of every body of JSON: of operations, routes and MCP. */
const partsOfBodies = { [parts]: limits.requests[parts], [names]: limits.requests[names] }

const settings = {
  heads: ["setting", "default", "meaning", "option"],
  rows: settingsTable.map((setting) => [
    `\`${setting.name}\``,
    absentText(setting),
    setting.about,
    setting.becomes.map(optionText).join(", ")
  ])
}

const subscriptions = described("of a subscription", ofSubscriptions)
const betweenAttempts = [
  "pauses",
  `${pauses.join(", ")} seconds`,
  "between attempts of a handler that fails, the last before each further one"
]

const afterFailure = {
  heads: ["What happened", "Read", "Write"],
  rows: Object.entries(retries).map(([what, { read, write }]) => [what, read, write])
}

writeTables("README.md", [{ heads: ["limit", "at most", "beyond"], rows: limitRows(limits.requests) }, settings])
writeTables("SPEC.md", [
  limitsUnder("## Traces", { ...bodyOf("record_traces"), ...partsOfBodies, ...limits.traces }),
  limitsUnder("### Datasets", { ...bodyOf("put_dataset_items"), ...limits.datasets }),
  limitsUnder("### Prompts", limits.prompts),
  limitsUnder("### Imports", { ...bodyOf("import_resources"), ...limits.imports }),
  limitsUnder("### Reviews", limits.reviews),
  limitsUnder("### Scorers", limits.scorers),
  limitsUnder("### The way out", limits.apps)
])
writeTables("docs/http.md", [
  afterFailure,
  {
    heads: ["what", "limit", "beyond it"],
    rows: [
      ...limitRows({
        "request body": limits.requests["request body"],
        ...limits.bodies,
        ...partsOfBodies,
        ...limits.http,
        "deadline of `query_metrics` and `query_metrics_chart`": limits.metrics["time of a query"]
      })
    ]
  }
])
writeTables("docs/access.md", [
  {
    heads: ["what", "lifetime", "setting"],
    rows: [
      ...lifetimeRows,
      ["further pairs of a spent refresh token", `at most ${furtherPairs}`, ""],
      ["API key", "until its expiry, if it has one", ""]
    ]
  }
])
writeTables("docs/sign-in-limits.md", [{ heads: ["what", "limit", "beyond it"], rows: limitRows(limits.signIn) }])
writeTables("packages/auth/README.md", [
  { heads: ["how many at a time", "limit", "beyond it"], rows: limitRows(limits.access) },
  { heads: ["invitations in 24 hours", "limit", "beyond it"], rows: limitRows(limits.invitations) }
])
writeTables("docs/metrics.md", [limitsUnder("## Limits", limits.metrics)])
writeTables("docs/formulas.md", [
  limitsUnder("## Errors", { "text of a formula": limits.requests["formula of a custom field"], ...limits.formulas })
])
writeTables("docs/operating-traces.md", [
  {
    heads: ["what", "limit", "beyond it"],
    rows: rowsOf(
      "traces",
      "a request to `/v1/traces`, as sent",
      "a request to `/v1/traces`, decompressed",
      "all requests to `/v1/traces` at once, per process",
      "requests to `/v1/traces` of one organization at once, per process"
    )
  }
])
writeTables("packages/client/README.md", [afterFailure])
writeTables("packages/database/README.md", [described("setting", ofDatabase)])
writeTables("packages/docs/README.md", [described("option", ofDocs)])
writeTables("packages/kit/README.md", [
  described("option", ofKit),
  { ...subscriptions, rows: [...subscriptions.rows, betweenAttempts] }
])
writeTables("packages/mcp/README.md", [described("option", ofMcp)])
writeTables("packages/views/README.md", [described("option of `validation`", ofValidation)])
writeTables("packages/view-rows/README.md", [described("option", { ...ofViewRows, ...inside("formulas", ofFormulas) })])
writeTables("packages/egress/README.md", [described("option", ofEgress)])
writeTables("packages/evals/README.md", [
  described("option of `evaluations`", { ...ofEvals.ofEvaluations, ...inside("worker", ofEvals.ofWorker) }),
  described("option of `datasets`", ofEvals.ofDatasets),
  described("option of `imports`", ofEvals.ofImports),
  described("option of `scorers`", ofEvals.ofScorers),
  described("option of `apps`", ofEvals.ofApps),
  described("option of `reviews`", ofEvals.ofReviews)
])
writeTables("packages/traces/README.md", [described("option of `traces`", ofTraces)])
writeTables("packages/prompts/README.md", [described("option of `prompts`", ofPrompts)])
writeTables("packages/identity/README.md", [
  described("option", ofIdentity),
  { ...described("`lifetimes`", ofLifetimes), heads: ["`lifetimes`", "default", "of"] }
])
writeTables("packages/console/README.md", [
  { ...described("option", ofConsole.ofHost), under: "## For a host's own people" },
  {
    ...described("option", {
      ...ofConsole.described,
      ...inside("renderer", ofConsole.ofRenderer),
      ...inside("viewCompiler", ofConsole.ofViewCompiler)
    }),
    under: "### Options"
  }
])
