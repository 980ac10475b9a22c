/** What a client asked to be shown. */
export interface Selection {
  /** The families by name: `page-views`. Undefined: all. */
  readonly toolsets: ReadonlyArray<string> | undefined
  /** Whether only what reads is shown. */
  readonly readonly: boolean
  /**
   * A tool per operation, or four tools by which all of them are found, described and called; undefined for whichever a
   * model has room for.
   */
  readonly mode: "tools" | "search" | undefined
  /** Whether the schemas of results are told. */
  readonly outputSchemas: boolean
}

/** What a client sees that asks for nothing. */
export const everything: Selection = { toolsets: undefined, readonly: false, mode: undefined, outputSchemas: false }

/** What is wrong with what a client asked for, with what to ask for instead. */
export interface SelectionFault {
  /** The parameter: `toolsets`. */
  readonly name: string
  readonly message: string
}

const booleans: Readonly<Record<string, boolean>> = { "1": true, true: true, "0": false, false: false }

const listOf = (value: string) =>
  value
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "")

/**
 * What a client asks for by parameters of the query, or by headers of the same meaning, of which the query's count.
 *
 * @example
 * parseSelection({ toolsets: "page-views", readonly: "1" }, ["page-views", "custom-fields"])
 */
export const parseSelection = (
  {
    toolsets,
    readonly,
    mode,
    output
  }: Readonly<Record<"toolsets" | "readonly" | "mode" | "output", string | undefined>>,
  known: ReadonlyArray<string>
): Selection | SelectionFault => {
  const named = toolsets === undefined ? undefined : listOf(toolsets)
  const stray = named?.find((name) => !known.includes(name))
  if (stray !== undefined || named?.length === 0) {
    const what = stray === undefined ? "toolsets is empty" : `There is no toolset ${stray.slice(0, 100)}`
    return { name: "toolsets", message: `${what}: name some of ${known.join(", ")}, separated by commas.` }
  }
  if (readonly !== undefined && !Object.hasOwn(booleans, readonly)) {
    return { name: "readonly", message: "readonly is 1 or 0." }
  }
  if (mode !== undefined && mode !== "search" && mode !== "tools") {
    return { name: "mode", message: "mode is search or tools." }
  }
  if (output !== undefined && output !== "schema" && output !== "none") {
    return { name: "output", message: "output is schema or none." }
  }
  return {
    toolsets: named,
    readonly: readonly !== undefined && booleans[readonly]!,
    mode,
    outputSchemas: output === "schema"
  }
}
