import { isAgentError } from "@agent-operations/error-envelope"
import { apps, scorers } from "@agent-operations/evals"
import { prompts } from "@agent-operations/prompts"
import { traces } from "@agent-operations/traces"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { keys } from "../keys.ts"
import { limits } from "../../tooling/readme/src/limits.ts"
import { ada, assertLimit, databases, type Sort, startKit } from "../kit.ts"

const startHost = async (sort: Sort) => {
  const recorded = traces()
  const families = [recorded, prompts(recorded), apps({ keys }), scorers({ threads: 1 })] as const
  const { kit, close } = await startKit(sort, families)
  return {
    as: (projectId: string) => kit.as({ actor: ada, organizationId: "acme", projectId }),
    close
  }
}
type Host = Awaited<ReturnType<typeof startHost>>
type Draft = Parameters<ReturnType<Host["as"]>["scorers"]["create"]>[0]

const settings = {
  output: { type: "boolean" },
  inputs: {},
  passAt: null,
  higherIsBetter: true,
  timeoutMs: 1000,
  extra: {}
} as const

const number = (min: number | null, max: number | null) =>
  ({ ...settings, output: { type: "number", min, max } }) as const

const labels = (...names: ReadonlyArray<string>) =>
  ({ ...settings, output: { type: "label", labels: names.map((label, value) => ({ label, value })) } }) as const

const code = (text: string) => ({ type: "code", language: "typescript", code: text }) as const

const judge = (choices: ReadonlyArray<{ label: string; value: number | null }> = []) =>
  ({
    type: "judge",
    prompt: "asked",
    connection: "mco_01k9x3m2h8e7v9q4t6w5z0r1ca",
    model: "gpt-4o-mini",
    maxOutputTokens: 100,
    choices
  }) as const

