import { StreamLanguage } from "@codemirror/language"

/** Within which quotes the text of a line is that began before it. */
interface State {
  quote: string | undefined
  raw: boolean
}

const string = (
  stream: { readonly next: () => unknown; readonly match: (text: string) => unknown; readonly eol: () => boolean },
  state: State
) => {
  while (!stream.eol()) {
    if (state.quote !== undefined && stream.match(state.quote)) {
      state.quote = undefined
      return "string"
    }
    if (stream.next() === "\\" && !state.raw) stream.next()
  }
  // Only text in three quotes goes on in the next line.
  if (state.quote?.length === 1) state.quote = undefined
  return "string"
}

/** Common Expression Language. Source: https://github.com/google/cel-spec, "Syntax". */
export const cel = StreamLanguage.define<State>({
  name: "cel",
  startState: () => ({ quote: undefined, raw: false }),
  token: (stream, state) => {
    if (state.quote !== undefined) return string(stream, state)
    if (stream.eatSpace()) return null
    if (stream.match(/\/\/.*/)) return "comment"
    const opened = stream.match(/([rRbB]{0,2})("""|'''|"|')/)
    if (Array.isArray(opened)) {
      state.quote = opened[2] ?? ""
      state.raw = /r/i.test(opened[1] ?? "")
      return string(stream, state)
    }
    if (stream.match(/0x[\da-f]+u?|\d+(\.\d+)?(e[+-]?\d+)?u?|\.\d+/i)) return "number"
    if (stream.match(/(true|false|null|in)\b/)) return "keyword"
    if (stream.match(/[A-Za-z_]\w*(?=\s*\()/)) return "variableName.function"
    if (stream.match(/(trace|span|run|case|custom)\b/)) return "variableName.standard"
    if (stream.match(/[A-Za-z_]\w*/)) return "variableName"
    if (stream.match(/[<>=!]=|&&|\|\||[-+*/%<>!?:]/)) return "operator"
    stream.next()
    return null
  },
  languageData: { commentTokens: { line: "//" }, closeBrackets: { brackets: ["(", "[", "{", '"', "'"] } }
})
