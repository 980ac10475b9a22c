import { assert, describe, it } from "vitest"
import { makeEngine } from "../../src/scorers/sandbox/engine.ts"
import { runCode } from "../../src/scorers/sandbox/run-code.ts"
import { makeToJavaScript } from "../../src/scorers/sandbox/to-javascript.ts"
import { checkCode } from "../../src/scorers/thread/check-code.ts"

const engine = makeEngine()
const toJavaScript = makeToJavaScript()

const check = async (code: string, language: "javascript" | "typescript" = "typescript") =>
  checkCode(await engine.quickjs(), toJavaScript(language, code), { code, language })

/** Of each fault its code and its place: `IMPORT_NOT_ALLOWED 3:1`. */
const faultsOf = async (...given: Parameters<typeof check>) =>
  (await check(...given)).map(({ code, position }) =>
    position === undefined ? code : `${code} ${position.line}:${position.column}`
  )

describe("code of scorers, which is read and not run", () => {
  it.each([
    ["a function", "export default () => 1"],
    ["a name", "const score = () => 1\nexport { score as default }"],
    ["a name in quotation marks", 'const score = () => 1\nexport { score as "default" }'],
    ["types of others", 'import type { A } from "a"\nexport type { B } from "b"\nexport default (a: A) => 1']
  ])("may export %s", async (_, code) => {
    assert.deepStrictEqual(await faultsOf(code), [])
  })

  it.each([
    ["an import", '\n\n  import a from "a"\nexport default a', ["IMPORT_NOT_ALLOWED 3:3"]],
    ["what others export", 'export * from "a"\nexport default 1', ["IMPORT_NOT_ALLOWED 1:1"]],
    ["no default", "const score = () => 1\nexport { score }", ["NO_DEFAULT_EXPORT"]],
    ["an import and no default", 'import "a"', ["IMPORT_NOT_ALLOWED 1:1", "NO_DEFAULT_EXPORT"]],
    ["what is no code", "export default () =>\n  (1", ["SYNTAX_ERROR 2:5"]],
    ["what stands for code", "enum A { B }\nexport default () => 1", ["NOT_ERASABLE"]],
    ["a pattern that the engine does not read", "export default () =>\n  /(/", ["SYNTAX_ERROR 2:3"]]
  ])("is told of %s, with its place", async (_, code, faults) => {
    assert.deepStrictEqual(await faultsOf(code), faults)
  })

  it("is told of brackets without end", async () => {
    // As TypeScript it would leave what takes the types out broken, for all that comes after it in this thread.
    assert.deepStrictEqual(await faultsOf("[".repeat(200_000), "javascript"), ["SYNTAX_ERROR"])
  })

  it("is told of its first 20 faults, and without their places in words", async () => {
    const many = (line: string) => Array.from({ length: 25 }, () => line).join("\n")
    assert.lengthOf(await check(many('import "a"')), 20 + 1)
    const twice = await check(`let a\n${many("let a")}`)
    assert.lengthOf(twice, 20)
    assert.deepStrictEqual(twice[0], {
      code: "SYNTAX_ERROR",
      message: "Identifier 'a' has already been declared.",
      position: { line: 2, column: 5 }
    })
  })
})

describe("a call of code", () => {
  const run = async (body: string) =>
    runCode(await makeEngine().quickjs(), { code: `export default ${body}`, input: "{}", seed: "s", timeoutMs: 60_000 })

  it("keeps 8 KiB of what it logs", async () => {
    const { logs } = await run('() => { for (let n = 0; n < 20; n++) console.log("x".repeat(999)); return 1 }')
    assert.lengthOf(logs, 8 * 1024)
  })

  it.each([
    ["an error", '() => { throw new RangeError("no") }', "THREW", /^RangeError: no/],
    ["what can't be shown", "() => { throw { get message() { throw 1 }, toString() { throw 2 } } }", "THREW", /./],
    ["all memory", "() => 'x'.repeat(2 ** 27)", "OUT_OF_MEMORY", /memory/],
    ["nothing that ends", "() => new Promise(() => {})", "NEVER_SETTLED", /promise/]
  ] as const)("that throws %s fails by it", async (_, body, code, message) => {
    const called = await run(body)
    assert.propertyVal(called, "code", code)
    assert.match((called as { message: string }).message, message)
  })
})
