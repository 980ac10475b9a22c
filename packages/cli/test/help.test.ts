import type { FlagDoc, HelpDoc } from "effect/cli/HelpDoc"
import * as Context from "effect/Context"
import * as Option from "effect/Option"
import { assert, describe, it } from "vitest"
import { exitTable } from "../src/errors.ts"
import { helpText } from "../src/help.ts"

const bold = (text: string) => `<${text}>`
const doc: HelpDoc = {
  ...{ description: "Do it.", usage: "acme do", flags: [], annotations: Context.empty() },
  commandPath: ["acme", "do"]
}
const flag = (name: string, type: string, description?: string, ...aliases: ReadonlyArray<string>): FlagDoc => ({
  ...{ name, type, aliases, required: false },
  description: Option.fromNullishOr(description)
})
/** What is below a title. */
const linesOf = (more: Partial<HelpDoc>, title: string) => {
  const sections = helpText({ ...doc, ...more }, { bold }).split("\n\n")
  const [, ...lines] = sections.find((text) => text.startsWith(`<${title}>\n`))?.split("\n") ?? []
  return lines
}

describe("help", () => {
  it("has a section for each thing that there is, and no other", () => {
    assert.strictEqual(helpText(doc, { bold }), "Do it.\n\n<Usage>\n  acme do")
    const all = helpText(
      {
        ...doc,
        args: [
          { name: "ID", type: "string", description: Option.some("Which."), required: true, variadic: false },
          { name: "MORE", type: "string", description: Option.none(), required: false, variadic: true }
        ],
        flags: [flag("name", "string", "Its name.", "-n"), flag("yes", "boolean")],
        globalFlags: [
          ...[flag("version", "boolean", "The version."), flag("completions", "string", "Completions.")],
          ...[flag("json", "string", "As JSON."), flag("versions", "string")]
        ],
        subcommands: [
          {
            group: undefined,
            commands: [{ name: "a", alias: undefined, shortDescription: "Short.", description: "Long." }]
          },
          {
            group: "more",
            commands: [{ name: "bcd", alias: undefined, shortDescription: undefined, description: "Long." }]
          }
        ],
        examples: [{ command: "acme do x" }, { command: "acme do y" }]
      },
      { bold }
    )
    assert.strictEqual(
      all,
      [
        "Do it.",
        "<Usage>\n  acme do",
        "<Commands>\n  a    Short.\n  bcd  Long.",
        "<Arguments>\n  ID    Which.\n  MORE",
        "<Flags>\n  --name, -n string  Its name.\n  --yes",
        "<Example>\n  acme do x\n  acme do y",
        "<Global flags>\n  --json string      As JSON.\n  --versions string"
      ].join("\n\n")
    )
  })

  it("of the program itself has all flags of any command, and how it ends", () => {
    const globalFlags = [flag("version", "boolean"), flag("completions", "boolean"), flag("json", "boolean")]
    const root = { globalFlags, commandPath: ["acme"] }
    assert.deepStrictEqual(linesOf(root, "Global flags"), ["  --version", "  --completions", "  --json"])
    assert.deepStrictEqual(linesOf({ globalFlags }, "Global flags"), ["  --json"])
    assert.deepStrictEqual(linesOf({ globalFlags: globalFlags.slice(0, 2) }, "Global flags"), [])
    const exits = linesOf(root, "Exit codes")
    assert.deepStrictEqual([exits[0], exits.at(-1)], ["  0    done", "  130  interrupted"])
    const told = exits.join(" ").replaceAll(/\s+/g, " ")
    for (const { exit, meaning, codes } of exitTable)
      assert.include(told, ` ${[`${exit} ${meaning}`, ...(codes.length > 0 ? [codes.join(", ")] : [])].join(": ")}`)
    assert.deepStrictEqual(linesOf({}, "Exit codes"), [])
  })

  it("is within 80 columns, by what a terminal shows, and breaks no word", () => {
    const words = (...lengths: ReadonlyArray<number>) => lengths.map((length) => "x".repeat(length))
    for (const [lengths, lines] of [
      [[40, 39], [80]],
      [
        [40, 40],
        [40, 40]
      ],
      [
        [90, 5],
        [90, 5]
      ],
      [
        [5, 90],
        [5, 90]
      ],
      [[1], [1]]
    ] as const) {
      const [description] = helpText({ ...doc, description: words(...lengths).join(" \n") }, { bold }).split("\n\n")
      assert.deepStrictEqual(
        description!.split("\n").map(({ length }) => length),
        [...lines]
      )
    }
    const [wide] = helpText({ ...doc, description: `${"慢".repeat(20)} ${"慢".repeat(20)}` }, { bold }).split("\n\n")
    assert.lengthOf(wide!.split("\n"), 2)
    assert.deepStrictEqual(linesOf({ usage: words(38, 39, 39, 39).join(" ") }, "Usage"), [
      `  ${words(38, 39).join(" ")}`,
      `  ${words(39).join("")}`,
      `  ${words(39).join("")}`
    ])
  })

  it("has descriptions in a column of 28 at most, and below what is too long for that", () => {
    const flags = (...lengths: ReadonlyArray<number>) =>
      linesOf({ flags: lengths.map((length) => flag("x".repeat(length - 2), "boolean", "What it is.")) }, "Flags")
    const row = (length: number, column: number) => `  --${"x".repeat(length - 2)}`.padEnd(column) + "What it is."
    assert.deepStrictEqual(flags(5, 24), [row(5, 28), row(24, 28)])
    assert.deepStrictEqual(flags(5, 7), [row(5, 11), row(7, 11)])
    assert.deepStrictEqual(flags(5, 25), [row(5, 28), `  --${"x".repeat(23)}`, `${" ".repeat(28)}What it is.`])
    const long = linesOf({ flags: [flag("x", "boolean", "word ".repeat(20).trim())] }, "Flags")
    assert.deepStrictEqual(long, [`  --x  ${"word ".repeat(14).trim()}`, `       ${"word ".repeat(6).trim()}`])
  })

  it("names choices where there is room for them, and else in the description", () => {
    const flags = [
      flag("a", "a|b", "One of them. (choices: a, b)"),
      flag("b", "x".repeat(20), "Any. (choices: x)"),
      flag("c", "x".repeat(21), "Any. (choices: x)"),
      flag("d", "string", "Text (choices: x) of it.")
    ]
    assert.deepStrictEqual(linesOf({ flags }, "Flags"), [
      "  --a a|b                   One of them.",
      `  --b ${"x".repeat(20)}  Any.`,
      "  --c CHOICE                Any. (choices: x)",
      "  --d string                Text (choices: x) of it."
    ])
  })

  it("has examples that a shell reads as they are, over several lines where they are long", () => {
    const example = (command: string) => linesOf({ examples: [{ command }] }, "Example")
    const [fits, over] = ["x".repeat(70), "x".repeat(71)]
    assert.deepStrictEqual(example(`acme ${fits} y`), [`  acme ${fits} \\`, "    y"])
    assert.deepStrictEqual(example(`acme ${fits.slice(1)} y`), [`  acme ${fits.slice(1)} y`])
    assert.deepStrictEqual(example(`acme ${over}`), [`  acme ${over}`])
    assert.deepStrictEqual(example(`acme ${over}y`), ["  acme \\", `    ${over}y`])
    assert.deepStrictEqual(example("acme 'a  b'  'c'\\''d e' f"), ["  acme 'a  b' 'c'\\''d e' f"])
    const members = Array.from({ length: 8 }, (_, n) => `"name ${n}":"a, b ${n}"`)
    assert.deepStrictEqual(example(`acme --json '{${members.join(",")}}' more`), [
      `  acme --json '{${members.slice(0, 3).join(",")},`,
      `    ${members.slice(3, 7).join(",")},`,
      `    ${members[7]}}' more`
    ])
    const short = `'{${members.slice(0, 3).join(",")}}'`
    assert.deepStrictEqual(example(`acme do-so-much --json ${short} more`), [
      "  acme do-so-much --json \\",
      `    ${short} more`
    ])
  })
})