describe.each(databases)("scorers of a host on $name", (database) => {
  let host: Host
  beforeAll(async () => {
    host = await startHost(database)
  })
  afterAll(() => host.close())

  const draft = (source: Draft["source"], more: Partial<Draft> = {}) => ({ source, settings, references: {}, ...more })

  it("have revisions, refer to prompts, apps and scorers, and to what is there alone", async () => {
    const { prompts, apps, scorers } = host.as("revisions")
    const prompt = await prompts.create({
      name: "Asked",
      description: null,
      source: { type: "text", template: "{{output}}" },
      settings: { variables: [], model: null, tools: [], responseFormat: null, extra: {} },
      references: {}
    })
    const app = await apps.create({
      name: "Checker",
      description: null,
      source: { type: "sample", behaviour: "echo" },
      settings: {
        ...{ timeoutMs: 1000, maxConcurrency: 1, ratePerMinute: null, maxAttempts: 1, onLost: "retry" },
        ...{ microsPerInvocation: 0, extra: {} }
      },
      references: {}
    })
    const references = {
      asked: { kind: "prompt", id: prompt.id, revision: 1 },
      checker: { kind: "app", id: app.id, revision: null }
    } as const
    const base = { name: "Judged", description: null, ...draft(judge(), { references }) }
    const { id } = await scorers.create({ ...base, settings: number(0, 1) })
    await scorers.update({ id, expectedRevision: 1, source: { type: "app", app: "checker" } })
    assert.deepStrictEqual((await scorers.get({ id, revision: 1 })).source, judge())
    assert.deepInclude(await scorers.validate({ id }), { valid: true, checked: { dependencies: 2 } })
    assert.deepStrictEqual(
      (await scorers.validate({ id, revision: 1 })).issues.map((issue) => [issue.code, issue.path]),
      [["UNUSED_REFERENCE", "/references/checker"]]
    )
    // Errors are told before warnings, whatever is looked at first.
    const mixed = await scorers.validate({
      draft: draft({ type: "builtin", name: "levenshtein", options: {} }, { references })
    })
    assert.deepStrictEqual(
      mixed.issues.map((issue) => [issue.severity, issue.path]),
      [
        ["error", "/settings/output"],
        ["warning", "/references/asked"],
        ["warning", "/references/checker"]
      ]
    )
    const stray = { asked: { ...references.asked, id: "pt_01k9x3m2h8e7v9q4t6w5z0r1ca" } }
    const refused = await scorers.create({ ...base, name: "Stray", references: stray }).catch((error: unknown) => error)
    assert.isTrue(isAgentError(refused))
    const beside = await host
      .as("elsewhere")
      .scorers.validate({ draft: draft(judge(), { settings: number(0, 1), references }) })
    assert.deepInclude(beside, { valid: false, checked: { dependencies: 0 } })
  })

  it("code is refused beyond its limit", async () => {
    const { scorers } = host.as("limits")
    const create = (bytes: number) => {
      const text = "export default () => 1 //é"
      const source = code(text.padEnd(bytes - 1, "x"))
      return scorers.create({ name: `Code of ${bytes}`, description: null, ...draft(source) })
    }
    await assertLimit(limits.scorers["code of a scorer"], create)
  })

  it.each<readonly [string, ReturnType<typeof draft>, ReadonlyArray<readonly [string, string]>]>([
    ["good code", draft(code("export default (given: { output: string }) => given.output === 'a'")), []],
    ["code that runs for ever", draft(code("for (;;) {}\nexport default () => 1")), []],
    [
      "what only the engine can't read",
      draft(code("export default () => /(?<n>a)(?<n>b)/u.test('')")),
      [["SYNTAX_ERROR", "/source/code"]]
    ],
    ["code without an end", draft(code("export default ((")), [["SYNTAX_ERROR", "/source/code"]]],
    ["nothing to call", draft(code("const a = 1")), [["NO_DEFAULT_EXPORT", "/source/code"]]],
    ["an import", draft(code('import a from "a"\nexport default a')), [["IMPORT_NOT_ALLOWED", "/source/code"]]],
    ["an import of types", draft(code('import type { A } from "a"\nexport default (a: A) => 1')), []],
    [
      "what has no meaning without types",
      draft(code("enum A { B }\nexport default () => A.B")),
      [["NOT_ERASABLE", "/source/code"]]
    ],
    ["a default under another name", draft(code("const a = () => 1\nexport { a as default }")), []],
    [
      "a broken pattern",
      draft({ type: "builtin", name: "regex", options: { pattern: "(", flags: "u" } }),
      [["INVALID_PATTERN", "/source/options/pattern"]]
    ],
    [
      "a schema that is none",
      draft({ type: "builtin", name: "jsonSchema", options: { schema: { type: "nothing" } } }),
      [["INVALID_SCHEMA", "/source/options/schema"]]
    ],
    [
      "a share that is true or false",
      draft({ type: "builtin", name: "listOverlap", options: { measure: "f1" } }),
      [["OUTPUT_MISMATCH", "/settings/output"]]
    ],
    [
      "a duration below 1",
      draft({ type: "builtin", name: "latency", options: { unit: "ms" } }, { settings: number(0, 1) }),
      [["OUTPUT_MISMATCH", "/settings/output/max"]]
    ],
    [
      "a judge of nothing",
      draft(judge([{ label: "good", value: 1 }]), { settings: labels("bad") }),
      [
        ["UNKNOWN_ALIAS", "/source/prompt"],
        ["OUTPUT_MISMATCH", "/source/choices/0/label"]
      ]
    ],
    [
      "what nothing passes",
      draft({ type: "human", question: "Good?", guidance: "" }, { settings: { ...number(0, 1), passAt: 2 } }),
      [["PASS_OUT_OF_RANGE", "/settings/passAt"]]
    ]
  ])("are checked without running anything: %s", async (_, given, expected) => {
    const { valid, issues } = await host.as("checked").scorers.validate({ draft: given })
    assert.deepStrictEqual(
      issues.map((issue) => [issue.code, issue.path]),
      expected as never
    )
    assert.strictEqual(
      valid,
      issues.every(({ severity }) => severity === "warning")
    )
    for (const { position } of issues.filter(({ path }) => path === "/source/code")) {
      if (position !== undefined) assert.isAbove(position.line, 0)
    }
  })
})
