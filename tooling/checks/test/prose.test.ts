import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { type Finding, makeFindings, type Prose } from "../src/prose/findings.ts"
import { stringsIn } from "../src/prose/strings.ts"

const rules = JSON.parse(readFileSync(`${import.meta.dirname}/../../../prose.json`, "utf8"))
const findingsIn = makeFindings(rules)

const of = (text: string, more: Partial<Prose> = {}) => findingsIn({ file: "a.md", text, ...more })
const rulesOf = (text: string, more: Partial<Prose> = {}) => of(text, more).map(({ rule }) => rule)

const long = `The server ${"reads a row and ".repeat(9)}answers.`

describe("prose", () => {
  it.each<readonly [Finding["rule"], string]>([
    ["doubled word", "The server reads the the row."],
    ["doubled word", "The server reads\nreads the row."],
    ["article", "This is an page view."],
    ["article", "Send a API key."],
    ["article", "Send an JSON object."],
    ["wording", "The blacklist has addresses."],
    ["wording", "You can easily add one."],
    ["sentence length", long],
    ["sentence length", `- ${long}`],
    ["name", "It runs on Postgresql."],
    ["name", "Sources are on Github."],
    ["name", "The **javascript** client is small."],
    ["name", "Definitions are found by their ids."],
    ["name", "It runs on node.js."],
    ["term", "Postgres answers."],
    ["term", "Each organisation has members."],
    ["term", "Pageviews are shared."],
    ["term", "A page-view is shared."],
    ["term", "It has a color."],
    ["phrase", "Whoever reads it may change it."],
    ["phrase", "The answer goes\non with the next page."],
    ["phrase", "The caller is told of it."],
    ["phrase", "MCP and REST are there."],
    ["phrase", "The file is beside the data."]
  ])("has a %s in: %s", (rule, text) => expect(rulesOf(text)).toStrictEqual([rule]))

  it.each([
    "The server reads the row, the revision and the head.",
    "An nginx in front, an HTTPS address, an API key, a URL and a user.",
    "A host, its actor and an invalid input.",
    "`postgres` and `Postgres`, at postgres://localhost and `GET /github`.",
    "The package [javascript](https://example.com/javascript), in [docs](docs/github-pages.md).",
    "See oauth-clients.md, x-project-id and client_id.",
    'JSON: { "kind", "id" }.',
    "```ts\nconst whoever = 'the the Postgres'\n```",
    "One reads. ".repeat(40),
    `| column |\n| --- |\n| ${long} |`,
    "| p95 | p95 |\n| --- | --- |\n| a | a |"
  ])("has nothing wrong in: %s", (text) => expect(of(text)).toStrictEqual([]))

  it("is looked at in each cell of a table", () => {
    const rows = "| option | about |\n| --- | --- |\n| `url` | An URL of Postgres |\n| `id` | whoever asks asks |\n"
    expect(of(rows)).toMatchObject([
      { line: 3, column: 11, rule: "article" },
      { line: 3, column: 21, rule: "term" },
      { line: 4, column: 10, rule: "phrase" },
      { line: 4, column: 18, rule: "doubled word" }
    ])
  })

  it("is told by file, line and column, from the line at which it begins", () => {
    const text = "One.\n\nTwo, and **whoever** reads."
    expect(of(text, { file: "b.md", line: 10 })).toMatchObject([{ file: "b.md", line: 12, column: 12, rule: "phrase" }])
  })

  it("of a law may be long and dense, but has its terms, names and no doubled word", () => {
    expect(rulesOf(`${long} Whoever reads it easily is told of a error.`, { exact: true })).toStrictEqual([])
    expect(rulesOf("The the head of postgres is on Github.", { exact: true })).toStrictEqual([
      "doubled word",
      "term",
      "name"
    ])
  })
})

describe("the texts of a source", () => {
  it("are those of its descriptions and hints, with code for what is put into them", () => {
    const source = [
      "const a = { hint: 'Retry.', name: 'whoever' }",
      "const b = {",
      "  hint: `Wait ${n} seconds.`,",
      "  description: 'One ' +",
      "    (n > 1 ? 'of many.' : 'alone.')",
      "}"
    ].join("\n")
    expect(stringsIn("a.ts", source, ["hint", "description"])).toStrictEqual([
      { file: "a.ts", text: "Retry.", line: 1 },
      { file: "a.ts", text: "Wait `x` seconds.", line: 3 },
      { file: "a.ts", text: "One of many.", line: 4 },
      { file: "a.ts", text: "One alone.", line: 4 }
    ])
    expect(stringsIn("a.ts", source, ["hint"])).toHaveLength(2)
  })
})
