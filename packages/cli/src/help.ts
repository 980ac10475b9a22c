import { displayWidth } from "effect/cli/CliOutput"
import type { FlagDoc, HelpDoc } from "effect/cli/HelpDoc"
import * as Option from "effect/Option"
import { exitTable } from "./errors.ts"
import type { Style } from "./output/style.ts"

const widest = 80

/** Text in lines of at most so many columns; a word that is longer has a line of its own. */
const wrapped = (text: string, width: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let line = ""
  for (const word of text.split(/\s+/)) {
    if (line !== "" && displayWidth(line) + 1 + displayWidth(word) > width) {
      lines.push(line)
      line = ""
    }
    line = line === "" ? word : `${line} ${word}`
  }
  return [...lines, line]
}

type Row = readonly [left: string, right: string]

const indented = (text: string, by: number) => wrapped(text, widest - by).map((line) => " ".repeat(by) + line)

/** Two columns: what is too long for the left one has its description below. */
const rows = (all: ReadonlyArray<Row>): ReadonlyArray<string> => {
  const column = Math.min(28, Math.max(...all.map(([left]) => left.length)) + 4)
  return all.flatMap(([left, right]) => {
    const [first = "", ...rest] = indented(right, column)
    const fits = left.length + 4 <= column
    const lines = fits ? [`  ${left}`.padEnd(column) + first.slice(column), ...rest] : [`  ${left}`, first, ...rest]
    return lines.map((line) => line.trimEnd())
  })
}

const flagRow = ({ name, aliases, type, description }: FlagDoc): Row => {
  // The choices stand in a metavar that has room for them, else in the description.
  const isLong = type.length > 20
  const metavar = isLong ? "CHOICE" : type
  const text = Option.getOrElse(description, () => "")
  return [
    [`--${name}`, ...aliases].join(", ") + (type === "boolean" ? "" : ` ${metavar}`),
    isLong ? text : text.replace(/ \(choices: [^)]*\)$/, "")
  ]
}

/** A word of a shell; JSON that is too long for a line after each of its commas, where it may go on in the next one. */
const piecesOf = (word: string): ReadonlyArray<string> =>
  word.length <= widest - 6 ? [word] : (word.match(/(?:"(?:[^"\\]|\\.)*"|[^",])+,?/g) ?? [word])

/** A command as it is typed, over several lines where it is long. */
const exampleLines = (command: string): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let line = ""
  for (const [word] of command.matchAll(/(?:'[^']*'|\\.|[^\s'])+/g)) {
    for (const [index, piece] of piecesOf(word).entries()) {
      const between = line === "" || index > 0 ? "" : " "
      if (line === "" || line.length + between.length + piece.length <= widest - 4) line += between + piece
      else {
        // In quotes a line just ends.
        lines.push(index > 0 ? line : `${line} \\`)
        line = `  ${piece}`
      }
    }
  }
  return [...lines, line].map((text) => `  ${text}`)
}

/** What of the environment no flag says. */
const environment: ReadonlyArray<Row> = [
  ["HTTPS_PROXY, HTTP_PROXY", "The proxy for servers with https:// and with http://: http://user:password@host:port."],
  ["NO_PROXY", "Hosts that are reached without one, separated by commas: 127.0.0.1,.example.com"],
  ["COLUMNS, NO_COLOR", "How wide the terminal is, and that it shows no colours."]
]

/** The help of a command: what is its own first, within 80 columns. */
export const helpText = (doc: HelpDoc, { bold }: Pick<Style, "bold">): string => {
  const { description, usage, args = [], flags, globalFlags = [], subcommands = [], examples = [] } = doc
  const isRoot = doc.commandPath?.length === 1
  const section = (title: string, lines: ReadonlyArray<string>) =>
    lines.length === 0 ? [] : [[bold(title), ...lines].join("\n")]
  const commands = subcommands.flatMap(({ commands }) =>
    commands.map(({ name, shortDescription, description }): Row => [name, shortDescription ?? description])
  )
  const parameters = args.map(({ name, description }): Row => [name, Option.getOrElse(description, () => "")])
  // What is of no command in particular is told with the first one.
  const globals = isRoot ? globalFlags : globalFlags.filter(({ name }) => !/^(version|completions)$/.test(name))
  const exits = exitTable.map(({ exit, meaning, codes }): Row => [
    String(exit),
    codes.length === 0 ? meaning : `${meaning}: ${codes.join(", ")}`
  ])
  return [
    wrapped(description, widest).join("\n"),
    ...section("Usage", indented(usage, 2)),
    ...section("Commands", commands.length === 0 ? [] : rows(commands)),
    ...section("Arguments", parameters.length === 0 ? [] : rows(parameters)),
    ...section("Flags", flags.length === 0 ? [] : rows(flags.map(flagRow))),
    ...section(
      "Example",
      examples.flatMap(({ command }) => exampleLines(command))
    ),
    ...section("Global flags", globals.length === 0 ? [] : rows(globals.map(flagRow))),
    ...(isRoot ? section("Environment", rows(environment)) : []),
    ...(isRoot ? section("Exit codes", rows(exits)) : [])
  ].join("\n\n")
}
