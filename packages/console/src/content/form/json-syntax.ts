import { lineAt, lineEnd } from "./lines.ts"

/** What is wrong with a text that is no JSON: at which character, and how to repair it. */
interface SyntaxFault {
  readonly offset: number
  readonly message: string
}

/** What may come next. After a comma nothing may be closed. */
type Expected = "value" | "first value" | "name" | "first name" | "colon" | "comma" | "end"

interface Open {
  readonly bracket: "{" | "["
  readonly offset: number
}

const space = /[ \t\r\n]*/y
const word = /[^\s,:{}[\]"'“”‘’]+/y
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const string = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/y

const at = (pattern: RegExp, text: string, offset: number): string => {
  pattern.lastIndex = offset
  return pattern.exec(text)?.[0] ?? ""
}

const closing = { "{": "}", "[": "]" } as const

/** A word as a message has it. */
const short = (text: string) => (text.length > 30 ? `${text.slice(0, 30)}…` : text)

const meant: Readonly<Record<string, string>> = {
  True: "true",
  False: "false",
  None: "null",
  nil: "null",
  undefined: "null",
  NaN: "null",
  Infinity: "null"
}

const numeric = /^[+-]?[\d.]/

/** How many values, names, brackets and signs are read in a step. */
const tokensOfStep = 5000

/**
 * Finds where a text stops to be JSON, and says how to repair it; undefined where it is JSON. It reads each character once,
 * whatever is nested in what, by steps. Law: K3.
 *
 * @example
 * runSteps(findSyntaxFault('{\n  "limit": 5,\n}')) // { offset: 14, message: "Remove the comma at the end of line 2." }
 */
export function* findSyntaxFault(text: string): Generator<void, SyntaxFault | undefined> {
  const stack: Array<Open> = []
  let expected: Expected = "value"
  let comma = 0
  let end = 0
  let offset = 0

  const fault = (offset: number, say: (line: string) => string): SyntaxFault => ({
    offset,
    message: say(`line ${lineAt(text, offset)}`)
  })
  const done = () => (stack.length === 0 ? "end" : "comma")

  for (let tokens = 1; ; tokens++) {
    if (tokens % tokensOfStep === 0) yield
    offset += at(space, text, offset).length
    const character = text[offset]
    const top = stack.at(-1)
    if (character === undefined) return atEnd()
    if (character === "/" && (text[offset + 1] === "/" || text[offset + 1] === "*")) {
      return fault(offset, (line) => `Remove the comment on ${line}: JSON has none.`)
    }
    if (expected === "end") {
      return fault(offset, (line) =>
        character === "}" || character === "]"
          ? `Remove the ${character} on ${line}: nothing is open there.`
          : `Remove what follows the value, from ${line} on.`
      )
    }
    if (character === "}" || character === "]") {
      if (expected === "name" || (expected === "value" && top?.bracket === "[")) return strayComma(character)
      if (expected === "value" || expected === "colon") {
        return fault(offset, (line) => `Add a value before the ${character} on ${line}.`)
      }
      if (closing[top!.bracket] !== character) return wrongBracket(top!, character)
      stack.pop()
      expected = done()
      end = offset += 1
      continue
    }
    if (expected === "comma") {
      if (character !== ",") return noComma(character)
      expected = top!.bracket === "{" ? "name" : "value"
      comma = offset
      end = offset += 1
      continue
    }
    if (character === ",") {
      return fault(offset, (line) =>
        end > 0 && text[end - 1] === ","
          ? `Remove one of the two commas on ${line}.`
          : expected === "value" || expected === "colon"
            ? `Add a value before the comma on ${line}.`
            : `Remove the comma on ${line}.`
      )
    }
    if (expected === "colon") {
      if (character !== ":") {
        return fault(offset, (line) =>
          character === "=" ? `Write a colon in place of = on ${line}.` : `Add a colon before this on ${line}.`
        )
      }
      expected = "value"
      end = offset += 1
      continue
    }
    const isName: boolean = expected === "name" || expected === "first name"
    if (character === '"') {
      const found = at(string, text, offset)
      const after = offset + found.length
      if (text[after] !== '"') return brokenString(offset, after)
      expected = isName ? "colon" : done()
      end = offset = after + 1
      continue
    }
    if (/['‘’“”]/.test(character)) {
      return fault(offset, (line) => `Write double quotes (") in place of ${character} on ${line}.`)
    }
    if (isName) return wrongName(character)
    if (character === "{" || character === "[") {
      stack.push({ bracket: character, offset })
      expected = character === "{" ? "first name" : "first value"
      end = offset += 1
      continue
    }
    const value = at(word, text, offset)
    if (!["true", "false", "null"].includes(value) && (value === "" || at(number, text, offset) !== value)) {
      return wrongValue(value === "" ? character : value)
    }
    expected = done()
    end = offset += value.length
  }

  function atEnd(): SyntaxFault | undefined {
    const open = stack.at(-1)
    if (expected === "end") return undefined
    if (end === 0) return { offset: 0, message: "There is nothing here. Write a value, such as {}." }
    if (expected === "colon") return fault(end - 1, (line) => `Add a colon and a value at the end of ${line}.`)
    if (open === undefined || expected === "value") {
      return text[end - 1] === ","
        ? fault(end - 1, (line) => `Remove the comma at the end of ${line}, and close what is open.`)
        : fault(end - 1, (line) => `Add a value at the end of ${line}.`)
    }
    return fault(
      end - 1,
      (line) =>
        `Add ${closing[open.bracket]} after ${line}: the ${open.bracket} of line ${lineAt(text, open.offset)} is not closed.`
    )
  }

  function strayComma(character: string): SyntaxFault {
    const isLast = lineEnd(text, comma) === comma + 1
    return fault(comma, (line) =>
      isLast ? `Remove the comma at the end of ${line}.` : `Remove the comma before the ${character} on ${line}.`
    )
  }

  function wrongBracket({ bracket, offset: opened }: Open, character: string): SyntaxFault {
    return fault(
      offset,
      (line) =>
        `Write ${closing[bracket]} in place of ${character} on ${line}: it closes the ${bracket} of line ${lineAt(text, opened)}.`
    )
  }

  function noComma(character: string): SyntaxFault {
    if (character === ":") {
      return fault(offset, (line) => `Remove the colon on ${line}, or put what is named in { and }.`)
    }
    const isAbove = lineAt(text, end - 1) < lineAt(text, offset)
    return isAbove
      ? fault(end - 1, (line) => `Add a comma at the end of ${line}.`)
      : fault(offset, (line) => `Add a comma before ${short(at(word, text, offset) || character)} on ${line}.`)
  }

  function wrongName(character: string): SyntaxFault {
    const name = at(word, text, offset)
    return fault(offset, (line) =>
      name === ""
        ? `Write a name in double quotes in place of ${character} on ${line}.`
        : `Put ${short(name)} in double quotes on ${line}.`
    )
  }

  function wrongValue(value: string): SyntaxFault {
    const replacement = Object.hasOwn(meant, value) ? meant[value] : undefined
    return fault(offset, (line) =>
      replacement !== undefined
        ? `Write ${replacement} in place of ${value} on ${line}.`
        : numeric.test(value)
          ? `Write ${short(value)} on ${line} as a number such as 12 or 0.5, or in double quotes.`
          : `Put ${short(value)} in double quotes on ${line}.`
    )
  }

  function brokenString(opened: number, broken: number): SyntaxFault {
    const character = text[broken]
    if (character === "\\") {
      return fault(broken, (line) => `Write \\\\ in place of \\ on ${line}, or one of \\" \\\\ \\n \\t.`)
    }
    if (character === "\t") return fault(broken, (line) => `Write \\t in place of the tab on ${line}.`)
    if (character === undefined || character === "\n" || character === "\r") {
      return fault(opened, (line) => `Close the text on ${line} with a double quote (").`)
    }
    return fault(broken, (line) => `Remove the control character on ${line}.`)
  }
}
